import { accept, type Refusal, type Result, refuse } from '../result.ts';
import { type Channel, type ChannelChange, type ChannelFields, lacksUrl } from './channel.ts';
import { isPlainHttp } from './channel-address.ts';
import { CHANNEL_TYPES, type ChannelType } from './channel-kind.ts';

/** Codes of spec 7.3 that a request to save a channel may be refused with. */
export type ChannelCode =
  | 'MISSING_TYPE'
  | 'UNKNOWN_TYPE'
  | 'MISSING_URL'
  | 'UNSUPPORTED_SCHEME'
  | 'NOT_FOUND'
  | 'INVALID_CHANNEL';

type Body = Readonly<Record<string, unknown>>;
/** `existing`: null for a new channel, undefined where the one to update does not exist. */
type Check = (body: Body, existing: Channel | null | undefined) => Refusal<ChannelCode> | null;

/** Most characters of a name and of a url, bytes of a secret, applications and bytes of an application id. */
export const CHANNEL_LIMITS = { name: 200, url: 2048, secret: 4096, appIds: 200, appId: 200 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be kept out
const CONTROL = /[\x00-\x1f\x7f]/;
/** What every HTTP header carries unchanged: a blank at an end is lost on the way, beyond ASCII receivers read different texts. */
const HEADER_SAFE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Spec 7.3, in its order, and interface 7.3 after it; the first that refuses is the answer. */
const CHECKS: readonly Check[] = [
  ({ type }, existing) =>
    isBlank(type) || (existing === null && absent(type)) ? refuse('MISSING_TYPE', 'type is missing') : null,
  ({ type }) =>
    typeof type === 'string' && !isType(type)
      ? refuse('UNKNOWN_TYPE', `type must be ${CHANNEL_TYPES.join(', ')}`)
      : null,
  ({ url }, existing) =>
    isBlank(url) || (existing === null && absent(url)) ? refuse('MISSING_URL', 'url is missing') : null,
  (body, existing) =>
    existing && lacksUrl(existing, changeOf(body))
      ? refuse('MISSING_URL', 'url is missing: another type needs one')
      : null,
  ({ url }) =>
    typeof url === 'string' && !isPlainHttp(url.trim())
      ? refuse('UNSUPPORTED_SCHEME', 'url must be an http:// or https:// address without credentials')
      : null,
  invalid('id', 'must be text', (id) => typeof id === 'string'),
  (_, existing) => (existing === undefined ? refuse('NOT_FOUND', 'there is no such channel') : null),
  invalid('type', 'must be text', (type) => typeof type === 'string'),
  invalid(
    'url',
    'must be an address without control characters',
    (url) => typeof url === 'string' && !CONTROL.test(url) && URL.canParse(url),
  ),
  invalid(
    'url',
    `must not be longer than ${CHANNEL_LIMITS.url} characters`,
    (url) => String(url).trim().length <= CHANNEL_LIMITS.url,
  ),
  invalid(
    'secret',
    'must be visible ASCII text without blanks at its ends',
    (secret) => typeof secret === 'string' && HEADER_SAFE.test(secret),
  ),
  invalid(
    'secret',
    `must not be longer than ${CHANNEL_LIMITS.secret} bytes`,
    (secret) => String(secret).length <= CHANNEL_LIMITS.secret,
  ),
  invalid('name', `must be text of 1 to ${CHANNEL_LIMITS.name} characters`, isName),
  invalid(
    'appIds',
    `must be a list of at most ${CHANNEL_LIMITS.appIds} application ids of at most ${CHANNEL_LIMITS.appId} bytes`,
    isAppIds,
  ),
  invalid('onlyOnFailure', 'must be true or false', (value) => typeof value === 'boolean'),
  invalid('enabled', 'must be true or false', (value) => typeof value === 'boolean'),
];

/** The channel that a request without id asks for, with the defaults of interface 2.7. */
export function readNewChannel(body: Body): Result<ChannelFields, ChannelCode> {
  const refusal = refusalOf(body, null);
  if (refusal) return refusal;
  // the checks have made sure of these two
  const change = changeOf(body) as ChannelChange & Pick<ChannelFields, 'type' | 'url'>;
  return accept({ name: change.type, secret: '', appIds: [], onlyOnFailure: false, enabled: true, ...change });
}

/** What a request with an id changes of the channel of that id; undefined where there is none. */
export function readChannelChange(body: Body, existing: Channel | undefined): Result<ChannelChange, ChannelCode> {
  return refusalOf(body, existing) ?? accept(changeOf(body));
}

function refusalOf(body: Body, existing: Channel | null | undefined): Refusal<ChannelCode> | null {
  for (const check of CHECKS) {
    const refusal = check(body, existing);
    if (refusal) return refusal;
  }
  return null;
}

/** The members that are sent and of a use; null keeps, as an omitted one does (spec 4.4). */
function changeOf({ name, type, url, secret, appIds, onlyOnFailure, enabled }: Body): ChannelChange {
  return {
    ...(typeof name === 'string' && { name }),
    ...(isType(type) && { type }),
    ...(typeof url === 'string' && { url: url.trim() }),
    ...(typeof secret === 'string' && { secret }),
    ...(isAppIds(appIds) && { appIds: [...new Set(appIds)] }),
    ...(typeof onlyOnFailure === 'boolean' && { onlyOnFailure }),
    ...(typeof enabled === 'boolean' && { enabled }),
  };
}

function invalid(member: string, must: string, holds: (value: unknown) => boolean): Check {
  return (body) => {
    const value = body[member];
    return absent(value) || holds(value) ? null : refuse('INVALID_CHANNEL', `${member} ${must}`);
  };
}

const absent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
const isType = (value: unknown): value is ChannelType => CHANNEL_TYPES.some((type) => type === value);
const isAppId = (value: unknown): value is string =>
  typeof value === 'string' &&
  !isBlank(value) &&
  value.isWellFormed() &&
  Buffer.byteLength(value) <= CHANNEL_LIMITS.appId;

function isName(value: unknown): boolean {
  return typeof value === 'string' && !isBlank(value) && value.isWellFormed() && value.length <= CHANNEL_LIMITS.name;
}

function isAppIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= CHANNEL_LIMITS.appIds && value.every(isAppId);
}
