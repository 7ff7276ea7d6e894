import type { Step } from '../../../platform/json/json-path.ts';
import { type OwnState, pathAutomaton, pathOf } from '../../../platform/json/path-automaton.ts';
import type { Matches } from '../../../platform/json/path-filter.ts';
import { type CompareMemory, compareMemory } from '../json/compare-memory.ts';
import type { CompareRuleKind } from './rule-kind.ts';
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

/** What a node passes on to its children. */
interface Passed {
  /** The rule that ignores this node, directly or through an ancestor; null if none does. */
  readonly ignoredBy: string | null;
  /** Whether an include-only rule selects this node or an ancestor. */
  readonly included: boolean;
}

/** How far each rule has matched at a node. Nodes with the same rules still to match share one state. */
export interface RuleState extends Passed {
  /**
   * An include-only rule that selects no ancestor of this node but may select a descendant; it ignores nodes without a
   * selected descendant.
   */
  readonly unlessInside: string | null;
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

/** A state with its internals. */
type Inner = RuleState & OwnState;

/** The automaton of a set of rules, made as far as documents ask for it. */
export function ruleStates(patterns: readonly Pattern[], memory: CompareMemory = compareMemory()): RuleStates {
  const includeOnly = patterns.find((pattern) => scopeOf(pattern) === 'outside')?.ruleId ?? null;
  const patternsOf = (paths: readonly number[]) => paths.flatMap((path) => patterns[path] ?? []);

  const automaton = pathAutomaton<Passed, Inner>({
    paths: patterns.map(({ steps }) => steps),
    above: { ignoredBy: null, included: false },
    keyOf: ({ ignoredBy, included }) => `${included};${ignoredBy ?? ''}`,

    stateOf(state, { ignoredBy, included: wasIncluded }) {
      const reached = patternsOf(state.selecting);
      const included = wasIncluded || reached.some((pattern) => scopeOf(pattern) === 'outside');
      const outside = includeOnly !== null && !included;
      const mayHold = patternsOf(state.ahead.map(pathOf)).some((one) => scopeOf(one) === 'outside');
      const ignoring = reached.find((pattern) => scopeOf(pattern) === 'inside');
      const acting = reached.filter((pattern) => scopeOf(pattern) === 'node');
      return {
        ...state,
        included,
        ignoredBy: ignoredBy ?? ignoring?.ruleId ?? (outside && !mayHold ? includeOnly : null),
        unlessInside: outside && mayHold ? includeOnly : null,
        acting,
        settled: state.ahead.length === 0 && acting.length === 0,
      };
    },
  });

  return {
    memory,
    root: automaton.root,
    member: (state, name, matches) => automaton.member(inner(state), name, matches),
    element: (state, index, length, matches) => automaton.element(inner(state), index, length, matches),

    both(a, b) {
      if (a === b) return a;
      const others = inner(b).positions;
      return automaton.at(
        inner(a).positions.filter((position) => others.includes(position)),
        { ignoredBy: b.ignoredBy === null ? null : a.ignoredBy, included: a.included && b.included },
      );
    },
  };
}

const scopeOf = ({ effect }: Pattern) => RULE_TRAITS[effect.kind].scope;

/** Every state that a caller holds was created here. */
const inner = (state: RuleState): Inner => state as Inner;
