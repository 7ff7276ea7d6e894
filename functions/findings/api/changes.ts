import { type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { changesSince, endpointFindings } from '../domain/changes.ts';
import type { FindingServices } from '../services.ts';
import { readChangesDoc } from './plans.doc.ts';

/** Maximum number of earlier plans considered as the base of a comparison. */
const MAX_EARLIER_REPLAYS = 100;

/**
 * Returns which findings are new, gone and unchanged since another run: `since`, or the newest earlier CLEAN run, or
 * else the previous one.
 */
export const readChanges: Endpoint<Pick<FindingServices, 'plans' | 'findings'>> = {
  method: 'GET',
  path: '/api/replays/{planId}/changes',
  scope: 'read',
  errors: plainErrors,
  doc: readChangesDoc,

  async answer({ params, query }, services) {
    const { plans } = services;
    const plan = await plans.find(params.planId ?? '');
    const today = plan && (await findingsOf(plan, services));
    if (!plan) return failure(404, 'NOT_FOUND', 'there is no such plan');
    if (today === undefined) return notCompleted('the plan');

    const wanted = query.get('since') || null;
    const since = wanted === null ? await runBefore(plan, services) : await plans.find(wanted);
    if (wanted !== null && since === undefined) return failure(404, 'NOT_FOUND', 'since: there is no such plan');
    if (since && since.appId !== plan.appId) {
      return failure(400, 'INVALID_QUERY', 'since must be a plan of the same application');
    }
    const earlier = since ? await findingsOf(since, services) : [];
    if (earlier === undefined) return notCompleted('since: the plan');
    return ok({ planId: plan.planId, since: since?.planId ?? null, ...changesSince(earlier, today) });
  },
};

const notCompleted = (which: string) => failure(409, 'NOT_COMPLETED', `${which} has not completed`);

/** Undefined until the plan's latest round has settled. */
async function findingsOf(plan: ReplayPlan, { plans, findings }: Pick<FindingServices, 'plans' | 'findings'>) {
  const round = await plans.findRound(plan.planId, plan.round);
  if (plan.status !== 'COMPLETED' || !round || round.result === null) return undefined;
  const facts = await findings.factsOf(plan, round);
  return facts && endpointFindings(facts.input);
}

/** The newest earlier run that settled CLEAN, else the newest earlier one that completed. */
async function runBefore(plan: ReplayPlan, { plans }: Pick<FindingServices, 'plans'>): Promise<ReplayPlan | undefined> {
  const earlier = (await plans.earlier(plan, MAX_EARLIER_REPLAYS)).filter(({ status }) => status === 'COMPLETED');
  const rounds: (ReplayRound | undefined)[] = await plans.latestRounds(earlier);
  return earlier.find((_, index) => rounds[index]?.result?.state === 'CLEAN') ?? earlier[0];
}
