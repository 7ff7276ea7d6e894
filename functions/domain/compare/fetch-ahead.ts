import { byteAt, endOf, type Tape, wordAt } from './tape.ts';

/** Elements that are fetched at once: enough for the memory to be asked for several at a time, few enough to stay near. */
export const FETCHED = 32;

const CACHE_LINE = 64;
const LINES = 4;

/**
 * Reads a little of the partners of the next elements. Partners of a shuffled list lie anywhere: asked for one after another
 * each waits for memory, asked for together they wait once. It changes nothing but the time; the sum keeps the reads alive.
 */
export function fetchAhead(tape: Tape, nodes: readonly number[], partner: Int32Array, from: number): number {
  const until = Math.min(from + FETCHED, partner.length);
  let sum = 0;
  for (let i = from; i < until; i++) sum ^= wordAt(tape.words, nodes[Math.max(0, wordAt(partner, i))] ?? 0);
  for (let i = from; i < until; i++) {
    const node = nodes[Math.max(0, wordAt(partner, i))] ?? 0;
    const start = wordAt(tape.words, node);
    sum ^= endOf(tape, node);
    for (let line = 1; line < LINES; line++) sum ^= byteAt(tape.bytes, start + line * CACHE_LINE);
  }
  return sum;
}
