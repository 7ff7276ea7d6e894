import type { Difference } from '../../../compare/domain/difference.ts';
import { isExpectedId } from '../../../compare/domain/expected/expectation-ids.ts';
import type { Kind } from '../../../compare/domain/kinds.ts';
import { compileRules, type RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { excludedBy } from '../../../findings/domain/classify.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';

/** A difference with the rule that ignores it under the active rules; null if it counts. */
export interface CurrentDifference {
  difference: Difference;
  rule: string | null;
}

/** The rules active for one endpoint, as far as differences of one request need them. */
export interface RulesInForce {
  ruleFor(subject: string, kind?: Kind): string | null;
  has(ruleId: string): boolean;
}

export function rulesInForce(rules: readonly RuleInForce[], operation: string): RulesInForce {
  const ids = new Set(rules.map(({ ruleId }) => ruleId));
  const { ruleFor } = compileRules(rules, operation);
  return { ruleFor, has: (ruleId) => ids.has(ruleId) };
}

/** The differences of one request under the active rules, in their order. */
export const currentDifferences = (differences: readonly Difference[], inForce: RulesInForce): CurrentDifference[] =>
  differences.map((difference) => ({ difference, rule: excludedBy(difference, inForce) }));

/** Why a difference does not count. */
export const takenOutText = (rule: string): string =>
  isExpectedId(rule) ? 'expected until production records it' : 'ignored by a rule';

/** How many differences the response has; those of downstream calls are counted at the calls. */
export function bodySummary(differences: readonly CurrentDifference[], isTruncated: boolean): string {
  const own = differences.filter(({ difference: { call } }) => call === undefined);
  const taken = own.filter(({ rule }) => rule !== null);
  const expected = taken.filter(({ rule }) => isExpectedId(rule)).length;
  const ignored = taken.length - expected;
  const left = counted(own.length - taken.length, 'difference');
  return `${isTruncated ? 'more than ' : ''}${left}${expected > 0 ? `, ${count(expected)} expected` : ''}${ignored > 0 ? `, ${count(ignored)} ignored` : ''}`;
}
