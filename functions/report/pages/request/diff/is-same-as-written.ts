import { endOf, sameBytes, type Tape, wordAt } from '../../../../platform/json/tape.ts';

/** Nodes of more bytes are compared natively. */
const MAX_LOOPED = 64;

/** Whether two nodes are the same bytes. */
export function isSameAsWritten(a: Tape, nodeA: number, b: Tape, nodeB: number): boolean {
  const [startA, startB] = [wordAt(a.words, nodeA), wordAt(b.words, nodeB)];
  const [endA, endB] = [endOf(a, nodeA), endOf(b, nodeB)];
  if (endA - startA !== endB - startB) return false;
  return endA - startA <= MAX_LOOPED
    ? sameBytes(a.bytes, startA, endA, b.bytes, startB, endB)
    : Buffer.compare(a.bytes.subarray(startA, endA), b.bytes.subarray(startB, endB)) === 0;
}
