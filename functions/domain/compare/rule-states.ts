import type { Filter, Selector, Step } from './rule-path.ts';

/** One rule, its path read. */
export interface Pattern {
  ruleId: string;
  steps: readonly Step[];
}

/** Which rules are how far along at a node. Two nodes with the same rules ahead share one state. */
export interface RuleState {
  /** The rule that ignores this node, for itself or by an ancestor; null where none does. */
  readonly ignoredBy: string | null;
  /** No rule can begin to match below: children have this same state. */
  readonly settled: boolean;
  /** A rule ahead asks for an index or a value, so that names alone do not decide the children's states. */
  readonly needsNode: boolean;
}

/** How to go from a node's state to a child's. */
export interface RuleStates {
  readonly root: RuleState;
  member(state: RuleState, name: string, matches: Matches): RuleState;
  element(state: RuleState, index: number, length: number, matches: Matches): RuleState;
  /** What holds on both sides of a pair whose sides were judged apart. */
  both(a: RuleState, b: RuleState): RuleState;
}

export type Matches = (filter: Filter) => boolean;

/** A state with its inside: positions are `pattern * POSITIONS + steps done`, ascending. */
interface Inner extends RuleState {
  readonly positions: readonly number[];
  readonly members: Map<string, Inner>;
  /** By which positions a child is selected ('0' and '1'). */
  readonly outcomes: Map<string, Inner>;
  anyElement: Inner | null;
}

const POSITIONS = 64;

/** The automaton of a set of rules, made as far as documents ask for it. */
export function ruleStates(patterns: readonly Pattern[]): RuleStates {
  const states = new Map<string, Inner>();

  function stateOf(positions: readonly number[], inherited: string | null): Inner {
    const reached = positions.find((position) => done(position));
    const ignoredBy = inherited ?? (reached === undefined ? null : (patternOf(reached)?.ruleId ?? null));
    const ahead = positions.filter((position) => !done(position));
    const key = `${ahead.join(',')};${ignoredBy ?? ''}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    const state: Inner = {
      positions: ahead,
      ignoredBy,
      settled: ahead.length === 0,
      needsNode: ahead.some((position) => stepOf(position)?.selectors.some(needsNode)),
      members: new Map(),
      outcomes: new Map(),
      anyElement: null,
    };
    states.set(key, state);
    return state;
  }

  const patternOf = (position: number) => patterns[Math.floor(position / POSITIONS)];
  const stepOf = (position: number) => patternOf(position)?.steps[position % POSITIONS];
  const done = (position: number) => stepOf(position) === undefined;

  function next(state: Inner, selects: (selector: Selector) => boolean): Inner {
    let selected = '';
    for (const position of state.positions) selected += stepOf(position)?.selectors.some(selects) ? '1' : '0';
    let to = state.outcomes.get(selected);
    if (to === undefined) {
      to = stateOf(advanced(state.positions, selected), state.ignoredBy);
      state.outcomes.set(selected, to);
    }
    return to;
  }

  /** `..` stays where it is besides going on. */
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
    if (!state.needsNode && state.members.size < MOST_NAMES) state.members.set(name, to);
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
    );
  }

  const root = stateOf(
    patterns.map((_, pattern) => pattern * POSITIONS),
    null,
  );
  return { root, member, element, both };
}

/** Names remembered a state; a map with more distinct names than this is looked up afresh. */
const MOST_NAMES = 10_000;

const needsNode = ({ type }: Selector) => type === 'index' || type === 'filter';

/** Every state that a caller can hold was made here. */
const inner = (state: RuleState): Inner => state as Inner;
