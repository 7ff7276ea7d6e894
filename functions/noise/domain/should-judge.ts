import { type CurrentRules, excludedBy } from '../../findings/domain/classify.ts';
import type { CaseOutcome } from '../../replay/domain/results/clusters.ts';

/** Whether a request has a field whose value differs under the current rules, or more differences than were stored. */
export const shouldJudge = ({ hasResult, differences, truncated }: CaseOutcome, today: CurrentRules): boolean =>
  hasResult && (truncated || differences.some((one) => one.kind === 'FIELD_VALUE' && excludedBy(one, today) === null));
