import { type Endpoint, failureOf, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import { recompareExecutionName } from '../../replay/domain/plan.ts';
import type { SettlingServices } from '../composition.ts';
import { planDocs } from './plans.doc.ts';

/**
 * Compares the stored responses of a completed plan again under the current rules; nothing is sent, and the verdict
 * stays (interface 10).
 */
export const recompareReplay: Endpoint<Pick<SettlingServices, 'plans' | 'workflows' | 'now' | 'log'>> = endpoint({
  method: 'POST',
  path: '/api/replays/{planId}/recompare',
  scope: 'write',
  errors: plainErrors,
  doc: planDocs.recompareReplay,

  async answer({ params, caller }, { plans, workflows, now, log }) {
    const plan = await plans.find(params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return failureOf(NO_PLAN);
    if (plan.status !== 'COMPLETED' || round.result === null) {
      return failureOf(NOT_COMPLETED);
    }
    const request = String(now());
    await workflows.start('recompare', recompareExecutionName(plan.planId, plan.round, request), {
      tenant: caller.tenant,
      planId: plan.planId,
      round: plan.round,
      chunks: round.selection?.chunks ?? 0,
      request,
    });
    log.info('recompare started', { plan_id: plan.planId, round: plan.round, app_id: plan.appId });
    return { status: 202, body: { planId: plan.planId, round: plan.round } };
  },
});
