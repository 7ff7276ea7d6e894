import { problem, problemOf } from '../../../platform/http/problem.ts';
import { accept, refuse } from '../../../platform/result.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { WindowBody, windowFault } from '../../domain/policies/backfill.ts';
import type { OnlinePolicy } from '../../domain/policies/online-policy.ts';
import { hasRoom, recordRun, spent, targetLimit } from '../../domain/policies/online-policy-budgets.ts';
import { workflowObstacle } from '../../domain/policies/online-policy-step.ts';
import type { PolicyExecution } from '../../domain/policies/policy-execution.ts';
import { MAX_WINDOW_MS, type PolicyWindow } from '../../domain/policies/policy-window.ts';
import { policyWorkflow } from '../service/policy-workflow.ts';
import { onlinePolicyDocs } from './online-policies.doc.ts';
import { windowProblem } from './policy-checks.ts';
import { POLICIES_PATH } from './policy-view.ts';

/** Maximum recorded cases read within a request. */
const MAX_RECORDINGS_READ = 100_000;

const EXHAUSTED = 'A budget of the policy is exhausted.';

/**
 * Evaluates one window now, even for an inactive policy. The same window of the same version returns the same execution
 * (evaluation 5.12).
 */
export const runPolicy = evaluationEndpoint({
  method: 'POST',
  path: `${POLICIES_PATH}/{policyId}/run`,
  scope: 'eval:policy',
  body: EVALUATION_BODY,
  doc: onlinePolicyDocs.runOnlinePolicy,

  async answer(
    { params: { policyId = '' }, body },
    services: EvaluationUses<'policies' | 'policyExecutions' | 'workflowVersions', 'now'>,
  ) {
    const { policies, policyExecutions, workflowVersions } = services.evaluation;
    const policy = await policies.find(policyId);
    if (policy === undefined) return problem('not_found', 'There is no such policy.');
    const read = validateBody(WindowBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const fault = windowFault(read.value, services.now(), MAX_WINDOW_MS);
    if (fault) return windowProblem(fault);

    const windowRun = windowOf(policy, read.value, services);
    const before = await policyExecutions.find(windowRun);
    if (before?.status !== 'completed') {
      const obstacle = workflowObstacle(policy.spec, await policyWorkflow(policy.spec, workflowVersions));
      if (obstacle) return problem('validation_failed', obstacle.detail);
    }
    if (before === undefined && !hasRoom(policy, 1, services.now())) return problem('limit_reached', EXHAUSTED);
    const done = await policyExecutions.run(windowRun);
    if (!done.ok) return problemOf(done);
    const { execution_id, workflow_run_id } = done.value;
    return { status: 202, body: { execution_id, workflow_run_id } };
  },
});

function windowOf(
  policy: OnlinePolicy,
  window: PolicyWindow,
  { evaluation: { policies }, now }: EvaluationUses<'policies', 'now'>,
) {
  const { policy_id, version, policy_version, spec, created_by, updated_at: created_at } = policy;
  return {
    version: { policy_id, version, policy_version, spec, created_by, created_at },
    ...({ trigger: 'manual', backfill_id: null, window, rate: spec.sampling.rate, cutoff: null } as const),
    limit: targetLimit(policy, spec.budgets, now()),
    maxRead: MAX_RECORDINGS_READ,
    async reserve(targets: number) {
      const before = await policies.stored(policy_id);
      if (before === undefined) throw new Error('a policy no longer exists');
      if (!hasRoom(before, targets, now())) return refuse('limit_reached', EXHAUSTED);
      const used = spent(before, { targets, scheduled: false }, now());
      return accept([policies.writeOf(before, { ...before, ...used })]);
    },
    async writes({ trigger, workflow_run_id }: PolicyExecution) {
      // An execution chosen by the schedule already counts towards the budgets while it waits for its run.
      if (trigger === 'manual' || workflow_run_id === null) return [];
      const before = await policies.stored(policy_id);
      if (before === undefined) throw new Error('a policy no longer exists');
      return [policies.writeOf(before, { ...before, ...recordRun(before, workflow_run_id) })];
    },
  };
}
