import { byteAt, decoded, sameBytes, type Tape, wordAt } from './tape.ts';

/** Member names of two texts as small integers: equal names, regardless of escapes, have equal numbers. */
export interface Names {
  idOf(tape: Tape, member: number): number;
  /** The number of a name that does not come from a text. */
  idOfText(text: string): number;
  textOf(id: number): string;
  /** A hash of the name that does not depend on names seen before. */
  hashOf(id: number): number;
}

/**
 * Creates an empty name table: a hash table over the bytes of the texts themselves, so that a lookup allocates no
 * string.
 */
export function nameBook(): Names {
  let slots = new Int32Array(FIRST_SLOTS).fill(-1);
  const sources: Uint8Array[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const hashes: number[] = [];
  const texts = new Map<number, string>();
  const crowded = new Map<string, number>();

  function idOf({ bytes, words }: Tape, member: number): number {
    const start = wordAt(words, member + 2);
    const end = wordAt(words, member + 3);
    for (let i = start; i < end; i++) if (bytes[i] === 0x5c) return idOfText(decoded(bytes, start, end));
    return idOfBytes(bytes, start, end);
  }

  function idOfText(text: string): number {
    const key = text.isWellFormed() ? encoder.encode(text) : loneSurrogates(text);
    const id = idOfBytes(key, 0, key.length);
    texts.set(id, text);
    return id;
  }

  function idOfBytes(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ byteAt(bytes, i), 0x01000193);
    hash ^= hash >>> 15;
    const home = hash & (slots.length - 1);
    let distance = 0;
    let slot = home;
    for (let id = wordAt(slots, slot); id >= 0 && distance < MAX_PROBES; id = wordAt(slots, slot)) {
      if (hashes[id] === hash && sameBytes(bytes, start, end, sources[id] ?? bytes, starts[id] ?? 0, ends[id] ?? 0)) {
        return id;
      }
      slot = (home + ++distance) & (slots.length - 1);
    }
    if (crowded.size > 0) {
      const known = crowded.get(latin1(bytes, start, end));
      if (known !== undefined) return known;
    }
    const id = sources.push(bytes) - 1;
    starts.push(start);
    ends.push(end);
    hashes.push(hash);
    if (distance < MAX_PROBES) slots[slot] = id;
    else crowded.set(latin1(bytes, start, end), id);
    if (sources.length * 2 > slots.length) rehash();
    return id;
  }

  function rehash(): void {
    slots = new Int32Array(slots.length * 2).fill(-1);
    crowded.clear();
    for (const [id, hash] of hashes.entries()) {
      const home = hash & (slots.length - 1);
      let distance = 0;
      while (distance < MAX_PROBES && wordAt(slots, (home + distance) & (slots.length - 1)) >= 0) distance++;
      if (distance < MAX_PROBES) slots[(home + distance) & (slots.length - 1)] = id;
      else crowded.set(latin1(sources[id] ?? NO_BYTES, starts[id] ?? 0, ends[id] ?? 0), id);
    }
  }

  function textOf(id: number): string {
    const known = texts.get(id);
    if (known !== undefined) return known;
    const source = sources[id];
    const text = source === undefined ? '' : decoded(source, starts[id] ?? 0, ends[id] ?? 0);
    texts.set(id, text);
    return text;
  }

  return { idOf, idOfText, textOf, hashOf: (id) => hashes[id] ?? 0 };
}

/**
 * Maximum probe length: bounds the cost of crafted hash collisions. Names beyond it are looked up by text, whose hash
 * is unpredictable.
 */
const MAX_PROBES = 64;
/** V8 keeps 64 bytes within the array; more would be an allocation outside of its heap for each small comparison. */
const FIRST_SLOTS = 16;
const NO_BYTES = new Uint8Array(0);

const latin1 = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');

const encoder = new TextEncoder();

/**
 * UTF-8 has no lone surrogates and would map all of them to one name; 0xff starts no UTF-8 text, so these stay
 * distinct.
 */
function loneSurrogates(text: string): Uint8Array {
  const key = new Uint8Array(1 + 2 * text.length);
  key[0] = 0xff;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    key[1 + 2 * i] = unit & 0xff;
    key[2 + 2 * i] = unit >> 8;
  }
  return key;
}
