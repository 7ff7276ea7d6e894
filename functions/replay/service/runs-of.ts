import type { ReplayServices } from '../composition.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';

/** A plan with its latest round. */
export interface Run {
  plan: ReplayPlan;
  round: ReplayRound | undefined;
}

/** A page of the runs of an application, or of all, newest first. */
export async function runsOf(
  { plans }: Pick<ReplayServices, 'plans'>,
  wanted: { appId: string | null; limit: number; after?: string | null },
): Promise<{ runs: Run[]; next: string | null }> {
  const { plans: found, next } = await plans.list({ after: null, ...wanted });
  const rounds = await plans.latestRounds(found);
  const runs = found.map((plan, index) => ({ plan, round: rounds[index] }));
  // The index does not order plans of the same second.
  return { runs: runs.sort((a, b) => b.plan.createdAt - a.plan.createdAt), next };
}
