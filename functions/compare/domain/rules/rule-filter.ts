import { byteAt, memberOf, stringOf, type Tape, textOf, typeOf, wordAt } from '../../../platform/json/tape.ts';
import { canonicalDecimal } from '../json/decimal.ts';
import type { Filter } from './rule-path.ts';
import type { Matches } from './rule-states.ts';

/** Creates the function that evaluates `[?@.key=='v']` on one node of one side. */
export const matchesIn =
  (tape: Tape, node: number): Matches =>
  (filter) =>
    passes(tape, node, filter);

function passes(tape: Tape, node: number, { names, equals }: Filter): boolean {
  let at = node;
  for (const name of names) {
    at = memberOf(tape, at, name);
    if (at < 0) return false;
  }
  const type = typeOf(tape, at);
  if (typeof equals === 'string') return type === 'string' && isText(tape, at, equals);
  if (typeof equals === 'number') {
    return type === 'number' && canonicalDecimal(textOf(tape, at)) === canonicalDecimal(String(equals));
  }
  return textOf(tape, at) === String(equals);
}

/** Compares bytes if the string has neither an escape nor a non-ASCII letter. */
function isText(tape: Tape, node: number, text: string): boolean {
  const start = wordAt(tape.words, node) + 1;
  const end = wordAt(tape.words, node + 1) - 1;
  for (let at = start; at < end; at++) {
    const byte = byteAt(tape.bytes, at);
    if (byte === 0x5c || byte >= 0x80) return stringOf(tape, node) === text;
    if (byte !== text.charCodeAt(at - start)) return false;
  }
  return end - start === text.length;
}
