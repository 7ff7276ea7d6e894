import { constants, gunzipSync } from 'node:zlib';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { bodyOf } from '../content-encoding.ts';
import { hostOf, mediaTypeOf } from '../filter/filtered-exchange.ts';
import { type GoReplayPair, pairRecords } from './goreplay-pairs.ts';
import { type GoReplayIndex, goReplayScanner } from './goreplay-scanner.ts';
import { MAX_EXCHANGES, MAX_MESSAGE_BYTES, TOO_MANY_EXCHANGES } from './import-limits.ts';
import { type ImportedEntry, type Importer, skip } from './imported.ts';
import { parseRawHttp, type RawMessage } from './raw-http.ts';

/** Maximum decompressed bytes of a file. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Imports GoReplay files (.gor, .gz), in the order of the requests' times. Responses to earlier replays (type 3) are
 * omitted; a request without an original response, or with a truncated one, becomes a case without a recorded response.
 */
export const importGoReplay: Importer = (bytes) => {
  const read = scanned(bytes);
  if (!read.ok) return read;
  const { plain, index } = read.value;
  if (index.records.length === 0) return refuse('UNREADABLE_IMPORT', 'the file contains no GoReplay record');
  const { pairs, skipped } = goReplayExchanges(index);
  if (pairs.length + skipped.length > MAX_EXCHANGES) return refuse('UNREADABLE_IMPORT', TOO_MANY_EXCHANGES);
  const payload = ({ start, end }: { start: number; end: number }) => plain.subarray(start, end);
  return accept({
    count: pairs.length + skipped.length,
    entry: (position) => {
      const pair = pairs[position];
      return pair
        ? goReplayEntry(pair, payload(pair.request), pair.response && payload(pair.response))
        : skip(skipped[position - pairs.length] ?? '');
    },
  });
};

/** The exchanges of a file, and a reason for each record that belongs to none. */
export function goReplayExchanges({ records, unreadable }: GoReplayIndex) {
  const { pairs, orphans } = pairRecords(records);
  return {
    pairs,
    skipped: [
      ...Array.from({ length: orphans }, () => 'a response has no request in the file'),
      ...Array.from({ length: unreadable }, () => 'a record has no readable header line'),
    ],
  };
}

/** Bytes of both payloads of an exchange. */
export const bytesOfPair = (pair: GoReplayPair | undefined): number =>
  pair === undefined
    ? 0
    : pair.request.end - pair.request.start + (pair.response ? pair.response.end - pair.response.start : 0);

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Bytes that reading a file takes at most: those of a compressed one are unknown before. */
export const unfoldedBytes = (bytes: Uint8Array): number => (isGzip(bytes) ? MAX_BYTES : bytes.byteLength);

function scanned(bytes: Uint8Array) {
  const plain = isGzip(bytes) ? unfolded(bytes) : accept(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!plain.ok) return plain;
  const scanner = goReplayScanner();
  return scanner.push(plain.value)
    ? accept({ plain: plain.value, index: scanner.end() })
    : refuse('UNREADABLE_IMPORT', TOO_MANY_EXCHANGES);
}

/** A truncated gzip file is read as far as possible. */
function unfolded(bytes: Uint8Array): Result<Buffer, 'UNREADABLE_IMPORT'> {
  try {
    return accept(gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_BYTES }));
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault;
    const isTooLarge = 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE';
    return refuse('UNREADABLE_IMPORT', isTooLarge ? UNFOLDS_TOO_MUCH : 'the file cannot be decompressed');
  }
}

const UNFOLDS_TOO_MUCH = `the file decompresses to more than ${MAX_BYTES / 1024 / 1024} MiB; \`replay import\` sends larger ones`;

/** The exchange of a pair, by the payloads of its request and of its response. */
function goReplayEntry(
  { request: asked, response: answered }: GoReplayPair,
  sent: Uint8Array,
  received: Uint8Array | null,
): ImportedEntry {
  if (Math.max(sent.length, received?.length ?? 0) > MAX_MESSAGE_BYTES)
    return skip(`a message is larger than ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB`);
  const request = parseRawHttp('REQUEST', sent);
  if (request === null) return skip('the request is not readable as HTTP/1.1');
  if (request.isCut) return skip('the request is truncated');
  const path = request.target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '').replace(/^(?!\/)/, '/');
  if (request.method === 'CONNECT' || request.target === '*') return skip('the request has no path');
  const response = received && parseRawHttp('RESPONSE', received, request.method === 'HEAD');
  if (response?.status === 101) return skip('the request opened a WebSocket or another protocol');
  const usable = answered !== null && response !== null && !response.isCut && response.status >= 200;
  const headers = headersOf(request);
  return {
    ok: true,
    recordedAt: Number(asked.at / NS_PER_MS),
    exchange: {
      host: hostOf(headerOf(headers, 'host')?.trim()),
      method: request.method,
      path,
      headers,
      responseType: mediaTypeOf(response && headerOf(response.headers, 'content-type')),
      resourceType: null,
    },
    input: {
      durationMs: usable ? durationOf(asked.at, answered.at, answered.latencyNs) : null,
      request: { method: request.method, path, headers, ...requestBody(request) },
      response: usable ? { status: response.status, headers: headersOf(response), ...responseBody(response) } : null,
    },
  };
}

const NS_PER_MS = 1_000_000n;

/** From request to response; if the clock ran backwards, the latency that the file states. */
function durationOf(from: bigint, to: bigint, latencyNs: bigint | null): number | null {
  const ns = to >= from ? to - from : latencyNs;
  return ns === null || ns < 0n ? null : Number(ns) / 1_000_000;
}

/** The chunked coding was already decoded with the message. */
const headersOf = ({ headers }: RawMessage) => headers.filter(([name]) => name.toLowerCase() !== 'transfer-encoding');

function requestBody({ body, headers }: RawMessage) {
  const isEmpty = body.byteLength === 0 && (headerOf(headers, 'content-length') ?? '0') === '0';
  return isEmpty ? { body: null } : bodyOf(body);
}

/** Encoded bytes are passed on as base64: reading the case decodes the coding that the headers name. */
function responseBody({ body, headers }: RawMessage) {
  if (body.byteLength === 0) return { body: null };
  if (headerOf(headers, 'content-encoding') === undefined) return bodyOf(body);
  return { body: Buffer.from(body).toString('base64'), bodyEncoding: 'base64' };
}
