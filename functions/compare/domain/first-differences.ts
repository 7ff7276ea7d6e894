import type { Spans } from '../../platform/json/spans.ts';
import { byteAt, type Tape, wordAt } from '../../platform/json/tape.ts';
import type { Alignment } from './arrays/align-elements.ts';
import { elementDifference, type KnownPrefix } from './json/same-slice.ts';

/**
 * Returns where each element first differs from its partner, as a position in `a`; -1 if it does not differ or has no
 * partner.
 */
export function firstDifferences(
  a: Tape,
  b: Tape,
  spansA: Spans,
  spansB: Spans,
  { partner, moved }: Alignment,
  known: KnownPrefix,
): Int32Array {
  const found = new Int32Array(partner.length).fill(-1);
  // Where the sum of what was read ahead goes: reads of which nothing is kept are not done.
  const seen = moved && spansB.nodes.length > MAX_SEQUENTIAL ? new Int32Array(1) : null;
  for (let from = 0; from < found.length; from += BATCH) {
    const to = Math.min(found.length, from + BATCH);
    if (seen) readAhead(b.bytes, spansB, partner, from, to, seen);
    for (let i = from; i < to; i++) {
      const j = partner[i] ?? -1;
      if (j >= 0) found[i] = elementDifference(a, b, spansA, i, spansB, j, known);
    }
  }
  return found;
}

/** Lists up to this size are fast to read in any order. */
const MAX_SEQUENTIAL = 2000;
/** As many as fit into the L1 cache. */
const BATCH = 64;
/** Size of a cache line in bytes. */
const LINE = 64;
/** Beyond this distance from the start of a long element, the processor prefetches. */
const MAX_LOOK_AHEAD = 1024;

/**
 * Reads a byte of every cache line of the partners that are compared next. The partners in a shuffled list are
 * scattered, and their comparison would wait for memory one line after another; these independent reads overlap.
 */
function readAhead(
  bytes: Uint8Array,
  { starts, ends }: Spans,
  partner: Int32Array,
  from: number,
  to: number,
  seen: Int32Array,
): void {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const j = partner[i] ?? -1;
    if (j < 0) continue;
    const start = wordAt(starts, j);
    const end = Math.min(wordAt(ends, j), start + MAX_LOOK_AHEAD);
    for (let at = start; at < end; at += LINE) sum += byteAt(bytes, at);
    sum += byteAt(bytes, end - 1);
  }
  seen[0] = sum;
}
