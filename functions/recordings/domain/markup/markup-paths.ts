import type { Step } from '../../../platform/json/json-path.ts';
import { type OwnState, pathAutomaton } from '../../../platform/json/path-automaton.ts';

/** How far paths have matched at an element: one state for each way to write where it is. */
export type MarkupStates = readonly OwnState[];

/** An element, or an attribute, among those of its name in the element around it. */
interface Child {
  names: readonly string[];
  /** Its position among those, from 0, by the name. */
  indexOf(name: string): number;
}

/**
 * The paths of rules in markup, which comparisons read as JSON: `$.order.item.@id`. An index or `[*]` behind a name
 * selects among the elements of that name, and a name without one selects all of them, because a list of one is not
 * marked. Elements of HTML have several names. Filters and places from the end of a list select every element.
 */
export function markupPaths(paths: readonly (readonly Step[])[]) {
  const automaton = pathAutomaton<object, OwnState>({
    paths: paths.map((steps) => steps.map(widened)),
    above: {},
    keyOf: () => '',
    stateOf: (state) => ({ ...state, settled: state.ahead.length === 0 && state.selecting.length === 0 }),
  });

  return {
    root: [automaton.root] as MarkupStates,
    isSelected: (states: MarkupStates): boolean => states.some(({ selecting }) => selecting.length > 0),
    steps: automaton.steps,

    /** The states of a child; none if no path leads into it. */
    child(states: MarkupStates, { names, indexOf }: Child): MarkupStates {
      const below = new Set<OwnState>();
      for (const state of states)
        for (const name of names) {
          const named = automaton.member(state, name, never);
          below.add(named).add(automaton.element(named, indexOf(name), 0, never));
        }
      return [...below].filter(({ settled }) => !settled);
    },
  };
}

const never = () => false;

const widened = ({ descend, selectors }: Step): Step => ({
  descend,
  selectors: selectors.map((selector) =>
    selector.type === 'filter' || (selector.type === 'index' && selector.index < 0) ? { type: 'any' } : selector,
  ),
});
