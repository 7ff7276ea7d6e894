import type { Spans } from '../../../platform/json/spans.ts';
import { byteAt, endOf, type Tape, wordAt } from '../../../platform/json/tape.ts';

/** A pair of containers that differ, and how many of their leading bytes are known to be equal. */
export interface KnownPrefix {
  a: number;
  b: number;
  /** Position in `a` of the first byte that differs. */
  equalUntil: number;
}

/**
 * Returns the position in `a` of the first byte in which two nodes differ, -1 if they are byte-identical. Bytes that
 * the comparison of their containers has covered are not read again, which keeps deep documents linear.
 */
export function firstDifference(a: Tape, b: Tape, nodeA: number, nodeB: number, known: KnownPrefix): number {
  return difference(a, b, wordAt(a.words, nodeA), endOf(a, nodeA), wordAt(b.words, nodeB), endOf(b, nodeB), known);
}

/** Like `firstDifference`, for the `i`-th and the `j`-th of two lists of elements. */
export const elementDifference = (
  a: Tape,
  b: Tape,
  spansA: Spans,
  i: number,
  spansB: Spans,
  j: number,
  known: KnownPrefix,
): number =>
  difference(
    a,
    b,
    wordAt(spansA.starts, i),
    wordAt(spansA.ends, i),
    wordAt(spansB.starts, j),
    wordAt(spansB.ends, j),
    known,
  );

function difference(
  a: Tape,
  b: Tape,
  startA: number,
  endA: number,
  startB: number,
  endB: number,
  known: KnownPrefix,
): number {
  const sameShift = startB - startA === wordAt(b.words, known.b) - wordAt(a.words, known.a);
  let at = startA;
  if (sameShift && startA <= known.equalUntil) {
    if (endA <= known.equalUntil && endB - startB === endA - startA) return -1;
    return known.equalUntil;
  }
  const shift = startB - startA;
  const end = Math.min(endA, endB - shift);
  while (at < end && byteAt(a.bytes, at) === byteAt(b.bytes, at + shift)) at++;
  return at === endA && at + shift === endB ? -1 : at;
}
