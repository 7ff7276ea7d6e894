import { isUtf8 } from 'node:buffer';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { decodeContent } from '../content-encoding.ts';
import { isCredentialName, mayNameCredential } from '../masks/credential-names.ts';
import { isMasked, type Mask, plainMask } from '../masks/mask.ts';
import { maskCallValues } from '../masks/mask-call-values.ts';
import { maskForm, maskPairs } from '../masks/mask-pairs.ts';
import { maskText } from '../masks/mask-text.ts';
import { maskSessionData, type SessionStore, sessionStoreOf } from '../masks/session-stores.ts';
import type { RecordedCall } from '../recorded-case.ts';
import { percentDecoded } from './percent-decoded.ts';
import type { Sealing } from './sealing.ts';

/** Headers and body of a request or a response. */
export interface Side {
  headers: [string, string][];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/**
 * Seals the credentials in headers and body. A body that is encoded is decoded if it holds any; one that names fields
 * and cannot be read is sealed as a whole.
 */
export function sealSide<S extends Side>(side: S, sealing: Sealing): S {
  const headers = side.headers.map(([name, value]): [string, string] => [name, sealHeader(name, value, sealing)]);
  if (side.body === null || side.body === '') return { ...side, headers };
  const contentType = headerOf(side.headers, 'content-type') ?? '';
  if (side.bodyEncoding === 'utf8') {
    const isWhole = isWide(side.body, contentType) && !sealing.keeps;
    const body = isWhole ? sealing.mask('utf8')('body', side.body, 'body') : sealBody(side.body, contentType, sealing);
    return { ...side, headers, body };
  }
  const bytes = Buffer.from(side.body, 'base64');
  const coding = headerOf(side.headers, 'content-encoding') ?? '';
  const decoded = decodeContent(coding, bytes);
  const plain = Buffer.from(decoded ?? bytes);
  const charset = isUtf8(plain) ? 'utf8' : 'latin1';
  const isCoded = decoded === null && !/^(?:identity)?$/i.test(coding.trim());
  const text = plain.toString(charset);
  if (charset === 'latin1' && !TEXT.test(contentType)) {
    const guarded = sealing.guard(text);
    return guarded === text ? { ...side, headers } : { ...side, ...sealedBody(guarded, charset, headers, decoded) };
  }
  if (!sealing.keeps && ((isCoded && charset === 'latin1') || isWide(text, contentType)))
    return {
      ...side,
      headers,
      body: sealing.mask('latin1')('body', bytes.toString('latin1'), 'body'),
      bodyEncoding: 'utf8',
    };
  const body = sealBody(text, contentType, sealing, charset);
  return body === text ? { ...side, headers } : { ...side, ...sealedBody(body, charset, headers, decoded) };
}

/** A body that holds sealed values. */
export const sealedBody = (
  body: string,
  charset: 'utf8' | 'latin1',
  headers: Side['headers'],
  decoded: Uint8Array | null,
): Side => ({
  body: charset === 'utf8' ? body : Buffer.from(body, charset).toString('base64'),
  bodyEncoding: charset === 'utf8' ? 'utf8' : 'base64',
  // They describe bytes that are no longer stored.
  headers: decoded === null ? headers : headers.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name)),
});

/** Types that hold fields. */
const TEXT = /^(?:text|multipart)\/|json|xml|x-www-form-urlencoded/i;

/** Whether a text has more than a byte per character, so that nothing in it is found: UTF-16 and UTF-32. */
const isWide = (text: string, contentType: string): boolean =>
  TEXT.test(contentType) && !/^multipart/i.test(contentType) && text.slice(0, 256).includes('\0');

/** Seals what the value of a header names. */
function sealHeader(name: string, value: string, sealing: Sealing): string {
  const given = sealing.guard(value);
  if (sealing.keeps || given === '' || isMasked(given)) return given;
  const mask = sealing.mask('utf8');
  return isCredentialName(name) ? mask(name, given, 'header') : maskText(given, mask);
}

/** Seals the credentials in a path and its query. */
export function sealPath(path: string, sealing: Sealing): string {
  const given = sealing.guard(path);
  if (sealing.keeps || !mayNameCredential(given)) return given;
  const mask = sealing.mask('utf8');
  const at = given.indexOf('?') + 1 || given.length;
  return maskPairs(given.slice(0, at), mask) + sealForm(given.slice(at), mask);
}

function sealBody(text: string, contentType: string, sealing: Sealing, charset: 'utf8' | 'latin1' = 'utf8'): string {
  const given = sealing.guard(text);
  if (sealing.keeps) return given;
  const mask = sealing.mask(charset);
  return /^application\/x-www-form-urlencoded/i.test(contentType)
    ? sealForm(given, mask)
    : maskText(given, mask, contentType);
}

/** Seals the fields of a form or a query by their names, and others whole where what they hold names a credential. */
function sealForm(text: string, mask: Mask): string {
  if (!mayNameCredential(text)) return text;
  return maskPairs(maskForm(text, mask), mask)
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=') + 1;
      const value = pair.slice(at);
      const decoded =
        at > 0 && /[%"]/.test(value) && !isMasked(value) ? percentDecoded(value.replaceAll('+', ' ')) : null;
      if (decoded === null || maskText(decoded, plainMask) === decoded) return pair;
      return pair.slice(0, at) + mask('value', value, 'form');
    })
    .join('&');
}

/** Seals the credentials in a text that is of no request. */
export const sealText = (text: string, sealing: Sealing): string =>
  sealing.keeps ? sealing.guard(text) : maskText(sealing.guard(text), sealing.mask('utf8'));

/** Seals the credentials of a call. */
export function sealCall(call: RecordedCall, sealing: Sealing): RecordedCall {
  const store = sealing.keeps ? null : sessionStoreOf(call.request);
  return {
    ...call,
    target: sealText(call.target, sealing),
    operation: sealText(call.operation, sealing),
    request: sealExchange(call.request, sealing, store),
    response: sealExchange(call.response, sealing, store),
    error: call.error && sealText(call.error, sealing),
  };
}

/** Seals the credentials in any JSON; headers of an HTTP exchange may be a list of pairs. */
function sealExchange(json: string, sealing: Sealing, store: SessionStore | null): string {
  const given = sealing.guard(json);
  if (sealing.keeps || (store === null && !mayNameCredential(given))) return given;
  const mask = sealing.mask('utf8');
  const named = maskCallValues(maskText(given.includes('"headers"') ? sealPairs(given, mask) : given, mask), mask);
  return store === null ? named : maskSessionData(named, store, mask);
}

/** `["authorization","…"]`: a pair of a name and its value. */
const sealPairs = (json: string, mask: Mask): string =>
  json.replaceAll(
    /(\[\s*"([\w-]{1,128})"\s*,\s*)("(?:[^"\\]|\\.)*")(\s*\])/g,
    (whole, start: string, name: string, value: string, end: string) =>
      isCredentialName(name) && !isMasked(value.slice(1, -1))
        ? start + (mask.member?.(name, value, '') ?? JSON.stringify(mask(name, value, 'header'))) + end
        : whole,
  );
