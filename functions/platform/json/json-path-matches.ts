import type { Step } from './json-path.ts';
import { type Names, nameBook } from './names.ts';
import { type OwnState, pathAutomaton } from './path-automaton.ts';
import { matchesIn, type StepBudget } from './path-filter.ts';
import { after, childrenOf, isContainer, NODE, type Tape, typeOf, wordAt } from './tape.ts';

/**
 * The outermost nodes that a set of paths selects, in any order; null when the budget is used up before all are known.
 * `names`: of this tape.
 */
export type JsonPathMatches = (tape: Tape, budget: StepBudget, names?: Names) => number[] | null;

/**
 * Compiles paths into one walk, which visits each node at most once and does not enter what is selected. It takes the
 * steps of path-automaton.ts and path-filter.ts: `$..*..*..*` too costs at most nodes x steps.
 */
export function jsonPathMatches(paths: readonly (readonly Step[])[]): JsonPathMatches {
  const automaton = pathAutomaton<object, OwnState>({
    paths,
    above: {},
    keyOf: () => '',
    stateOf: (state) => ({ ...state, settled: state.ahead.length === 0 && state.selecting.length === 0 }),
  });
  const { root } = automaton;

  return (tape, budget, names = nameBook()) => {
    if (root.selecting.length > 0) return [0];
    const selected: number[] = [];
    const open = root.settled || !isContainer(tape, 0) ? [] : [{ node: 0, state: root }];
    let spent = automaton.steps();

    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      const { node, state } = top;
      const { needsNode } = state;
      const inObject = typeOf(tape, node) === 'object';
      const length = needsNode && !inObject ? childrenOf(tape, node).length : 0;
      const close = wordAt(tape.words, node + 1);
      let index = 0;
      for (let child = node + NODE; child < close; child = after(tape, child)) {
        const matches = needsNode ? matchesIn(tape, child, budget) : never;
        const below = inObject
          ? automaton.member(state, names.textOf(names.idOf(tape, child)), matches)
          : automaton.element(state, index++, length, matches);
        const steps = automaton.steps();
        budget.steps -= steps - spent;
        if (budget.steps < 0) return null;
        spent = steps;
        if (below.selecting.length > 0) selected.push(child);
        else if (!below.settled && isContainer(tape, child)) open.push({ node: child, state: below });
      }
    }
    return selected;
  };
}

const never = () => false;
