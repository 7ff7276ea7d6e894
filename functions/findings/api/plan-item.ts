import type { FindingServices } from '../composition.ts';

/**
 * Returns the request of a plan's latest round that a path's `{planId}` and `{planItemId}` identify; undefined if there
 * is none.
 */
export async function planItemOf(
  { planId = '', planItemId = '' }: Readonly<Record<string, string>>,
  { plans, results }: Pick<FindingServices, 'plans' | 'results'>,
) {
  const match = /^([0-9a-f]{24}):(\d{1,8})$/.exec(planItemId);
  const plan = match?.[1] === planId ? await plans.find(planId) : undefined;
  const round = plan && (await plans.findRound(plan.planId, plan.round));
  const planned = round && (await results.findPlanned(plan.planId, round, Number(match?.[2])));
  return planned && { plan, round, planned };
}
