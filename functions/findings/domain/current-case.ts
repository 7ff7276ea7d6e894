import type { CaseOutcome } from '../../replay/domain/results/clusters.ts';
import { type ClassifiedDifference, type CurrentRules, classify } from './classify.ts';

/** How a request counts under the current rules. */
export interface CurrentCase {
  state: 'PASSED' | 'FAILED' | 'NO_RESULT';
  differences: readonly ClassifiedDifference[];
}

/**
 * Reads a stored outcome, or that there is none, by the current rules: a case fails when a difference is left
 * (interface 2.3).
 */
export function currentCase(outcome: CaseOutcome | undefined, rules: CurrentRules): CurrentCase {
  if (!outcome?.hasResult) return { state: 'NO_RESULT', differences: [] };
  const { differences } = classify(outcome, rules);
  return { state: differences.length === 0 ? 'PASSED' : 'FAILED', differences };
}
