import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { bodyOf, decodeContent } from '../../functions/recordings/domain/content-encoding.ts';
import { pathTemplate } from '../../functions/recordings/domain/operation-name.ts';
import type { AgentCall } from './agent-call.ts';

export type HeaderPairs = [string, string][];

/** Headers as they were on the wire: a flat list as `rawHeaders`, or the block that was sent. */
export type WireHeaders = readonly string[] | string;

/** A body as recorders write it. */
export interface TextBody {
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** Hop-by-hop headers, which belong to a connection (RFC 9110 7.6.1). */
const HOP = new Set(
  'connection keep-alive proxy-connection proxy-authenticate te trailer transfer-encoding upgrade expect'.split(' '),
);

/** Returns the pairs of `rawHeaders` without hop-by-hop headers. */
function endToEndPairs(raw: readonly string[]): HeaderPairs {
  const pairs: HeaderPairs = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (!HOP.has(name.toLowerCase()) && !name.startsWith(':')) pairs.push([name, raw[at + 1] ?? '']);
  }
  return pairs;
}

/** Returns the pairs of a header block as it was sent: `METHOD / HTTP/1.1\r\nname: value\r\n…`. @internal */
export function pairsOfBlock(block: string): HeaderPairs {
  const raw = block
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  return endToEndPairs(raw);
}

/** Returns the pairs of headers as they were on the wire, without hop-by-hop headers. */
export const pairsOfWire = (headers: WireHeaders): HeaderPairs =>
  typeof headers === 'string' ? pairsOfBlock(headers) : endToEndPairs(headers);

/** Returns the flat list of an object of headers, as `getHeaders()` gives it. */
export function rawOfObject(headers: Readonly<Record<string, unknown>>): string[] {
  const raw: string[] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (Array.isArray(value)) {
      for (const one of value) if (one !== undefined) raw.push(name, String(one));
    } else if (value !== undefined) raw.push(name, String(value));
  }
  return raw;
}

/** The value of a header; undefined if there is none. */
const headerValue = (headers: HeaderPairs, name: string): string | undefined =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1];

/** A body as it was on the wire. */
export const wireBody = (bytes: Buffer): TextBody =>
  bytes.length === 0 ? { body: null, bodyEncoding: 'utf8' } : bodyOf(bytes);

/** A body without its content-encoding; as on the wire if that is unknown. */
export function plainBody(bytes: Buffer, headers: HeaderPairs): TextBody {
  const encoding = headerValue(headers, 'content-encoding');
  if (encoding === undefined || bytes.length === 0) return wireBody(bytes);
  const decoded = decodeContent(encoding, bytes);
  return wireBody(decoded === null ? bytes : Buffer.from(decoded));
}

/** An HTTP call, ready to be recorded or asked for. */
export function httpCall(
  target: string,
  { method, path, headers, body }: { method: string; path: string; headers: HeaderPairs; body: Buffer },
): AgentCall {
  return {
    kind: 'http',
    target,
    operation: `${method} ${pathTemplate(path)}`,
    request: { method, path, headers, ...wireBody(body) },
  };
}

/** An HTTP response to give to a client. */
export interface HttpAnswer {
  status: number;
  headers: HeaderPairs;
  body: Buffer;
}

/** Headers that describe the bytes on the wire, which are written again. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive']);

/** Reads a recorded HTTP response, or one configured as a default; null if it is not one. */
export function httpAnswerOf(response: unknown): HttpAnswer | null {
  if (typeof response !== 'object' || response === null) return null;
  const { status, headers, body, bodyEncoding } = response as Record<string, unknown>; // each is checked below
  const code = typeof status === 'number' && status >= 100 && status <= 599 ? status : 200;
  const pairs = Array.isArray(headers)
    ? headers.filter(
        (pair): pair is [string, string] => Array.isArray(pair) && pair.every((one) => typeof one === 'string'),
      )
    : [];
  const text = typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);
  const bytes = Buffer.from(text, bodyEncoding === 'base64' ? 'base64' : 'utf8');
  const encoding = headerValue(pairs, 'content-encoding');
  const encoded = encoding === undefined ? null : encodedBody(encoding, bytes);
  return {
    status: code,
    headers: pairs.filter(
      ([name]) => !FRAMING.has(name.toLowerCase()) && (encoded !== null || name.toLowerCase() !== 'content-encoding'),
    ),
    body: encoded ?? bytes,
  };
}

const ENCODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
};

/** A recorded body is decoded; clients expect what its header says. Null where that cannot be written. */
function encodedBody(encoding: string, bytes: Buffer): Buffer | null {
  if (bytes.length === 0 || decodeContent(encoding, bytes) !== null) return bytes;
  return ENCODERS[encoding.trim().toLowerCase()]?.(bytes) ?? null;
}

/** The target of a URL's authority: its configured name, else `host[:port]` without a default port. */
export function targetOf(
  targets: ReadonlyMap<string, string>,
  { protocol, host, port }: { protocol: string; host: string; port: string | number | null | undefined },
): string {
  const number = port ? String(port) : DEFAULT_PORTS[protocol];
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const lower = bracketed.toLowerCase();
  const authority = number === undefined || number === DEFAULT_PORTS[protocol] ? lower : `${lower}:${number}`;
  return targets.get(authority) ?? targets.get(`${lower}:${number}`) ?? targets.get(lower) ?? authority;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
