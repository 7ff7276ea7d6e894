import { type Tape, typeOf } from '../../platform/json/tape.ts';
import { compareArrays } from './arrays/compare-arrays.ts';
import { compareObjects } from './compare-objects.ts';
import { compareValues } from './compare-values.ts';
import type { DifferenceSink } from './difference-sink.ts';
import type { Base } from './json/paths.ts';
import { firstDifference } from './json/same-slice.ts';
import { type JsonContext, jsonContext } from './json-context.ts';
import type { RuleState, RuleStates } from './rules/rule-states.ts';

/** Maximum depth of JSON inside JSON strings: every level doubles the escapes, so documents end long before this. */
const MAX_NESTED_JSON = 8;

/** Compares two scanned JSON texts (interface 2.4, "What is what"), in time linear in their size, at any depth. */
export function compareJson(a: Tape, b: Tape, rules: RuleStates, sink: DifferenceSink, base: Base = ROOT): void {
  compareAt(a, b, rules, sink, rules.root, base, 0);
}

const NOTHING_KNOWN = { a: 0, b: 0, equalUntil: -1 };

const ROOT: Base = { path: '$', subject: '$' };

/** A comparison whose values are compared with each other by the caller, those of JSON in strings included. */
export function jsonComparison(
  a: Tape,
  b: Tape,
  rules: RuleStates,
  sink: DifferenceSink,
  base: Base,
  level = 0,
): JsonContext {
  return jsonContext(a, b, rules, base, sink, (innerA, innerB, innerState, innerBase) => {
    if (level === MAX_NESTED_JSON) return false;
    compareAt(innerA, innerB, rules, sink, innerState, innerBase, level + 1);
    return true;
  });
}

function compareAt(
  a: Tape,
  b: Tape,
  rules: RuleStates,
  sink: DifferenceSink,
  state: RuleState,
  base: Base,
  level: number,
): void {
  const equalUntil = firstDifference(a, b, 0, 0, NOTHING_KNOWN);
  if (equalUntil < 0) return;
  const context = jsonComparison(a, b, rules, sink, base, level);
  compareValues(context, 0, 0, 0, state, equalUntil);

  for (let pair = context.pending.pop(); pair !== undefined; pair = context.pending.pop()) {
    if (typeOf(a, pair.a) === 'object') compareObjects(context, pair);
    else compareArrays(context, pair);
  }
}
