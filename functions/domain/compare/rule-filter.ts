import { canonicalDecimal } from './decimal.ts';
import type { Filter } from './rule-path.ts';
import type { Matches } from './rule-states.ts';
import { memberOf, stringOf, type Tape, textOf, typeOf } from './tape.ts';

/** Judges `[?@.key=='v']` on one node of one side. */
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
  if (typeof equals === 'string') return type === 'string' && stringOf(tape, at) === equals;
  if (typeof equals === 'number') {
    return type === 'number' && canonicalDecimal(textOf(tape, at)) === canonicalDecimal(String(equals));
  }
  return textOf(tape, at) === String(equals);
}
