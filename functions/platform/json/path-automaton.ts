import type { Filter, Step } from './json-path.ts';
import type { Matches } from './path-filter.ts';

/** How far each path has matched at a node. Nodes with the same paths still to match share one state. */
interface PathState {
  /** `path * POSITIONS + steps done`, ascending. */
  readonly positions: readonly number[];
  /** The positions with steps still to match. */
  readonly ahead: readonly number[];
  /** The paths that select this node, by their index. */
  readonly selecting: readonly number[];
  /** A pending step depends on an index or a value, so names alone do not determine the children's states. */
  readonly needsNode: boolean;
  /** The states of children as far as they are known. */
  readonly known: KnownStates;
}

/** A state as its owner keeps it. `settled`: children share this state. */
export interface OwnState extends PathState {
  readonly settled: boolean;
}

interface KnownStates {
  readonly members: Map<string, PathState>;
  /** States by the positions that select a child ('0' and '1'). */
  readonly outcomes: Map<string, PathState>;
  element: PathState | null;
}

/** The states of the nodes of documents under a set of paths. */
export interface PathAutomaton<Passed, State> {
  readonly root: State;
  member(state: State, name: string, matches: Matches): State;
  element(state: State, index: number, length: number, matches: Matches): State;
  /** The state at these positions below a node that passes this on. */
  at(positions: readonly number[], passed: Passed): State;
  /** Steps taken so far: pending steps of paths and their filters tested, and positions of the states created. */
  steps(): number;
}

/** What the owner of an automaton adds to its states. */
interface Owner<Passed, State> {
  paths: readonly (readonly Step[])[];
  /** What the root gets from above; a node passes its own state on. */
  above: Passed;
  /** Nodes at the same positions share a state if these are equal, too. */
  keyOf(passed: Passed): string;
  stateOf(state: PathState, passed: Passed): State;
}

const POSITIONS = 64;
/** Maximum number of cached names per state; a map with more distinct names evaluates the rest each time. */
const MAX_NAMES = 10_000;
/** What a state costs beside its positions. */
const STATE_STEPS = 50;

/** The index of the path that a position belongs to. */
export const pathOf = (position: number): number => Math.floor(position / POSITIONS);

/**
 * The automaton of a set of paths of fewer than 64 steps each, made as far as documents ask for it: a walk costs at
 * most nodes x (steps + filters), whatever the paths are.
 */
export function pathAutomaton<Passed, State extends OwnState & Passed>(
  owner: Owner<Passed, State>,
): PathAutomaton<Passed, State> {
  const { paths, keyOf, stateOf } = owner;
  const states = new Map<string, State>();
  const tests = paths.map((path) => path.map(testOf));
  const testAt = (position: number) => tests[pathOf(position)]?.[position % POSITIONS];
  let steps = 0;

  function at(positions: readonly number[], passed: Passed): State {
    const key = `${positions.join(',')};${keyOf(passed)}`;
    const present = states.get(key);
    if (present !== undefined) return present;
    steps += STATE_STEPS + positions.length;
    const ahead = positions.filter((position) => testAt(position) !== undefined);
    const state = stateOf(
      {
        positions,
        ahead,
        selecting: positions.filter((position) => testAt(position) === undefined).map(pathOf),
        needsNode: ahead.some((position) => testAt(position)?.needsNode),
        known: { members: new Map(), outcomes: new Map(), element: null },
      },
      passed,
    );
    states.set(key, state);
    return state;
  }

  function next(state: State, selects: (test: Test) => boolean, matches: Matches): State {
    let selected = '';
    for (const position of state.ahead) {
      const test = testAt(position);
      steps += 1 + (test?.filters.length ?? 0);
      selected += test !== undefined && (test.any || selects(test) || test.filters.some(matches)) ? '1' : '0';
    }
    const known = own(state.known.outcomes.get(selected));
    if (known !== undefined) return known;
    const to = at(advanced(state.ahead, selected), state);
    state.known.outcomes.set(selected, to);
    return to;
  }

  /** `..` keeps its position in addition to advancing. */
  function advanced(positions: readonly number[], selected: string): number[] {
    const after = new Set<number>();
    for (const [index, position] of positions.entries()) {
      if (testAt(position)?.descend) after.add(position);
      if (selected[index] === '1') after.add(position + 1);
    }
    return [...after].sort((a, b) => a - b);
  }

  return {
    root: at(
      paths.map((_, path) => path * POSITIONS),
      owner.above,
    ),
    at,
    steps: () => steps,

    member(state, name, matches) {
      if (state.settled) return state;
      const known = own(state.known.members.get(name));
      if (known !== undefined) return known;
      const to = next(state, ({ names }) => names.has(name), matches);
      if (!state.needsNode && state.known.members.size < MAX_NAMES) state.known.members.set(name, to);
      return to;
    },

    element(state, index, length, matches) {
      if (state.settled) return state;
      if (state.known.element !== null) return own(state.known.element);
      const to = next(state, ({ indices }) => indices.has(index) || indices.has(index - length), matches);
      if (!state.needsNode) state.known.element = to;
      return to;
    },
  };

  // Every state that is known to another one was created by `at`.
  function own(state: PathState): State;
  function own(state: PathState | undefined): State | undefined;
  function own(state: PathState | undefined): State | undefined {
    return state as State | undefined;
  }
}

/** A step by what its selectors ask for. */
interface Test {
  descend: boolean;
  any: boolean;
  names: ReadonlySet<string>;
  /** Below 0: from the end of the list. */
  indices: ReadonlySet<number>;
  filters: readonly Filter[];
  needsNode: boolean;
}

function testOf({ descend, selectors }: Step): Test {
  const any = selectors.some(({ type }) => type === 'any');
  const indices = selectors.flatMap((selector) => (selector.type === 'index' ? [selector.index] : []));
  const filters = any ? [] : selectors.flatMap((selector) => (selector.type === 'filter' ? [selector.filter] : []));
  return {
    descend,
    any,
    names: new Set(selectors.flatMap((selector) => (selector.type === 'name' ? [selector.name] : []))),
    indices: new Set(indices),
    filters,
    needsNode: !any && (indices.length > 0 || filters.length > 0),
  };
}
