import { type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { executionName } from '../domain/plan.ts';
import { rerunAdmission } from '../service/plan-admission.ts';
import type { NewPlanServices } from '../services.ts';
import { rerunReplayDoc } from './plans.doc.ts';

/** Starts the next round of a completed plan; it selects, sends and computes everything again (interface 10). */
export const rerunReplay: Endpoint<Pick<NewPlanServices, 'plans' | 'targets' | 'egress' | 'workflows' | 'log'>> = {
  method: 'POST',
  path: '/api/replays/{planId}/rerun',
  scope: 'write',
  startsRun: true,
  errors: plainErrors,
  doc: rerunReplayDoc,

  async answer({ params, caller }, { plans, targets, egress, workflows, log }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failure(404, 'NOT_FOUND', 'there is no such run');
    if ((await egress.denial(plan.targetEnv)) !== null) {
      return failure(409, 'TARGET_DENIED', 'targetEnv is no longer allowed by the egress policy');
    }
    const admitted = await rerunAdmission(plan, targets);
    if (!admitted.ok) return failure(409, 'TARGET_DENIED', admitted.message);
    if (!(await plans.begin(plan, admitted.value ?? undefined))) {
      return failure(409, 'PLAN_RUNNING', 'the run has not completed, or another run replays against its targetEnv');
    }
    const round = plan.round + 1;
    await workflows.start('replay', executionName(plan.planId, round), {
      tenant: caller.tenant,
      planId: plan.planId,
      round,
    });
    log.info('replay run again', { plan_id: plan.planId, round, app_id: plan.appId });
    return ok({ planId: plan.planId, round });
  },
};
