import type { SendingServices } from '../composition.ts';
import { baselineSide } from '../domain/baseline/baseline-side.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';

/**
 * Whether a round may still send to its target. An administrator may have removed the target, or the service may listen
 * on other addresses now; the round is then interrupted.
 */
export async function maySend(
  plan: ReplayPlan,
  { round }: Pick<ReplayRound, 'round'>,
  { targets, plans, log }: Pick<SendingServices, 'targets' | 'plans' | 'log'>,
): Promise<boolean> {
  const baseline = baselineSide(plan);
  if ((await targets.isStillAllowed(plan)) && (baseline === null || (await targets.isStillAllowed(baseline))))
    return true;
  if (await plans.setOnce(plan.planId, round, 'interruption', NO_LONGER_ALLOWED))
    log.warn('the target of a run is no longer allowed', { plan_id: plan.planId, round });
  return false;
}

const NO_LONGER_ALLOWED =
  'The target is no longer among the targets of the application. The rest of the requests were not sent.';
