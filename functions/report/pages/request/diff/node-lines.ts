import { childrenOf, isContainer, NODE, type Tape, wordAt } from '../../../../platform/json/tape.ts';
import type { LineRef } from './diff-item.ts';

/** Maximum depth. Deeper containers are written on one line. */
export const MAX_LINE_DEPTH = 40;

/** Whether a container has neither members nor elements. */
export const isEmpty = ({ words }: Tape, container: number): boolean =>
  wordAt(words, container + 1) === container + NODE;

/** Whether a node is written on one line: a scalar, an empty container, or one that lies too deep. */
const isOneLine = (tape: Tape, node: number, depth: number): boolean =>
  !isContainer(tape, node) || depth >= MAX_LINE_DEPTH || isEmpty(tape, node);

/** Lines of a node at a depth. */
export function lineCount(tape: Tape, node: number, depth: number): number {
  if (isOneLine(tape, node, depth)) return 1;
  const { words } = tape;
  const closes = [wordAt(words, node + 1)];
  let lines = 1;
  for (let at = node + NODE; ; at += NODE) {
    lines++;
    if (at === closes.at(-1)) {
      closes.pop();
      if (closes.length === 0) return lines;
    } else if (isContainer(tape, at)) {
      if (isOneLine(tape, at, depth + closes.length)) at = wordAt(words, at + 1);
      else closes.push(wordAt(words, at + 1));
    }
  }
}

/** The lines of a node; `isLast`: nothing follows it in its container. */
export function* linesOf(tape: Tape, node: number, depth: number, isLast: boolean): Generator<LineRef> {
  if (isOneLine(tape, node, depth)) {
    yield { tape, node, depth, part: 'value', isLast };
    return;
  }
  yield { tape, node, depth, part: 'open', isLast };
  const children = childrenOf(tape, node);
  for (const [index, child] of children.entries())
    yield* linesOf(tape, child, depth + 1, index === children.length - 1);
  yield { tape, node, depth, part: 'close', isLast };
}
