import { commonLength } from '../../../platform/json/common-length.ts';
import type { Spans } from '../../../platform/json/spans.ts';
import { endOf, type Tape, wordAt } from '../../../platform/json/tape.ts';

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

/**
 * Makes the function that is like `elementDifference` for two elements at one position, asked for in ascending order.
 * Bytes are compared as far as they are the same, beyond the ends of elements, so that those inside need not be read.
 */
export function positionDifferences(a: Tape, b: Tape, spansA: Spans, spansB: Spans, known: KnownPrefix) {
  const [closeA, closeB] = [endOf(a, known.a), endOf(b, known.b)];
  let shift = wordAt(b.words, known.b) - wordAt(a.words, known.a);
  let { equalUntil } = known;

  return (index: number): number => {
    const startA = wordAt(spansA.starts, index);
    const startB = wordAt(spansB.starts, index);
    const endA = wordAt(spansA.ends, index);
    const endB = wordAt(spansB.ends, index);
    if (startB - startA !== shift || startA > equalUntil) {
      shift = startB - startA;
      const limit = Math.min(closeA - startA, closeB - startB);
      equalUntil = startA + commonLength(a.bytes, startA, b.bytes, startB, limit);
    }
    return endA <= equalUntil && endB - endA === shift ? -1 : Math.min(equalUntil, endA, endB - shift);
  };
}

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
  if (sameShift && startA <= known.equalUntil) {
    if (endA <= known.equalUntil && endB - startB === endA - startA) return -1;
    return known.equalUntil;
  }
  const shift = startB - startA;
  const end = Math.min(endA, endB - shift);
  const at = startA + commonLength(a.bytes, startA, b.bytes, startB, end - startA);
  return at === endA && at + shift === endB ? -1 : at;
}
