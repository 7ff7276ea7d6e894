import * as v from 'valibot';
import { HEADER_NAME, SENDABLE_VALUE } from '../../platform/values/http-tokens.ts';
import { whyNotRepeated } from './not-repeated.ts';

/** Maximum headers of a list. */
export const MAX_HEADERS = 100;

/** Maximum total size of an application's replay headers; servers reject more. */
const MAX_HEADER_BYTES = 32 * 1024;

/** A header name that replays can send. */
export const ReplayHeaderName = v.pipe(v.string(), v.regex(HEADER_NAME), v.maxLength(256));

const headerValue = v.pipe(v.string(), v.regex(SENDABLE_VALUE), v.maxLength(8192));

/** Headers that replays send, by name. */
export const ReplayHeaders = v.pipe(
  v.record(ReplayHeaderName, headerValue),
  v.check((set) => Object.keys(set).length <= MAX_HEADERS),
  v.check((set) => Buffer.byteLength(JSON.stringify(set)) <= MAX_HEADER_BYTES),
);

/** Whether a header occurs twice: names are case-insensitive (RFC 9110 5.1). */
export const repeatsHeader = (names: readonly string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size < names.length;

/** Names that no setting can have. Without an error, parsing drops all of them but `host`. */
const REFUSED_HEADERS: ReadonlyMap<string, string> = new Map([
  ['host', 'the target environment determines it'],
  ['__proto__', 'it cannot be stored'],
  ['constructor', 'it cannot be stored'],
  ['prototype', 'it cannot be stored'],
]);

/** Why no setting can have a header; null if it can. */
export const whyRefused = (name: string): string | null => REFUSED_HEADERS.get(name.toLowerCase()) ?? null;

/** Why replays cannot set a header: what they never send is not set in vain. Null if they can. */
export const whyNotSet = (name: string): string | null => whyRefused(name) ?? whyNotRepeated(name);
