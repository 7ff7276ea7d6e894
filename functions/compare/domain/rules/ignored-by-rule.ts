import { matchesIn } from '../../../platform/json/path-filter.ts';
import { childrenOf, isContainer, nameOf, stringOf, type Tape, textOf, typeOf } from '../../../platform/json/tape.ts';
import type { ResponseDifferenceKind } from '../difference.ts';
import type { CompareBudget } from '../json/compare-budget.ts';
import { withinTolerance } from '../json/decimal.ts';
import type { Pattern, RuleState, RuleStates } from './rule-states.ts';
import { timeValue } from './time-value.ts';

/** One side of a difference; `node` is -1 if it has nothing. */
export interface SideNode {
  tape: Tape;
  node: number;
}

/**
 * Returns the rule that ignores a difference, or null: one that ignores the node, or one whose condition the two values
 * meet.
 */
export function ignoredByRule(
  rules: RuleStates,
  budget: CompareBudget,
  kind: ResponseDifferenceKind,
  state: RuleState,
  recorded: SideNode,
  replayed: SideNode,
): string | null {
  if (state.ignoredBy !== null) return state.ignoredBy;
  const acting = state.acting.find((pattern) => ignores(pattern, kind, recorded, replayed));
  if (acting !== undefined) return acting.ruleId;
  if (state.unlessInside === null) return null;
  return [recorded, replayed].some((side) => holdsIncluded(rules, budget, state, side)) ? null : state.unlessInside;
}

function ignores({ effect }: Pattern, kind: ResponseDifferenceKind, recorded: SideNode, replayed: SideNode): boolean {
  switch (effect.kind) {
    case 'ignore-order':
      return kind === 'ARRAY_ORDER';
    case 'null-is-absent':
      return (kind === 'FIELD_MISSING' && isNull(recorded)) || (isNew(kind) && isNull(replayed));
    case 'ignore-case':
      return kind === 'FIELD_VALUE' && sameButCase(recorded, replayed);
    case 'tolerance':
      return (
        kind === 'FIELD_VALUE' &&
        areOf('number', recorded, replayed) &&
        withinTolerance(text(recorded), text(replayed), effect)
      );
    case 'time-tolerance': {
      const times = [timeOf(recorded), timeOf(replayed)];
      const [from = Number.NaN, to = Number.NaN] = times;
      return kind === 'FIELD_VALUE' && Math.abs(from - to) <= effect.ms;
    }
    case 'ignore':
    case 'include-only':
    case 'array-key':
      return false;
  }
}

const isNew = (kind: ResponseDifferenceKind) => kind === 'NEW_FIELD' || kind === 'SENSITIVE_FIELD';
const isNull = ({ tape, node }: SideNode) => node >= 0 && typeOf(tape, node) === 'null';
const text = ({ tape, node }: SideNode) => textOf(tape, node);
const areOf = (type: string, ...sides: SideNode[]) =>
  sides.every(({ tape, node }) => node >= 0 && typeOf(tape, node) === type);

function sameButCase(recorded: SideNode, replayed: SideNode): boolean {
  if (!areOf('string', recorded, replayed)) return false;
  const lower = ({ tape, node }: SideNode) => stringOf(tape, node).toLowerCase();
  return lower(recorded) === lower(replayed);
}

function timeOf({ tape, node }: SideNode): number {
  if (node < 0) return Number.NaN;
  const isString = typeOf(tape, node) === 'string';
  return timeValue(isString ? stringOf(tape, node) : textOf(tape, node), isString);
}

/** Whether an include-only rule selects a node inside; assumed true when the budget is used up. */
function holdsIncluded(
  rules: RuleStates,
  budget: CompareBudget,
  start: RuleState,
  { tape, node: root }: SideNode,
): boolean {
  if (root < 0) return false;
  const stack = [{ node: root, state: start }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (top.state.included || budget.visits-- <= 0) return true;
    if (top.state.ignoredBy !== null || !isContainer(tape, top.node)) continue;
    const children = childrenOf(tape, top.node);
    const inObject = typeOf(tape, top.node) === 'object';
    for (const [index, node] of children.entries()) {
      const matches = matchesIn(tape, node, budget.filters);
      const state = inObject
        ? rules.member(top.state, nameOf(tape, node), matches)
        : rules.element(top.state, index, children.length, matches);
      stack.push({ node, state });
    }
  }
  return false;
}
