import type { Kind } from '../../compare/domain/kinds.ts';
import { type CurrentRules, excludedBy } from '../../findings/domain/classify.ts';
import type { CaseOutcome } from '../../replay/domain/results/clusters.ts';

const JUDGED: ReadonlySet<Kind> = new Set(['FIELD_VALUE', 'ARRAY_ORDER', 'CALL_PARAMETERS']);

/**
 * Whether a request has a field whose value or order differs under the current rules, in its response or in a downstream
 * call, or more differences than were stored.
 */
export const shouldJudge = (
  { hasResult, differences, truncated, cut }: CaseOutcome,
  currentRules: CurrentRules,
): boolean =>
  hasResult &&
  !cut &&
  (truncated || differences.some((one) => JUDGED.has(one.kind) && excludedBy(one, currentRules) === null));

/** Whether a response lacks a recorded field, and no rule ignores that. */
export const lacksField = ({ hasResult, differences, cut }: CaseOutcome, currentRules: CurrentRules): boolean =>
  hasResult &&
  !cut &&
  differences.some((one) => one.kind === 'FIELD_MISSING' && excludedBy(one, currentRules) === null);
