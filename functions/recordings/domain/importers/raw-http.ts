import { HTTPParser } from 'http-parser-js';

/** One HTTP/1.1 message with its chunked coding decoded. */
export interface RawMessage {
  /** Request: as on the request line. Response: empty. */
  method: string;
  target: string;
  /** Response: the final status. Request: 0. */
  status: number;
  headers: [string, string][];
  body: Uint8Array;
  /** The body ended before the length or the last chunk that its headers declare. */
  isCut: boolean;
}

/** Parses the bytes of one request or response; null if they are not HTTP/1.1. Interim 1xx responses are skipped. */
export function readRawHttp(
  kind: 'REQUEST' | 'RESPONSE',
  bytes: Uint8Array,
  isAnswerToHead = false,
): RawMessage | null {
  const parser = new HTTPParser(kind);
  const chunks: Buffer[] = [];
  let message: RawMessage | null = null;
  let complete = false;
  parser[HTTPParser.kOnHeadersComplete] = (info) => {
    if (complete) return SKIP_BODY;
    message = {
      method: kind === 'REQUEST' ? (HTTPParser.methods[info.method] ?? '') : '',
      target: info.url ?? '',
      status: info.statusCode ?? 0,
      headers: pairsOf(info.headers),
      body: new Uint8Array(),
      isCut: false,
    };
    return isAnswerToHead ? SKIP_BODY : undefined;
  };
  parser[HTTPParser.kOnBody] = (chunk, offset, length) => {
    if (!complete) chunks.push(chunk.subarray(offset, offset + length));
  };
  parser[HTTPParser.kOnMessageComplete] = () => {
    complete ||= message !== null && (kind === 'REQUEST' || message.status >= 200 || message.status === 101);
  };
  const outcome = parser.execute(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!complete && !(outcome instanceof Error)) parser.finish();
  return finished(message, chunks, complete);
}

/** The parser's constant for "this message has no body". */
const SKIP_BODY = 1;

function finished(message: RawMessage | null, chunks: readonly Buffer[], complete: boolean): RawMessage | null {
  return message && { ...message, body: Buffer.concat(chunks), isCut: !complete };
}

function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}
