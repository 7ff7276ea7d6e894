import type { Services } from '../../platform/http/api.ts';

/** The request of a plan's latest round that `{planId}` and `{planItemId}` of a path name; undefined where there is none. */
export async function planItemOf(
  { planId = '', planItemId = '' }: Readonly<Record<string, string>>,
  { plans, results }: Pick<Services, 'plans' | 'results'>,
) {
  const match = /^([0-9a-f]{24}):(\d{1,8})$/.exec(planItemId);
  const plan = match?.[1] === planId ? await plans.find(planId) : undefined;
  const round = plan && (await plans.findRound(plan.planId, plan.round));
  const planned = round && (await results.findPlanned(plan.planId, round, Number(match?.[2])));
  return planned && { plan, round, planned };
}
