import { byteAt, stringOf, type Tape, utf8, wordAt } from '../../../platform/json/tape.ts';

const encoder = new TextEncoder();

/** Where hashes are made; of one owner, who makes one at a time. */
export interface HashLanes {
  /** The two lanes of the latest hash. */
  readonly pair: Int32Array;
  /** A double, and its bits as two words. */
  readonly double: Float64Array;
  readonly halves: Int32Array;
}

/** Lanes for hashes. */
export function hashLanes(): HashLanes {
  const double = new Float64Array(1);
  return { pair: new Int32Array(2), double, halves: new Int32Array(double.buffer) };
}

/** Hashes of one scalar into two lanes, equal for equal values whatever their spelling. */
export function scalarHash(tape: Tape, node: number, { pair, double, halves }: HashLanes): void {
  const { bytes, words } = tape;
  const start = wordAt(words, node);
  const end = wordAt(words, node + 1);
  const type = byteAt(bytes, start);
  if (type === 0x2d || (type >= 0x30 && type <= 0x39)) {
    // Hashes the nearest double, which numbers of the same exact value share; -0 + 0 is 0.
    double[0] = numberOf(bytes, start, end) + 0;
    pair[0] = mix(wordAt(halves, 0), 0x6e756d) ^ wordAt(halves, 1);
    pair[1] = mix(wordAt(halves, 1), 0x626572) + wordAt(halves, 0);
  } else if (!hashed(bytes, start, end, pair)) {
    const plain = encoder.encode(`"${stringOf(tape, node)}"`);
    hashBytes(plain, 0, plain.length, pair);
  }
}

/** Plain integers, which most numbers are, are parsed without allocating a string. */
function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = byteAt(bytes, at) - 0x30;
    if (digit < 0 || digit > 9 || at - start > 14) return Number(utf8(bytes, start, end));
    value = value * 10 + digit;
  }
  return value;
}

/** False if an escape makes the bytes one of several spellings. */
function hashed(bytes: Uint8Array, start: number, end: number, lanes: Int32Array): boolean {
  for (let at = start; at < end; at++) if (byteAt(bytes, at) === 0x5c) return false;
  hashBytes(bytes, start, end, lanes);
  return true;
}

function hashBytes(bytes: Uint8Array, start: number, end: number, lanes: Int32Array): void {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at);
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second ^ byte, 0x5bd1e995) + at - start;
  }
  lanes[0] = first;
  lanes[1] = second;
}

/** Combines two 32-bit hashes into 53 bits. */
export const combined = (lanes: Int32Array): number => (wordAt(lanes, 0) >>> 0) * 0x200000 + (wordAt(lanes, 1) >>> 11);

/** Spreads every bit of a hash over all of it. */
export function mix(hash: number, seed: number): number {
  let mixed = Math.imul(hash ^ seed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
