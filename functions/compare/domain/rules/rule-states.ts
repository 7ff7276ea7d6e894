import type { Filter, Selector, Step } from './rule-path.ts';

/** What a rule does at the nodes that its path selects; `ignore` and `include-only` also hold for all that is in them. */
export type Effect =
  | { kind: 'ignore' | 'include-only' | 'ignore-order' | 'ignore-case' | 'null-is-absent' }
  | { kind: 'array-key'; keys: readonly (readonly string[])[] }
  | { kind: 'tolerance'; absolute: number; relative: number }
  | { kind: 'time-tolerance'; ms: number };

/** One rule, its path read. */
export interface Pattern {
  ruleId: string;
  steps: readonly Step[];
  effect: Effect;
}

/** Which rules are how far along at a node. Two nodes with the same rules ahead share one state. */
export interface RuleState {
  /** The rule that ignores this node, for itself or by an ancestor; null where none does. */
  readonly ignoredBy: string | null;
  /** An include-only rule selects nothing above this node but may below: it ignores what has no selected node in it. */
  readonly unlessInside: string | null;
  /** Whether an include-only rule selects this node or an ancestor. */
  readonly included: boolean;
  /** Rules of the other kinds that select this node. */
  readonly acting: readonly Pattern[];
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
  readonly ahead: readonly number[];
  readonly members: Map<string, Inner>;
  /** By which positions a child is selected ('0' and '1'). */
  readonly outcomes: Map<string, Inner>;
  anyElement: Inner | null;
}

const POSITIONS = 64;
/** Names remembered a state; a map with more distinct names than this is looked up afresh. */
const MOST_NAMES = 10_000;

/** The automaton of a set of rules, made as far as documents ask for it. */
export function ruleStates(patterns: readonly Pattern[]): RuleStates {
  const states = new Map<string, Inner>();
  const includeOnly = patterns.find(({ effect }) => effect.kind === 'include-only')?.ruleId ?? null;
  const patternOf = (position: number) => patterns[Math.floor(position / POSITIONS)];
  const stepOf = (position: number) => patternOf(position)?.steps[position % POSITIONS];
  const kindOf = (position: number) => patternOf(position)?.effect.kind;

  function stateOf(positions: readonly number[], inherited: string | null, wasIncluded: boolean): Inner {
    const key = `${positions.join(',')};${wasIncluded};${inherited ?? ''}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    const ahead = positions.filter((position) => stepOf(position) !== undefined);
    const reached = positions.flatMap((position) =>
      stepOf(position) === undefined ? (patternOf(position) ?? []) : [],
    );
    const included = wasIncluded || reached.some(({ effect }) => effect.kind === 'include-only');
    const outside = includeOnly !== null && !included;
    const mayHold = ahead.some((position) => kindOf(position) === 'include-only');
    const ignoring = reached.find(({ effect }) => effect.kind === 'ignore');
    const acting = reached.filter(({ effect }) => effect.kind !== 'ignore' && effect.kind !== 'include-only');
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
      a.included && b.included,
    );
  }

  const start = patterns.map((_, pattern) => pattern * POSITIONS);
  return { root: stateOf(start, null, false), member, element, both };
}

const needsNode = ({ type }: Selector) => type === 'index' || type === 'filter';

/** Every state that a caller can hold was made here. */
const inner = (state: RuleState): Inner => state as Inner;
