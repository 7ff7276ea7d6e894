import { isUtf8 } from 'node:buffer';
import { type LikeTape, likeTape } from './like-tape.ts';
import { byteAt, NODE, type Tape, wordAt } from './tape.ts';
import { NEW_WORDS, type TapeWords } from './tape-words.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;

/**
 * Scans a JSON text strictly (RFC 8259, UTF-8) in one pass, without recursion and without building values; null if it
 * is invalid. A byte order mark is not JSON: the reader of the body strips it. `like`: a text that may be mostly the
 * same, which makes it faster and changes no result.
 */
export function scanJson(body: Uint8Array, memory: TapeWords = NEW_WORDS, like: Tape | null = null): Tape | null {
  if (!isUtf8(body)) return null;
  // A Buffer has another hidden class than a Uint8Array; with only one of them the hot loops stay monomorphic.
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : body;
  let end = bytes.length;
  while (end > 0 && isSpace(byteAt(bytes, end - 1))) end--;
  const start = afterSpace(bytes, 0);
  if (start >= end) return null;
  return (byteAt(bytes, start) | 0x20) === OPEN_OBJECT
    ? scanContainer(bytes, start, end, memory, like && likeTape(like, bytes))
    : scanAlone(bytes, start, end, memory);
}

function scanAlone(bytes: Uint8Array, start: number, end: number, memory: TapeWords): Tape | null {
  if (scalarEnd(bytes, start, end) !== end) return null;
  const words = memory.take(NODE);
  words[0] = start;
  words[1] = end;
  words[2] = -1;
  words[3] = -1;
  return { bytes, words };
}

/** `end` is behind a closing bracket or the text is refused at once: that keeps bounds out of the loop. */
function scanContainer(
  bytes: Uint8Array,
  start: number,
  end: number,
  memory: TapeWords,
  like: LikeTape | null,
): Tape | null {
  if ((byteAt(bytes, end - 1) | 0x20) !== CLOSE_OBJECT) return null;
  const likely = Math.min(like?.length ?? 0, end - start);
  let words = memory.take(Math.max((end - start) >> 2, likely) + 4 * NODE);
  let room = words.length - 2 * NODE;
  let node = 0;
  let open = -1;
  let inObject = false;
  let at = start;
  let nextTry = like?.nextTry ?? Number.POSITIVE_INFINITY;

  const grow = () => grown(words, memory, (node / Math.max(1, at - start)) * (end - start));
  for (;;) {
    if (node > room) {
      words = grow();
      room = words.length - 2 * NODE;
    }
    let nameStart = -1;
    let nameEnd = -1;
    let copied = 0;
    if (at >= nextTry && like !== null) {
      at = afterSpace(bytes, at);
      copied = like.find(at, node, inObject);
      nextTry = like.nextTry;
    }
    if (copied > 0 && like !== null) {
      while (node + copied > room) {
        words = grow();
        room = words.length - 2 * NODE;
      }
      like.copy(words, node);
      node += copied;
      at = like.end;
    } else {
      if (inObject) {
        at = afterSpace(bytes, at);
        if (byteAt(bytes, at) !== QUOTE) return null;
        nameStart = at + 1;
        at = stringEnd(bytes, nameStart, end);
        if (at < 0) return null;
        nameEnd = at - 1;
        at = afterSpace(bytes, at);
        if (byteAt(bytes, at) !== COLON) return null;
        at++;
      }
      at = afterSpace(bytes, at);
      words[node] = at;
      words[node + 2] = nameStart;
      words[node + 3] = nameEnd;
      const first = byteAt(bytes, at);

      if ((first | 0x20) === OPEN_OBJECT) {
        words[node + 1] = open;
        open = node;
        node += NODE;
        inObject = first === OPEN_OBJECT;
        at = afterSpace(bytes, at + 1);
        if (byteAt(bytes, at) !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) continue;
      } else {
        at = first === QUOTE ? stringEnd(bytes, at + 1, end) : scalarEnd(bytes, at, end);
        if (at < 0) return null;
        words[node + 1] = at;
        node += NODE;
      }
    }

    for (;;) {
      at = afterSpace(bytes, at);
      const next = byteAt(bytes, at);
      if (next === COMMA) {
        at++;
        break;
      }
      if (next !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return null;
      if (node > room) {
        words = grow();
        room = words.length - 2 * NODE;
      }
      const parent = wordAt(words, open + 1);
      words[open + 1] = node;
      words[node] = open;
      words[node + 1] = ++at;
      words[node + 2] = -1;
      words[node + 3] = -1;
      node += NODE;
      open = parent;
      if (open < 0) return at === end ? { bytes, words } : null;
      if (at >= end) return null;
      inObject = byteAt(bytes, wordAt(words, open)) === OPEN_OBJECT;
    }
  }
}

/** Each copy is at least this much larger, and at most so much, because the rest may need far fewer words. */
const [MIN_GROWTH, MAX_GROWTH] = [2, 4];

/** More words; `expected`: how many the whole text takes if it continues as it began. */
function grown(words: Int32Array<ArrayBuffer>, memory: TapeWords, expected: number): Int32Array<ArrayBuffer> {
  const factor = Math.min(MAX_GROWTH, Math.max(MIN_GROWTH, (1.05 * expected) / words.length));
  const larger = memory.take(Math.ceil(words.length * factor));
  larger.set(words);
  memory.give(words);
  return larger;
}

/** Whether a byte is whitespace between the values of JSON (RFC 8259, 2). */
export const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function afterSpace(bytes: Uint8Array, at: number): number {
  while (byteAt(bytes, at) <= 0x20 && isSpace(byteAt(bytes, at))) at++;
  return at;
}

/** Position after the closing quote of a string whose first byte is at `at`; -1 if it is invalid. */
function stringEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const byte = byteAt(bytes, at);
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return -1;
    at = byte === BACKSLASH ? escapeEnd(bytes, at) : at + 1;
    if (at < 0) return -1;
  }
  return -1;
}

function escapeEnd(bytes: Uint8Array, at: number): number {
  const escaped = byteAt(bytes, at + 1);
  if (escaped !== 0x75) return SHORT_ESCAPES.includes(escaped) ? at + 2 : -1;
  for (let digit = at + 2; digit < at + 6; digit++) if (!isHex(byteAt(bytes, digit))) return -1;
  return at + 6;
}

const SHORT_ESCAPES = [...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0));

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

const isHex = (byte: number) => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);

/** Position after a string, number or literal; -1 if there is none. */
function scalarEnd(bytes: Uint8Array, at: number, end: number): number {
  switch (byteAt(bytes, at)) {
    case QUOTE:
      return stringEnd(bytes, at + 1, end);
    case 0x74:
      return spells(bytes, at + 1, 0x72, 0x75, 0x65) ? at + 4 : -1;
    case 0x66:
      return spells(bytes, at + 1, 0x61, 0x6c, 0x73) && byteAt(bytes, at + 4) === 0x65 ? at + 5 : -1;
    case 0x6e:
      return spells(bytes, at + 1, 0x75, 0x6c, 0x6c) ? at + 4 : -1;
    default:
      return numberEnd(bytes, at);
  }
}

const spells = (bytes: Uint8Array, at: number, first: number, second: number, third: number) =>
  byteAt(bytes, at) === first && byteAt(bytes, at + 1) === second && byteAt(bytes, at + 2) === third;

function numberEnd(bytes: Uint8Array, start: number): number {
  const first = byteAt(bytes, start) === 0x2d ? start + 1 : start;
  let at = byteAt(bytes, first) === 0x30 ? first + 1 : digitsEnd(bytes, first);
  if (at >= 0 && byteAt(bytes, at) === 0x2e) at = digitsEnd(bytes, at + 1);
  if (at < 0 || (byteAt(bytes, at) | 0x20) !== 0x65) return at;
  const sign = byteAt(bytes, at + 1);
  return digitsEnd(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
}

function digitsEnd(bytes: Uint8Array, at: number): number {
  const start = at;
  while (isDigit(byteAt(bytes, at))) at++;
  return at === start ? -1 : at;
}
