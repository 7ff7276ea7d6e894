import { type Tape, typeOf, utf8, wordAt } from '../../../../platform/json/tape.ts';
import { MAX_CELL_LENGTH } from './cut-text.ts';

/** Brackets of a container. */
export const bracketsOf = (tape: Tape, node: number): [string, string] =>
  typeOf(tape, node) === 'object' ? ['{', '}'] : ['[', ']'];

/** The member's name as written, in quotes. Empty for elements. */
export function labelOf({ bytes, words }: Tape, node: number): string {
  const start = wordAt(words, node + 2);
  if (start < 0) return '';
  const end = wordAt(words, node + 3);
  return `"${utf8(bytes, start, Math.min(end, start + MAX_CELL_LENGTH))}"`;
}
