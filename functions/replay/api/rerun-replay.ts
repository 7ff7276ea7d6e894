import { type Endpoint, failure, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { NewPlanServices } from '../composition.ts';
import { executionName } from '../domain/plan.ts';
import { baselineAdmitted, KNOWN_CALLER, rerunAdmission } from '../service/plan-admission.ts';
import { NO_PLAN } from './parts/run-refusals.ts';
import { PLAN_RUNNING, roundDocs, TARGET_DENIED } from './plans.doc.ts';

/** Starts the next round of a completed plan; it selects, sends and computes everything again (interface 10). */
export const rerunReplay: Endpoint<Pick<NewPlanServices, 'plans' | 'targets' | 'egress' | 'workflows' | 'log'>> =
  endpoint({
    method: 'POST',
    path: '/api/replays/{planId}/rerun',
    scope: 'write',
    audits: 'run.started',
    startsRun: true,
    errors: plainErrors,
    doc: roundDocs.rerunReplay,

    async answer({ params, caller }, { plans, targets, egress, workflows, log }) {
      const plan = await plans.find(params.planId ?? '');
      if (!plan) return failureOf(NO_PLAN);
      if ((await egress.denial(plan.targetEnv)) !== null) {
        return failureOf(TARGET_DENIED);
      }
      const beside = await baselineAdmitted(plan, KNOWN_CALLER, { targets, egress });
      if (!beside.ok) return failure(409, 'TARGET_DENIED', beside.message);
      const admitted = await rerunAdmission(plan, targets);
      if (!admitted.ok) return failure(409, 'TARGET_DENIED', admitted.message);
      if (!(await plans.begin(plan, admitted.value ?? undefined))) {
        return failureOf(PLAN_RUNNING);
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
  });
