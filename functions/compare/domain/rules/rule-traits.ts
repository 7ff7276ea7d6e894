import * as v from 'valibot';
import { CompareRuleKind } from './rule-kind.ts';

/** What a rule needs besides its path: keys of elements, how far numbers or times may differ, or nothing. */
export type RuleNeeds = 'keys' | 'amount' | 'duration' | null;

/** What the engine, findings and forms ask of a kind of rule. */
interface RuleTraits {
  /**
   * `inside`: ignores the node and everything in it; `outside`: ignores everything else; `node`: acts on the node
   * itself.
   */
  scope: 'inside' | 'outside' | 'node';
  needs: RuleNeeds;
  /** The order of a list's elements does not count. */
  isUnordered: boolean;
  /** Values of a node may differ, so that only what kind of value it is tells elements apart. */
  isLenient: boolean;
  /** A member whose value is null counts as one that is absent. */
  skipsNull: boolean;
  /**
   * The subject of a stored difference tells whether a rule takes it out; otherwise stored answers are compared again.
   */
  isDecidedBySubject: boolean;
  /** Takes differences out, which can be counted. */
  takesOut: boolean;
  /** Whether a rule can make a request fail that passed: never, with the target `response-headers` only, or always. */
  bringsIn: 'never' | 'headers' | 'always';
  /**
   * Part of the digest of value rules. A kind whose effect changes gets another meaning here, so that answers that were
   * compared under the earlier one are compared again.
   */
  meaning: readonly string[];
}

const PLAIN = {
  scope: 'node',
  needs: null,
  isUnordered: false,
  isLenient: false,
  skipsNull: false,
  isDecidedBySubject: false,
  takesOut: true,
  bringsIn: 'never',
  meaning: [],
} as const satisfies RuleTraits;

/** The kinds of interface 11, in its order. */
export const RULE_TRAITS: Readonly<Record<CompareRuleKind, RuleTraits>> = {
  ignore: { ...PLAIN, scope: 'inside', isDecidedBySubject: true },
  'ignore-order': { ...PLAIN, isUnordered: true },
  'array-key': {
    ...PLAIN,
    needs: 'keys',
    isUnordered: true,
    takesOut: false,
    bringsIn: 'always',
    meaning: ['unordered'],
  },
  tolerance: { ...PLAIN, needs: 'amount', isLenient: true },
  'time-tolerance': { ...PLAIN, needs: 'duration', isLenient: true },
  'ignore-case': { ...PLAIN, isLenient: true },
  'null-is-absent': { ...PLAIN, skipsNull: true },
  'include-only': { ...PLAIN, scope: 'outside', bringsIn: 'headers' },
};

/** What a rule of the kind that a form names needs; nothing where there is no such kind. */
export const needsOf = (kind: string): RuleNeeds => (v.is(CompareRuleKind, kind) ? RULE_TRAITS[kind].needs : null);
