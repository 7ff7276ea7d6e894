import * as v from 'valibot';
import { JSON_PATH_FORM, MAX_PATH_LENGTH, parseJsonPath } from '../../platform/json/json-path.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { HEADER_NAME, SENDABLE_VALUE } from '../../platform/values/http-tokens.ts';
import { keyName } from './key-name.ts';
import { MASK, maskedHeaders, withoutMasks } from './masked-headers.ts';
import { ReplayHeaders } from './replay-headers.ts';
import { narrowed, SavedFor, SavedForChange, savedForEarlier } from './targets/saved-for.ts';

/** A login request as somebody typed it. */
export const LoginRequest = v.object({
  method: v.string(),
  path: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.nullable(v.string()),
});
export type LoginRequest = v.InferOutput<typeof LoginRequest>;

/** Where the token is in the answer: a JSONPath of its body, or a header. */
const LoginToken = v.union([v.object({ path: v.string() }), v.object({ header: v.string() })]);
export type LoginToken = v.InferOutput<typeof LoginToken>;

/** `always`: requests that were recorded without a credential at this place get the token too. */
const withPrefix = { prefix: v.string(), always: v.boolean() };
const LoginLocation = v.union([
  v.object({ header: v.string(), ...withPrefix }),
  v.object({ cookie: v.string(), ...withPrefix }),
]);
export type LoginLocation = v.InferOutput<typeof LoginLocation>;

const Scope = v.picklist(['run', 'session', 'user']);

const common = { token: LoginToken, place: LoginLocation, scope: Scope, targets: SavedFor };

/** How replays of an application log in (interface 10): with a typed request or with that of a recording. */
export const LoginStep = v.union([
  v.object({ request: LoginRequest, ...common }),
  v.object({ caseId: v.string(), ...common }),
]);
export type LoginStep = v.InferOutput<typeof LoginStep>;

/** Maximum characters of a login request's path, and of its body. */
const MAX_PATH = 2048;
const MAX_BODY = 64 * 1024;
const MAX_PREFIX = 256;
const MAX_METHOD = 32;

const name = v.pipe(v.string(), v.regex(HEADER_NAME), v.maxLength(256));

const exactlyOne = <T extends object>(...names: readonly (keyof T)[]) =>
  v.check<T>((value) => names.filter((one) => value[one] !== undefined).length === 1);

/** The member `login` of a change of settings: absent members stay unchanged, and null removes the login step. */
export const LoginChange = v.nullish(
  v.object({
    request: v.nullish(
      v.object({
        method: v.optional(v.pipe(v.string(), v.regex(HEADER_NAME), v.maxLength(MAX_METHOD)), 'POST'),
        path: v.pipe(v.string(), v.regex(/^\/[\x21-\x7e]*$/), v.maxLength(MAX_PATH)),
        headers: v.optional(ReplayHeaders, {}),
        body: v.nullish(v.pipe(v.string(), v.maxLength(MAX_BODY)), null),
      }),
    ),
    caseId: v.nullish(keyName(128)),
    token: v.nullish(
      v.pipe(
        v.strictObject({
          path: v.optional(
            v.pipe(
              v.string(),
              v.check((path) => parseJsonPath(path) !== null),
              v.metadata({
                jsonSchema: { maxLength: MAX_PATH_LENGTH },
                description: `Must be ${JSON_PATH_FORM}; $. may be left out.`,
              }),
            ),
          ),
          header: v.optional(name),
        }),
        exactlyOne('path', 'header'),
      ),
    ),
    place: v.nullish(
      v.pipe(
        v.strictObject({
          header: v.optional(name),
          cookie: v.optional(name),
          prefix: v.nullish(v.pipe(v.string(), v.regex(SENDABLE_VALUE), v.maxLength(MAX_PREFIX))),
          always: v.nullish(v.boolean()),
        }),
        exactlyOne('header', 'cookie'),
      ),
    ),
    scope: v.nullish(Scope),
    targets: v.nullish(SavedForChange),
  }),
);
type LoginChange = v.InferOutput<typeof LoginChange>;

/** Headers that cannot be the place of a token, and why. */
const NOT_A_LOCATION: ReadonlyMap<string, string> = new Map([
  ['host', 'the target environment determines it'],
  ['cookie', 'name the cookie in login.place.cookie'],
]);

/**
 * The login step after a change; a masked value keeps what is stored. A new one is saved for the addresses `allowed`.
 */
export function changedLogin(
  current: LoginStep | null,
  change: LoginChange,
  allowed: readonly string[] = [],
): Result<LoginStep | null, 'INVALID_SETTINGS'> {
  if (change === undefined) return accept(current);
  if (change === null) return accept(null);
  const refused = (message: string) => refuse('INVALID_SETTINGS', message);

  const token = tokenOf(change.token) ?? current?.token;
  const location = locationOf(change.place) ?? current?.place;
  const scope = change.scope ?? current?.scope ?? 'run';
  if (change.request && change.caseId) return refused('login cannot have both request and caseId');
  if (token === undefined) return refused('login.token is missing');
  if (location === undefined) return refused('login.place is missing');
  const because = 'header' in location ? NOT_A_LOCATION.get(location.header.toLowerCase()) : undefined;
  if (because !== undefined) return refused(`login.place.header is invalid: ${because}`);
  if ('header' in token && token.header.toLowerCase() === 'set-cookie' && !('cookie' in location))
    return refused('login.token.header can be set-cookie only if login.place.cookie names the cookie');

  const isKept = !change.caseId && (!change.request || hasMask(change.request));
  const { ok, savedFor } = isKept
    ? narrowed(current?.targets ?? savedForEarlier(allowed), change.targets ?? undefined)
    : {
        ok: true,
        savedFor: change.targets ?? (isSame(current, change) ? current?.targets : undefined) ?? [...allowed],
      };
  if (!ok && current !== null) return refused('login.targets adds an address to a login step that is not sent with it');

  if (change.caseId) return accept({ caseId: change.caseId, token, place: location, scope, targets: savedFor });
  if (change.request) {
    const request = unmasked(change.request, current !== null && 'request' in current ? current.request : NO_REQUEST);
    return request === null
      ? refused('login.request has a mask (***) for a value that is not stored yet')
      : accept({ request, token, place: location, scope, targets: savedFor });
  }
  return current === null
    ? refused('login.request or login.caseId is missing')
    : accept({ ...current, token, place: location, scope, targets: savedFor });
}

const NO_REQUEST: LoginRequest = { method: '', path: '', headers: {}, body: null };

type Given<M extends keyof NonNullable<LoginChange>> = NonNullable<LoginChange>[M];

/** The schema requires exactly one of the two members; a text that is missing here is never stored. */
function tokenOf(token: Given<'token'>): LoginToken | undefined {
  if (token?.path !== undefined) return { path: token.path };
  return token?.header === undefined ? undefined : { header: token.header };
}

function locationOf(location: Given<'place'>): LoginLocation | undefined {
  const rest = { prefix: location?.prefix ?? '', always: location?.always ?? false };
  if (location?.header !== undefined) return { header: location.header, ...rest };
  return location?.cookie === undefined ? undefined : { cookie: location.cookie, ...rest };
}

/** The mask that replaces the query of a path. */
const QUERY_MASK = `?${MASK}`;

/** The login step for callers who may not change it: without what may be a credential. */
export function maskedLogin(login: LoginStep | null): LoginStep | null {
  if (login === null || !('request' in login)) return login;
  const { method, path, headers, body } = login.request;
  const request = {
    method,
    path: path.replace(/\?.+$/, QUERY_MASK),
    headers: maskedHeaders(headers),
    body: body === null ? null : MASK,
  };
  return { ...login, request };
}

/** Whether a change sends the request, or names the recording, that is stored already. */
function isSame(current: LoginStep | null, { request, caseId }: NonNullable<LoginChange>): boolean {
  if (current === null) return false;
  return 'request' in current
    ? JSON.stringify(v.parse(LoginRequest, request ?? NO_REQUEST)) === JSON.stringify(current.request)
    : caseId === current.caseId;
}

const hasMask = ({ path, headers, body }: LoginRequest): boolean =>
  path.endsWith(QUERY_MASK) || body === MASK || Object.values(headers).includes(MASK);

function unmasked(sent: LoginRequest, stored: LoginRequest): LoginRequest | null {
  const headers = withoutMasks(sent.headers, stored.headers);
  const body = sent.body === MASK ? stored.body : sent.body;
  const path = sent.path.endsWith(QUERY_MASK)
    ? sent.path.slice(0, -QUERY_MASK.length) + (/\?.+$/.exec(stored.path)?.[0] ?? QUERY_MASK)
    : sent.path;
  if (headers === null || (sent.body === MASK && body === null) || path.endsWith(QUERY_MASK)) return null;
  return { method: sent.method, path, headers, body };
}
