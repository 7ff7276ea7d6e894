import { childrenOf, isContainer, NODE, type Tape, typeOf, utf8, wordAt } from '../../../platform/json/tape.ts';
import { type Line, MAX_CELL_LENGTH } from './diff-row.ts';
import { firstCell } from './highlighted-cells.ts';

/** Maximum depth. Deeper containers are written on one line. */
export const MAX_LINE_DEPTH = 40;

/** Brackets of a container. */
export const bracketsOf = (tape: Tape, node: number): [string, string] =>
  typeOf(tape, node) === 'object' ? ['{', '}'] : ['[', ']'];

/** The member's name with its colon, as written. Empty for elements. */
export function labelOf({ bytes, words }: Tape, node: number): string {
  const start = wordAt(words, node + 2);
  if (start < 0) return '';
  const end = wordAt(words, node + 3);
  return `"${utf8(bytes, start, Math.min(end, start + MAX_CELL_LENGTH))}": `;
}

/** Lines of a node: one for a scalar; for a container two brackets and its content. */
export const lineCount = (tape: Tape, node: number): number =>
  isContainer(tape, node) ? (wordAt(tape.words, node + 1) + NODE - node) / NODE : 1;

/** A node as indented lines. */
export function* linesOf(tape: Tape, node: number, depth: number): Generator<Line> {
  const label = labelOf(tape, node);
  const isDeep = depth >= MAX_LINE_DEPTH;
  const children = isContainer(tape, node) && !isDeep ? childrenOf(tape, node) : [];
  if (children.length === 0) {
    yield { depth, text: label + firstCell(tape, node) };
    return;
  }
  const [open, close] = bracketsOf(tape, node);
  yield { depth, text: label + open };
  for (const child of children) yield* linesOf(tape, child, depth + 1);
  yield { depth, text: close };
}
