import { constants, gunzipSync } from 'node:zlib';
import { accept, refuse } from '../../../platform/result.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { bodyOf } from '../content-encoding.ts';
import { type GoReplayPair, pairRecords } from './goreplay-pairs.ts';
import { goReplayRecords } from './goreplay-records.ts';
import { type ImportedEntry, type Importer, skip } from './imported.ts';
import { type RawMessage, readRawHttp } from './raw-http.ts';

/** Maximum decompressed bytes of a file. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Imports GoReplay files (.gor, .gz), in the order of the requests' times. Responses to earlier replays (type 3) are
 * omitted; a request without an original response, or with a truncated one, becomes a case without a recorded response.
 */
export const importGoReplay: Importer = (bytes) => {
  const plain = unpacked(bytes);
  if (plain === null)
    return refuse('UNREADABLE_IMPORT', 'the file cannot be decompressed, or unfolds to more than 128 MiB');
  const records = goReplayRecords(plain);
  const readable = records.filter((record) => record !== null);
  if (readable.length === 0) return refuse('UNREADABLE_IMPORT', 'the file holds no GoReplay record');
  const { pairs, orphans } = pairRecords(readable);
  return accept([
    ...pairs.map(exchangeOf),
    ...Array.from({ length: orphans }, () => skip('a response has no request in the file')),
    ...Array.from({ length: records.length - readable.length }, () => skip('a record has no readable header line')),
  ]);
};

/** A truncated file is read as far as possible. */
function unpacked(bytes: Uint8Array): Buffer | null {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (fault) {
    if (fault instanceof Error) return null;
    throw fault;
  }
}

function exchangeOf({ request: asked, response: answered }: GoReplayPair): ImportedEntry {
  const request = readRawHttp('REQUEST', asked.payload);
  if (request === null) return skip('the request is not readable as HTTP/1.1');
  if (request.isCut) return skip('the request was cut');
  const path = request.target.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '').replace(/^(?!\/)/, '/');
  if (request.method === 'CONNECT' || request.target === '*') return skip('the request has no path');
  const response = answered && readRawHttp('RESPONSE', answered.payload, request.method === 'HEAD');
  if (response?.status === 101) return skip('the request opened a WebSocket or another protocol');
  const usable = answered !== null && response !== null && !response.isCut && response.status >= 200;
  return {
    ok: true,
    recordedAt: Number(asked.at / NS_PER_MS),
    input: {
      durationMs: usable ? durationOf(asked.at, answered.at, answered.latencyNs) : null,
      request: { method: request.method, path, headers: headersOf(request), ...requestBody(request) },
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
