import { byteAt, endOf, type Tape, utf8, wordAt } from '../../../../platform/json/tape.ts';
import { unitsIn } from '../../../../platform/json/units-in.ts';
import { BEFORE_CHANGE, isLowSurrogate, MAX_CELL_LENGTH, pieceOf } from './cut-text.ts';

/** Bytes compared per step. */
const STEP = 4096;

/** Two values as cells, and the byte offsets of either side where the cells begin. Null if both are complete. */
export interface HighlightedCells {
  cells: [string, string];
  at: [number, number] | null;
}

/** Two nodes as written, truncated to where they diverge, at any depth of the text. */
export function highlightedCells(a: Tape, nodeA: number, b: Tape, nodeB: number): HighlightedCells {
  const [startA, startB] = [wordAt(a.words, nodeA), wordAt(b.words, nodeB)];
  const [left, right] = [a.bytes.subarray(startA, endOf(a, nodeA)), b.bytes.subarray(startB, endOf(b, nodeB))];
  if (left.length <= MAX_CELL_LENGTH && right.length <= MAX_CELL_LENGTH)
    return { cells: [utf8(left, 0, left.length), utf8(right, 0, right.length)], at: null };
  const highlighted = firstDifference(left, right);
  const from = highlighted + BEFORE_CHANGE < MAX_CELL_LENGTH ? 0 : charactersBefore(left, highlighted, BEFORE_CHANGE);
  return { cells: [cellAt(left, from), cellAt(right, from)], at: [startA + from, startB + from] };
}

/** The start of a node as written: numbers keep their digits, strings their escapes. */
export const firstCell = (tape: Tape, node: number): string =>
  cellAt(tape.bytes.subarray(wordAt(tape.words, node), endOf(tape, node)), 0);

function cellAt(bytes: Uint8Array, from: number): string {
  // A character has at most 4 bytes.
  const text = utf8(bytes, from, Math.min(bytes.length, from + 4 * MAX_CELL_LENGTH));
  const end = isLowSurrogate(text, MAX_CELL_LENGTH) ? MAX_CELL_LENGTH - 1 : MAX_CELL_LENGTH;
  return pieceOf(text.slice(0, end), from > 0, unitsIn(bytes, from, bytes.length) - Math.min(text.length, end));
}

/** Position of the first byte that differs; the shorter length if none does. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const max = Math.min(a.length, b.length);
  let at = 0;
  while (at + STEP <= max && Buffer.compare(a.subarray(at, at + STEP), b.subarray(at, at + STEP)) === 0) at += STEP;
  while (at < max && a[at] === b[at]) at++;
  return at;
}

/** The first byte of the character this many characters before. */
function charactersBefore(bytes: Uint8Array, end: number, characters: number): number {
  let at = end;
  for (let back = 0; back < characters && at > 0; back++) {
    do at--;
    while (at > 0 && (byteAt(bytes, at) & 0xc0) === 0x80);
  }
  return at;
}
