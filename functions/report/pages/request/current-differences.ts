import type { Difference } from '../../../compare/domain/difference.ts';
import type { Kind } from '../../../compare/domain/kinds.ts';
import { type CompareRule, compileRules } from '../../../compare/domain/rules/rules.ts';
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

export function rulesInForce(rules: readonly CompareRule[], operation: string): RulesInForce {
  const ids = new Set(rules.map(({ ruleId }) => ruleId));
  const { ruleFor } = compileRules(rules, operation);
  return { ruleFor, has: (ruleId) => ids.has(ruleId) };
}

/** The differences of one request under the active rules, in their order. */
export const currentDifferences = (differences: readonly Difference[], inForce: RulesInForce): CurrentDifference[] =>
  differences.map((difference) => ({ difference, rule: excludedBy(difference, inForce) }));

/** How many differences the response has; those of downstream calls are counted at the calls. */
export function bodySummary(differences: readonly CurrentDifference[], isTruncated: boolean): string {
  const own = differences.filter(({ difference: { call } }) => call === undefined);
  const ignored = own.filter(({ rule }) => rule !== null).length;
  const left = counted(own.length - ignored, 'difference');
  return `${isTruncated ? 'more than ' : ''}${left}${ignored > 0 ? `, ${count(ignored)} ignored` : ''}`;
}
