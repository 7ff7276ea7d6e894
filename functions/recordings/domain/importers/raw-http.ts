import { HTTPParser } from 'http-parser-js';
import { chunkedBody } from './chunked-body.ts';

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

/** Maximum bytes of a start line with its headers, as the parser defines it. */
const MAX_HEAD_BYTES = 80 * 1024;
const MAX_INTERIM_RESPONSES = 16;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * Parses the bytes of one request or response; null if they are not HTTP/1.1, or if their head is larger than 80 KiB.
 * Interim 1xx responses are skipped, and whatever follows the message is not read.
 */
export function parseRawHttp(
  kind: 'REQUEST' | 'RESPONSE',
  bytes: Uint8Array,
  isAnswerToHead = false,
): RawMessage | null {
  let rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let interim = 0; interim <= MAX_INTERIM_RESPONSES; interim++) {
    const end = headEnd(rest);
    const head = end < 0 ? null : parseHead(kind, rest.subarray(0, end));
    if (head === null) return null;
    rest = rest.subarray(end);
    if (kind === 'REQUEST' || head.status >= 200 || head.status === 101) {
      const { isChunked, length, ...message } = head;
      return { ...message, ...framed(rest, isAnswerToHead ? { isChunked: false, length: 0 } : { isChunked, length }) };
    }
  }
  return null;
}

interface Framing {
  isChunked: boolean;
  /** Null: until the end of the connection. */
  length: number | null;
}

type Head = Omit<RawMessage, 'body' | 'isCut'> & Framing;

/** The parser's constant for "this message has no body". */
const SKIP_BODY = 1;

/** The parser reads heads only: it allocates an object per chunk of a body. */
function parseHead(kind: 'REQUEST' | 'RESPONSE', bytes: Buffer): Head | null {
  const parser = new HTTPParser(kind);
  let head: Head | null = null;
  parser[HTTPParser.kOnHeadersComplete] = ({ method, url, statusCode, headers, upgrade }) => {
    const status = statusCode ?? 0;
    const pairs = pairsOf(headers);
    head = {
      method: kind === 'REQUEST' ? (HTTPParser.methods[method] ?? '') : '',
      target: url ?? '',
      status,
      headers: pairs,
      ...framingOf(pairs, { upgrade, hasNoBody: kind === 'REQUEST' || status === 204 || status === 304 }),
    };
    return SKIP_BODY;
  };
  parser.execute(withoutBlankLines(bytes));
  return head;
}

/**
 * A head without the lines of white space that continue a header with nothing: the parser ignores them, in time that
 * grows with the square of their length.
 */
function withoutBlankLines(head: Buffer): Buffer {
  const parts: Buffer[] = [];
  let kept = 0;
  for (let start = head.indexOf(LINE_FEED) + 1; start > 0; start = head.indexOf(LINE_FEED, start) + 1) {
    let at = start;
    while (head[at] === SPACE || head[at] === TAB) at++;
    if (at === start) continue;
    if (head[at] === CARRIAGE_RETURN) at++;
    if (head[at] !== LINE_FEED) continue;
    parts.push(head.subarray(kept, start));
    kept = at + 1;
  }
  return parts.length === 0 ? head : Buffer.concat([...parts, head.subarray(kept)]);
}

/** The chunked coding takes precedence over a length (RFC 9112, 6.3); the parser refuses lengths that contradict. */
function framingOf(
  headers: readonly [string, string][],
  { upgrade, hasNoBody }: { upgrade: boolean; hasNoBody: boolean },
): Framing {
  const last = (wanted: string) => headers.findLast(([name]) => name.toLowerCase() === wanted)?.[1];
  const isChunked = last('transfer-encoding')?.toLowerCase() === 'chunked' && !upgrade;
  const length = last('content-length');
  return { isChunked, length: length === undefined ? (hasNoBody ? 0 : null) : Number(length) };
}

function framed(bytes: Buffer, { isChunked, length }: Framing): Pick<RawMessage, 'body' | 'isCut'> {
  if (isChunked) return chunkedBody(bytes);
  if (length === null) return { body: bytes, isCut: false };
  return { body: bytes.subarray(0, Math.max(0, length)), isCut: !(length >= 0 && length <= bytes.length) };
}

/** The position after the empty line that ends a head; -1 if there is none within MAX_HEAD_BYTES. */
function headEnd(bytes: Buffer): number {
  const head = bytes.subarray(0, MAX_HEAD_BYTES);
  let hasStarted = false;
  for (let at = 0; ; ) {
    const end = head.indexOf(LINE_FEED, at);
    if (end === -1) return -1;
    const isEmpty = end === at || (end === at + 1 && head[at] === CARRIAGE_RETURN);
    if (isEmpty && hasStarted) return end + 1;
    hasStarted ||= !isEmpty;
    at = end + 1;
  }
}

function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}
