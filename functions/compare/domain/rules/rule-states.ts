import { type CompareMemory, compareMemory } from '../json/compare-memory.ts';
import type { CompareRuleKind } from './rule-kind.ts';
import type { Filter, Selector, Step } from './rule-path.ts';
import { RULE_TRAITS } from './rule-traits.ts';

/** What a rule does at the nodes that its path selects; `ignore` and `include-only` also apply to all descendants. */
export type Effect =
  | { kind: Exclude<CompareRuleKind, 'array-key' | 'tolerance' | 'time-tolerance'> }
  | { kind: 'array-key'; keys: readonly (readonly string[])[] }
  | { kind: 'tolerance'; absolute: number; relative: number }
  | { kind: 'time-tolerance'; ms: number };

/** One rule with its parsed path. */
export interface Pattern {
  ruleId: string;
  steps: readonly Step[];
  effect: Effect;
}

/** How far each rule has matched at a node. Nodes with the same rules still to match share one state. */
export interface RuleState {
  /** The rule that ignores this node, directly or through an ancestor; null if none does. */
  readonly ignoredBy: string | null;
  /**
   * An include-only rule that selects no ancestor of this node but may select a descendant; it ignores nodes without a
   * selected descendant.
   */
  readonly unlessInside: string | null;
  /** Whether an include-only rule selects this node or an ancestor. */
  readonly included: boolean;
  /** Rules of the other kinds that select this node. */
  readonly acting: readonly Pattern[];
  /** No rule can start to match below: children share this state. */
  readonly settled: boolean;
  /** A pending rule depends on an index or a value, so names alone do not determine the children's states. */
  readonly needsNode: boolean;
}

/** The transitions from a node's state to a child's. */
export interface RuleStates {
  /** Of the comparisons under these rules. */
  readonly memory: CompareMemory;
  readonly root: RuleState;
  member(state: RuleState, name: string, matches: Matches): RuleState;
  element(state: RuleState, index: number, length: number, matches: Matches): RuleState;
  /** Combines the states of a pair whose sides were evaluated separately. */
  both(a: RuleState, b: RuleState): RuleState;
}

export type Matches = (filter: Filter) => boolean;

/** A state with its internals: positions are `pattern * POSITIONS + steps done`, ascending. */
interface Inner extends RuleState {
  readonly positions: readonly number[];
  readonly ahead: readonly number[];
  readonly members: Map<string, Inner>;
  /** States by the positions that select a child ('0' and '1'). */
  readonly outcomes: Map<string, Inner>;
  anyElement: Inner | null;
}

const POSITIONS = 64;
/** Maximum number of cached names per state; a map with more distinct names evaluates the rest each time. */
const MAX_NAMES = 10_000;

/** The automaton of a set of rules, made as far as documents ask for it. */
export function ruleStates(patterns: readonly Pattern[], memory: CompareMemory = compareMemory()): RuleStates {
  const states = new Map<string, Inner>();
  const includeOnly = patterns.find((pattern) => scopeOf(pattern) === 'outside')?.ruleId ?? null;
  const patternOf = (position: number) => patterns[Math.floor(position / POSITIONS)];
  const stepOf = (position: number) => patternOf(position)?.steps[position % POSITIONS];

  function stateOf(positions: readonly number[], inherited: string | null, wasIncluded: boolean): Inner {
    const key = `${positions.join(',')};${wasIncluded};${inherited ?? ''}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    const ahead = positions.filter((position) => stepOf(position) !== undefined);
    const reached = positions.flatMap((position) =>
      stepOf(position) === undefined ? (patternOf(position) ?? []) : [],
    );
    const included = wasIncluded || reached.some((pattern) => scopeOf(pattern) === 'outside');
    const outside = includeOnly !== null && !included;
    const mayHold = ahead.flatMap((position) => patternOf(position) ?? []).some((one) => scopeOf(one) === 'outside');
    const ignoring = reached.find((pattern) => scopeOf(pattern) === 'inside');
    const acting = reached.filter((pattern) => scopeOf(pattern) === 'node');
    const state: Inner = {
      positions,
      ahead,
      included,
      ignoredBy: inherited ?? ignoring?.ruleId ?? (outside && !mayHold ? includeOnly : null),
      unlessInside: outside && mayHold ? includeOnly : null,
      acting,
      settled: ahead.length === 0 && acting.length === 0,
      needsNode: ahead.some((position) => stepOf(position)?.selectors.some(needsNode)),
      members: new Map(),
      outcomes: new Map(),
      anyElement: null,
    };
    states.set(key, state);
    return state;
  }

  function next(state: Inner, selects: (selector: Selector) => boolean): Inner {
    let selected = '';
    for (const position of state.ahead) selected += stepOf(position)?.selectors.some(selects) ? '1' : '0';
    let to = state.outcomes.get(selected);
    if (to === undefined) {
      to = stateOf(advanced(state.ahead, selected), state.ignoredBy, state.included);
      state.outcomes.set(selected, to);
    }
    return to;
  }

  /** `..` keeps its position in addition to advancing. */
  function advanced(positions: readonly number[], selected: string): number[] {
    const next = new Set<number>();
    for (const [index, position] of positions.entries()) {
      if (stepOf(position)?.descend) next.add(position);
      if (selected[index] === '1') next.add(position + 1);
    }
    return [...next].sort((a, b) => a - b);
  }

  function member(from: RuleState, name: string, matches: Matches): Inner {
    const state = inner(from);
    if (state.settled) return state;
    const known = state.members.get(name);
    if (known !== undefined) return known;
    const to = next(
      state,
      (selector) =>
        selector.type === 'any' ||
        (selector.type === 'name' && selector.name === name) ||
        (selector.type === 'filter' && matches(selector.filter)),
    );
    if (!state.needsNode && state.members.size < MAX_NAMES) state.members.set(name, to);
    return to;
  }

  function element(from: RuleState, index: number, length: number, matches: Matches): Inner {
    const state = inner(from);
    if (state.settled) return state;
    if (state.anyElement !== null) return state.anyElement;
    const to = next(
      state,
      (selector) =>
        selector.type === 'any' ||
        (selector.type === 'index' && (selector.index < 0 ? length + selector.index : selector.index) === index) ||
        (selector.type === 'filter' && matches(selector.filter)),
    );
    if (!state.needsNode) state.anyElement = to;
    return to;
  }

  function both(a: RuleState, b: RuleState): Inner {
    if (a === b) return inner(a);
    const others = inner(b).positions;
    return stateOf(
      inner(a).positions.filter((position) => others.includes(position)),
      b.ignoredBy === null ? null : a.ignoredBy,
      a.included && b.included,
    );
  }

  const start = patterns.map((_, pattern) => pattern * POSITIONS);
  return { memory, root: stateOf(start, null, false), member, element, both };
}

const scopeOf = ({ effect }: Pattern) => RULE_TRAITS[effect.kind].scope;

const needsNode = ({ type }: Selector) => type === 'index' || type === 'filter';

/** Every state that a caller holds was created here. */
const inner = (state: RuleState): Inner => state as Inner;
