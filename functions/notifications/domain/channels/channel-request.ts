import * as v from 'valibot';
import { accept, type Refusal, type Result, refuse } from '../../../platform/result.ts';
import { isDotSegment } from '../../../platform/values/dot-segment.ts';
import { CHANNEL_TYPES, type ChannelType, WEBHOOK_FORMATS, type WebhookFormat } from '../channel-kind.ts';
import { type Channel, type ChannelChange, type ChannelFields, lacksUrl } from './channel.ts';
import { isPlainHttp } from './channel-address.ts';

/** Error codes of spec 7.3 for saving a channel. */
export type ChannelCode =
  | 'MISSING_TYPE'
  | 'UNKNOWN_TYPE'
  | 'MISSING_URL'
  | 'UNSUPPORTED_SCHEME'
  | 'NOT_FOUND'
  | 'INVALID_CHANNEL';

type Body = Readonly<Record<string, unknown>>;
/** `existing`: null for a new channel, undefined if the channel to update does not exist. */
type Check = (body: Body, existing: Channel | null | undefined) => Refusal<ChannelCode> | null;

/**
 * Maximum characters of a name and of a URL, bytes of a secret, number of applications and bytes of an application id.
 * @internal
 */
export const CHANNEL_LIMITS = { name: 200, url: 2048, secret: 4096, appIds: 200, appId: 200 } as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be kept out
const CONTROL = /[\x00-\x1f\x7f]/;
/**
 * Texts that every HTTP header preserves: spaces at the ends are lost in transit, and receivers decode non-ASCII text
 * differently.
 */
const HEADER_SAFE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

const isSet = v.nullish(v.boolean());

/** Body that creates or updates a channel (spec 2.7). The table below defines the refusals and their order. */
export const ChannelBody = v.object({
  id: v.nullish(
    v.pipe(v.string(), v.description('Id of the channel to change. Without it, a new channel is created.')),
  ),
  name: v.nullish(
    v.pipe(
      v.string(),
      v.maxLength(CHANNEL_LIMITS.name),
      v.check((name) => !isBlank(name) && name.isWellFormed()),
      v.description('Display name. Default: the type.'),
    ),
  ),
  type: v.nullish(v.pipe(v.picklist(CHANNEL_TYPES), v.description('A new channel needs one.'))),
  format: v.nullish(
    v.pipe(
      v.picklist(WEBHOOK_FORMATS),
      v.description(
        'The format of a webhook: CloudEvents (default), or messages of Slack or Microsoft Teams. Only for the type webhook.',
      ),
    ),
  ),
  url: v.nullish(
    v.pipe(
      v.string(),
      v.check((url) => !CONTROL.test(url) && URL.canParse(url) && url.trim().length <= CHANNEL_LIMITS.url),
      v.metadata({
        jsonSchema: { format: 'uri', maxLength: CHANNEL_LIMITS.url },
        description:
          'An http or https address without credentials. Responses never contain it in clear. Required for a new channel and a new type.',
      }),
    ),
  ),
  secret: v.nullish(
    v.pipe(
      v.string(),
      v.regex(HEADER_SAFE),
      v.maxLength(CHANNEL_LIMITS.secret),
      v.description(
        'Signs messages to bots, and is sent as X-Webhook-Secret to webhooks. Responses never contain it. An empty string removes it.',
      ),
    ),
  ),
  appIds: v.nullish(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check((appId) => isAppId(appId)),
          v.metadata({ jsonSchema: { maxLength: CHANNEL_LIMITS.appId } }),
        ),
      ),
      v.maxLength(CHANNEL_LIMITS.appIds),
      v.description('Applications whose runs notify this channel. Empty: all.'),
    ),
  ),
  onlyOnFailure: isSet,
  enabled: isSet,
});

/** Checks of spec 7.3 in its order, then of interface 7.3. The first failed check is the answer. */
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
  invalid('id', 'must be a string'),
  (_, existing) => (existing === undefined ? refuse('NOT_FOUND', 'there is no such channel') : null),
  invalid('type', 'must be a string', (type) => typeof type === 'string'),
  invalid('format', `must be ${WEBHOOK_FORMATS.join(', ')}`),
  ({ type, format }, existing) =>
    !absent(format) && (absent(type) ? existing?.type : type) !== 'webhook'
      ? refuse('INVALID_CHANNEL', 'format is only for channels of type webhook')
      : null,
  invalid(
    'url',
    'must be an address without control characters',
    (url) => typeof url === 'string' && !CONTROL.test(url) && URL.canParse(url),
  ),
  invalid('url', `must not be longer than ${CHANNEL_LIMITS.url} characters`),
  invalid(
    'secret',
    'must be visible ASCII text without blanks at its ends',
    (secret) => typeof secret === 'string' && HEADER_SAFE.test(secret),
  ),
  invalid('secret', `must not be longer than ${CHANNEL_LIMITS.secret} bytes`),
  invalid('name', `must be a string of 1 to ${CHANNEL_LIMITS.name} characters`),
  invalid(
    'appIds',
    `must be a list of at most ${CHANNEL_LIMITS.appIds} application ids of at most ${CHANNEL_LIMITS.appId} bytes, neither . nor ..`,
  ),
  invalid('onlyOnFailure', 'must be true or false'),
  invalid('enabled', 'must be true or false'),
];

/** The channel requested without an id, with the defaults of interface 2.7. */
export function parseNewChannel(body: Body): Result<ChannelFields, ChannelCode> {
  const refusal = refusalOf(body, null);
  if (refusal) return refusal;
  // the checks require these two
  const change = changeOf(body) as ChannelChange & Pick<ChannelFields, 'type' | 'url'>;
  return accept({ name: change.type, secret: '', appIds: [], onlyOnFailure: false, enabled: true, ...change });
}

/** The change requested for the channel with the id. Undefined if there is none. */
export function parseChannelChange(body: Body, existing: Channel | undefined): Result<ChannelChange, ChannelCode> {
  return refusalOf(body, existing) ?? accept(changeOf(body));
}

function refusalOf(body: Body, existing: Channel | null | undefined): Refusal<ChannelCode> | null {
  for (const check of CHECKS) {
    const refusal = check(body, existing);
    if (refusal) return refusal;
  }
  return null;
}

/** The members that are sent. Null keeps the value, like an omitted member (spec 4.4). */
function changeOf({ name, type, format, url, secret, appIds, onlyOnFailure, enabled }: Body): ChannelChange {
  return {
    ...(typeof name === 'string' && { name }),
    ...(isType(type) && { type }),
    ...(isFormat(format) && { format }),
    ...(typeof url === 'string' && { url: url.trim() }),
    ...(typeof secret === 'string' && { secret }),
    ...(isAppIds(appIds) && { appIds: [...new Set(appIds)] }),
    ...(typeof onlyOnFailure === 'boolean' && { onlyOnFailure }),
    ...(typeof enabled === 'boolean' && { enabled }),
  };
}

type Member = keyof typeof ChannelBody.entries;

function invalid(
  member: Member,
  must: string,
  holds = (value: unknown): boolean => v.is(ChannelBody.entries[member], value),
): Check {
  return (body) => {
    const value = body[member];
    return absent(value) || holds(value) ? null : refuse('INVALID_CHANNEL', `${member} ${must}`);
  };
}

const absent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
const isType = (value: unknown): value is ChannelType => CHANNEL_TYPES.some((type) => type === value);
const isFormat = (value: unknown): value is WebhookFormat => WEBHOOK_FORMATS.some((format) => format === value);
const isAppId = (value: unknown): value is string =>
  typeof value === 'string' &&
  !isBlank(value) &&
  !isDotSegment(value) &&
  value.isWellFormed() &&
  Buffer.byteLength(value) <= CHANNEL_LIMITS.appId;

const isAppIds = (value: unknown): value is string[] => Array.isArray(value) && v.is(ChannelBody.entries.appIds, value);
