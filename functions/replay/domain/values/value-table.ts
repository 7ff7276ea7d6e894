/**
 * Which values were seen at which requests of a session: their hashes with the first and the last request, in bounded
 * memory. When it is full, the older half is forgotten.
 */
export interface ValueTable {
  recent: Generation | null;
  older: Generation | null;
  /** Maximum values of a generation. */
  max: number;
}

interface Generation {
  hashes: Uint32Array<ArrayBuffer>;
  firsts: Int32Array<ArrayBuffer>;
  lasts: Int32Array<ArrayBuffer>;
  count: number;
}

const START_SLOTS = 64;

const generation = (slots: number): Generation => ({
  hashes: new Uint32Array(slots),
  firsts: new Int32Array(slots),
  lasts: new Int32Array(slots),
  count: 0,
});

/** Creates an empty table that remembers at least `max` values (a power of two); 24 bytes each, and twice as many. */
export const valueTable = (max: number): ValueTable => ({ recent: null, older: null, max });

/** Notes that a value was seen at a request, and returns its hash; requests are noted in ascending order. */
export function noteValue(table: ValueTable, value: string, request: number): number {
  const hash = hashOf(value);
  noteHash(table, hash, request);
  return hash;
}

/** The same for a value of which only the hash is known. */
export function noteHash(table: ValueTable, hash: number, request: number): void {
  let recent = table.recent ?? generation(START_SLOTS);
  let slot = slotOf(recent, hash);
  if (recent.hashes[slot] !== hash) {
    const known = spanOf(table.older, hash);
    if (recent.count >= table.max) {
      table.older = recent;
      recent = generation(START_SLOTS);
    } else if ((recent.count + 1) * 2 > recent.hashes.length) recent = grown(recent);
    slot = slotOf(recent, hash);
    recent.hashes[slot] = hash;
    recent.firsts[slot] = known?.first ?? request;
    recent.count++;
  }
  recent.lasts[slot] = request;
  table.recent = recent;
}

/** The first and the last request at which a value was seen; undefined if it was not. */
export function seenAt(table: ValueTable, value: string): { first: number; last: number } | undefined {
  const hash = hashOf(value);
  return spanOf(table.recent, hash) ?? spanOf(table.older, hash);
}

function spanOf(from: Generation | null, hash: number): { first: number; last: number } | undefined {
  if (from === null) return undefined;
  const slot = slotOf(from, hash);
  return from.hashes[slot] === hash ? { first: from.firsts[slot] ?? 0, last: from.lasts[slot] ?? 0 } : undefined;
}

/** The slot of a hash, or the empty one where it belongs. */
function slotOf({ hashes }: Generation, hash: number): number {
  const mask = hashes.length - 1;
  let slot = hash & mask;
  while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask;
  return slot;
}

function grown(from: Generation): Generation {
  const to = generation(from.hashes.length * 2);
  for (const [at, hash] of from.hashes.entries()) {
    if (hash === 0) continue;
    const slot = slotOf(to, hash);
    to.hashes[slot] = hash;
    to.firsts[slot] = from.firsts[at] ?? 0;
    to.lasts[slot] = from.lasts[at] ?? 0;
  }
  to.count = from.count;
  return to;
}

/** Never 0, which marks an empty slot. */
function hashOf(value: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}
