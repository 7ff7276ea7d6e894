import { type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import type { SettlingServices } from '../services.ts';
import { stopReplayDoc } from './plans.doc.ts';

/** Ends a plan INTERRUPTED: requests in flight complete, no more are sent (interface 10). */
export const stopReplay: Endpoint<Pick<SettlingServices, 'plans' | 'settlement' | 'log'>> = {
  method: 'POST',
  path: '/api/replays/{planId}/stop',
  scope: 'write',
  errors: plainErrors,
  doc: stopReplayDoc,

  async answer({ params }, { plans, settlement, log }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failure(404, 'NOT_FOUND', 'there is no such run');
    const isStopped = plan.status !== 'COMPLETED' && (await settlement.stop(plan, plan.round, 'The run was stopped.'));
    if (!isStopped) return failure(409, 'NOT_RUNNING', 'the run has completed');
    log.info('replay stopped', { plan_id: plan.planId, round: plan.round, app_id: plan.appId });
    return ok({ planId: plan.planId, round: plan.round });
  },
};
