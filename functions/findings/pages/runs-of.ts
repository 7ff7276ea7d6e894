import type { Services } from '../../platform/http/api.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';

/** A plan with its latest round. */
export interface Run {
  plan: ReplayPlan;
  round: ReplayRound | undefined;
}

/** A part of the list of runs of an application, or of all, newest first. */
export async function runsOf(
  { plans }: Pick<Services, 'plans'>,
  wanted: { appId: string | null; limit: number; after?: string | null },
): Promise<{ runs: Run[]; next: string | null }> {
  const { plans: found, next } = await plans.list({ after: null, ...wanted });
  const rounds = await plans.latestRounds(found);
  const runs = found.map((plan, index) => ({ plan, round: rounds[index] }));
  // Plans of one second come in any order.
  return { runs: runs.sort((a, b) => b.plan.createdAt - a.plan.createdAt), next };
}
