import { isObject } from '../../../platform/json/is-object.ts';
import { parseKeepingNumbers } from '../../../platform/values/json-text.ts';

/** What noise reduction needs to know of a sealed value: the text is equal for values that differ only by chance. */
export interface Likeness {
  kind: 'JWT' | 'id';
  text: string;
}

const JWT = /^([\w-]{4,})\.([\w-]{2,})\.([\w-]*)$/;
/** Claims that differ in every new token (interface 3.1 d). */
const CHANGING: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);
/** UUIDs that are made of random numbers or the clock, and ULIDs. */
const ID =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-([1467])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|([0-7])[0-9a-hjkmnp-tv-z]{25})$/i;
/** A value, the time when it was signed, and a signature: sessions and cookies of Django. */
const SIGNED = /^([\w.=-]{8,}):[0-9A-Za-z]{6}:[\w-]{27,86}$/;
const MAX_LENGTH = 16_384;

/** The likeness of a token or a random id; null for any other value. */
export function likenessOf(value: string): Likeness | null {
  if (value.length > MAX_LENGTH) return null;
  const [id, version, ulid] = ID.exec(value) ?? [];
  if (id !== undefined) {
    const letters = /[A-F]/.test(value) ? 'upper' : 'lower';
    return { kind: 'id', text: `${ulid === undefined ? `UUID ${version}` : 'ULID'} ${letters}` };
  }
  const [, payload] = SIGNED.exec(value) ?? [];
  if (payload !== undefined) return { kind: 'JWT', text: `signed ${payload}` };
  const [, head, body, signature] = JWT.exec(value) ?? [];
  const header = head === undefined ? null : objectIn(head);
  const claims = body === undefined ? null : objectIn(body);
  if (header === null || claims === null || !('alg' in header)) return null;
  return { kind: 'JWT', text: canonical([header, masked(claims), signature !== '']) };
}

const masked = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, CHANGING.has(name) ? null : value]));

function objectIn(part: string): Record<string, unknown> | null {
  try {
    const value = parseKeepingNumbers(Buffer.from(part, 'base64url').toString());
    return isObject(value) ? value : null;
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}

/** Members in the order of their names; numbers as they are written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) && !('rawJSON' in inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
