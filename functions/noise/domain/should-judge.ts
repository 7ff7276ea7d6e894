import type { Kind } from '../../compare/domain/kinds.ts';
import { type CurrentRules, excludedBy } from '../../findings/domain/classify.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import type { CaseOutcome } from '../../replay/domain/results/clusters.ts';

const JUDGED: ReadonlySet<Kind> = new Set(['FIELD_VALUE', 'ARRAY_ORDER', 'CALL_PARAMETERS']);

/** The same beside a running build, which may have a field in one of two responses only. */
const JUDGED_BESIDE_BUILD: ReadonlySet<Kind> = new Set([...JUDGED, 'FIELD_MISSING', 'NEW_FIELD']);

/**
 * Whether a request has a field whose value or order differs under the current rules, in its response or in a
 * downstream call, or more differences than were stored. In a run with a running build, also one that only one response
 * has.
 */
export const shouldJudge = (
  { hasResult, differences, truncated, cut }: CaseOutcome,
  currentRules: CurrentRules,
  { baselineEnv }: Pick<ReplayPlan, 'baselineEnv'>,
): boolean =>
  hasResult &&
  !cut &&
  (truncated ||
    differences.some(
      (one) =>
        (baselineEnv === undefined ? JUDGED : JUDGED_BESIDE_BUILD).has(one.kind) &&
        excludedBy(one, currentRules) === null,
    ));

/** Whether a response lacks a recorded field, and no rule ignores that. */
export const lacksField = ({ hasResult, differences, cut }: CaseOutcome, currentRules: CurrentRules): boolean =>
  hasResult &&
  !cut &&
  differences.some((one) => one.kind === 'FIELD_MISSING' && excludedBy(one, currentRules) === null);
