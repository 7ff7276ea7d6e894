import { wireText } from '../values/http/wire-path.ts';
import type { Header } from './outbound.ts';

/** Headers that describe this connection's framing: the client writes them itself, regardless of the caller's. */
const CONNECTION_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a method is valid in a request line; CONNECT requests a tunnel, which is not an exchange. */
export const isSendableMethod = (method: string): boolean => TOKEN.test(method) && method !== 'CONNECT';

/**
 * Names and values alternating, as sent over the wire, and how many were omitted: a header that HTTP/1.1 cannot carry
 * (a name that is not a token, a line break in a value) must not prevent its request.
 */
export function wireHeaders(headers: readonly Header[]): { flat: string[]; leftOut: number } {
  const own = headers.filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  const sendable = own
    .map(([name, value]) => [name, wireText(value)] as const)
    .filter(([name, value]) => TOKEN.test(name) && FIELD_VALUE.test(value));
  return { flat: sendable.flat(), leftOut: own.length - sendable.length };
}

/** Response headers as pairs, each byte one character (as node:http reads them). */
export function headerPairs(raw: unknown): Header[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)));
  return texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ''] as const] : []));
}
