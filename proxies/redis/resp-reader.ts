import { WireFault } from '../wire/frame-reader.ts';

/** A value of RESP2 or RESP3 as it was on the wire (redis.io/docs/reference/protocol-spec). */
export type Resp =
  | { type: 'simple' | 'error' | 'integer' | 'double' | 'big'; text: string }
  | { type: 'bulk' | 'verbatim' | 'bulkError'; bytes: Buffer }
  | { type: 'boolean'; value: boolean }
  /** `$-1`, `*-1`, or `_`. */
  | { type: 'null'; of: 'bulk' | 'array' | 'any' }
  | { type: 'array' | 'set' | 'push' | 'map'; items: Resp[] };

export interface RespReader {
  read(chunk: Buffer): void;
  /** Whether a value began and did not end. */
  isMidway(): boolean;
}

export interface RespOptions {
  /** Bytes and elements of one value; a larger one is skipped as it arrives. */
  maxBytes: number;
  /** Called as soon as a value is too large; it is `onValue(null)` when it ends. */
  onTooLarge?: () => void;
  /** Whether a line that is not a value is a command in plain text. */
  takesInline?: boolean;
}

/** Maximum bytes of a line: a length, a number, a simple string or an error. @internal */
export const MAX_LINE_BYTES = 65_536;
/** Maximum depth of values in values. @internal */
export const MAX_DEPTH = 32;
/** What an element occupies beyond its bytes. */
const ELEMENT_BYTES = 16;
const MAX_COUNT = 2 ** 31;

/** A value with elements that arrive. */
interface Level {
  type: 'array' | 'set' | 'push' | 'map' | 'attribute';
  left: number;
  items: Resp[];
}

const AGGREGATES: Readonly<Record<string, Level['type']>> = {
  '*': 'array',
  '~': 'set',
  '>': 'push',
  '%': 'map',
  '|': 'attribute',
};
const BULKS: Readonly<Record<string, 'bulk' | 'verbatim' | 'bulkError'>> = {
  $: 'bulk',
  '=': 'verbatim',
  '!': 'bulkError',
};
const LINES: Readonly<Record<string, 'simple' | 'error' | 'integer' | 'double' | 'big'>> = {
  '+': 'simple',
  '-': 'error',
  ':': 'integer',
  ',': 'double',
  '(': 'big',
};

/** A command in plain text: printable words. */
const INLINE = /^[A-Za-z][\x20-\x7e]*$/;

/** A value as far as it has arrived. */
interface Reading {
  onValue: (value: Resp | null) => void;
  maxBytes: number;
  onTooLarge: () => void;
  takesInline: boolean;
  line: Buffer<ArrayBuffer>;
  bulk: { type: 'bulk' | 'verbatim' | 'bulkError'; length: number; parts: Buffer[]; got: number } | null;
  levels: Level[];
  held: number;
  isTooLarge: boolean;
}

/**
 * Reads values from chunks; `onValue` gets each as soon as it is complete, null for one that was too large. Throws a
 * WireFault for bytes that are not a value. What a value occupies grows with the bytes received, not with those
 * announced.
 */
export function respReader(options: RespOptions, onValue: (value: Resp | null) => void): RespReader {
  const { maxBytes, onTooLarge = () => {}, takesInline = false } = options;
  const reading: Reading = {
    onValue,
    maxBytes,
    onTooLarge,
    takesInline,
    line: Buffer.alloc(0),
    bulk: null,
    levels: [],
    held: 0,
    isTooLarge: false,
  };
  return {
    read: (chunk) => {
      for (let at = 0; at < chunk.length; )
        at = reading.bulk ? takeBulk(reading, reading.bulk, chunk, at) : takeLine(reading, chunk, at);
    },
    isMidway: () => reading.bulk !== null || reading.line.length > 0 || reading.levels.length > 0,
  };
}

/** Counts what the value occupies; from the limit on nothing is kept. */
function hold(reading: Reading, bytes: number): void {
  reading.held += bytes;
  if (reading.held <= reading.maxBytes || reading.isTooLarge) return;
  reading.isTooLarge = true;
  for (const level of reading.levels) level.items = [];
  if (reading.bulk) reading.bulk.parts = [];
  reading.onTooLarge();
}

function add(reading: Reading, value: Resp): void {
  let done: Resp | null = value;
  while (done !== null) {
    const level = reading.levels.at(-1);
    if (level === undefined) {
      const complete = reading.isTooLarge ? null : done;
      reading.held = 0;
      reading.isTooLarge = false;
      reading.onValue(complete);
      return;
    }
    if (!reading.isTooLarge) level.items.push(done);
    done = close(reading, level, --level.left);
  }
}

/** Ends a level without elements left; attributes are not values. */
function close(reading: Reading, level: Level, left: number): Resp | null {
  if (left > 0) return null;
  reading.levels.pop();
  return level.type === 'attribute' ? null : { type: level.type, items: level.items };
}

function open(reading: Reading, type: Level['type'], count: number): void {
  if (reading.levels.length >= MAX_DEPTH) throw new WireFault('values are nested too deeply');
  const left = type === 'map' || type === 'attribute' ? 2 * count : count;
  if (left > 0) reading.levels.push({ type, left, items: [] });
  else if (type !== 'attribute') add(reading, { type, items: [] });
}

function readLine(reading: Reading, text: string): void {
  const [sign = '', rest] = [text[0], text.slice(1)];
  const value = lineValue(sign, rest);
  const aggregate = AGGREGATES[sign];
  const blob = BULKS[sign];
  if (value !== null) add(reading, value);
  else if (aggregate !== undefined) open(reading, aggregate, countOf(rest));
  else if (blob !== undefined) {
    reading.bulk = { type: blob, length: countOf(rest) + 2, parts: [], got: 0 };
    hold(reading, reading.bulk.length);
  } else if (reading.takesInline && reading.levels.length === 0 && (text === '' || INLINE.test(text))) {
    const items = text.split(' ').flatMap((word): Resp[] => (word ? [{ type: 'bulk', bytes: Buffer.from(word) }] : []));
    if (items.length > 0) add(reading, { type: 'array', items });
    else reading.held = 0;
  } else throw new WireFault('no value of RESP');
}

function takeLine(reading: Reading, chunk: Buffer, at: number): number {
  const end = chunk.indexOf(0x0a, at);
  const part = chunk.subarray(at, end === -1 ? chunk.length : end);
  if (reading.line.length + part.length > MAX_LINE_BYTES) throw new WireFault('a line is too long');
  const whole = reading.line.length === 0 ? part : Buffer.concat([reading.line, part]);
  if (end === -1) {
    reading.line = Buffer.from(whole);
    return chunk.length;
  }
  reading.line = Buffer.alloc(0);
  if (whole.at(-1) !== 0x0d) throw new WireFault('a line has no end');
  hold(reading, whole.length + ELEMENT_BYTES);
  readLine(reading, whole.toString('utf8', 0, whole.length - 1));
  return end + 1;
}

function takeBulk(reading: Reading, going: NonNullable<typeof reading.bulk>, chunk: Buffer, at: number): number {
  const taken = Math.min(going.length - going.got, chunk.length - at);
  // A copy of short parts, so that they do not hold their chunks.
  if (!reading.isTooLarge) keep(going.parts, chunk.subarray(at, at + taken));
  going.got += taken;
  if (going.got < going.length) return at + taken;
  reading.bulk = null;
  const bytes = Buffer.concat(going.parts);
  if (!reading.isTooLarge && bytes.subarray(-2).toString('latin1') !== '\r\n')
    throw new WireFault('a string has no end');
  add(reading, { type: going.type, bytes: bytes.subarray(0, -2) });
  return at + taken;
}

/** A value that is a line; null if more follows. */
function lineValue(sign: string, rest: string): Resp | null {
  const type = LINES[sign];
  if (type !== undefined) return { type, text: rest };
  if (sign === '_') return { type: 'null', of: 'any' };
  if (sign === '#' && /^[tf]$/.test(rest)) return { type: 'boolean', value: rest === 't' };
  if (rest !== '-1') return null;
  return sign === '$' ? { type: 'null', of: 'bulk' } : sign === '*' ? { type: 'null', of: 'array' } : null;
}

function countOf(text: string): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count < MAX_COUNT)) throw new WireFault('no length');
  return count;
}

const SHORT_BYTES = 4_096;

/** Adds a part; short ones are joined, so that a value sent byte by byte occupies little more than its bytes. */
function keep(parts: Buffer[], part: Buffer): void {
  const last = parts.at(-1);
  if (last === undefined || part.length >= SHORT_BYTES || last.length >= SHORT_BYTES) parts.push(Buffer.from(part));
  else parts[parts.length - 1] = Buffer.concat([last, part]);
}
