import { type Endpoint, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import type { SettlingServices } from '../composition.ts';
import { NOT_RUNNING, planDocs } from './plans.doc.ts';

/** Ends a plan INTERRUPTED: requests in flight complete, no more are sent (interface 10). */
export const stopReplay: Endpoint<Pick<SettlingServices, 'plans' | 'settlement' | 'log'>> = endpoint({
  method: 'POST',
  path: '/api/replays/{planId}/stop',
  scope: 'write',
  errors: plainErrors,
  doc: planDocs.stopReplay,

  async answer({ params }, { plans, settlement, log }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failureOf(NO_PLAN);
    const isStopped =
      plan.status !== 'COMPLETED' && (await settlement.confirmedStop(plan, plan.round, 'The run was stopped.'));
    if (!isStopped) return failureOf(NOT_RUNNING);
    log.info('replay stopped', { plan_id: plan.planId, round: plan.round, app_id: plan.appId });
    return ok({ planId: plan.planId, round: plan.round });
  },
});
