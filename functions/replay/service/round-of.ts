import type { ReplayServices } from '../composition.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import type { RoundInput } from '../domain/round-input.ts';

/** Reads the plan and its round; throws PlanGone if they have expired, which no retry can fix. */
export async function roundOf(
  { planId, round }: RoundInput,
  { plans }: Pick<ReplayServices, 'plans'>,
): Promise<{ plan: ReplayPlan; round: ReplayRound }> {
  const [plan, found] = await Promise.all([plans.find(planId), plans.findRound(planId, round)]);
  if (plan && found) return { plan, round: found };
  throw Object.assign(new Error('the plan has expired'), { name: 'PlanGone' });
}
