import type { StatusReason } from '../runs/run.ts';
import type { RunStatus } from '../statuses.ts';
import type { ResolvedWorkflow } from '../workflows/resolved-workflow.ts';
import type { OnlinePolicy } from './online-policy.ts';
import type { PolicySpec } from './online-policy-body.ts';
import { MAX_FAILED_RUNS, runAllowedAt, targetsLeft } from './online-policy-budgets.ts';
import { dueWindow, type PolicyWindow, WAIT_MS } from './policy-window.ts';

/** Facts of the workflow that a policy runs. Null if it was never resolved. */
export interface PolicyWorkflow {
  workflow: Pick<ResolvedWorkflow, 'runnable' | 'reproducibility_class'> | null;
  /** The application named in its definition. */
  app_id: unknown;
}

/** Why a policy may not run its workflow automatically (evaluation 3.13), or null. */
export function workflowObstacle(
  { allow_live, filter }: Pick<PolicySpec, 'allow_live' | 'filter'>,
  { workflow, app_id }: PolicyWorkflow,
): (StatusReason & { pointer: string }) | null {
  const obstacle = (code: string, pointer: string, detail: string) => ({ code, pointer, detail });
  if (workflow === null)
    return obstacle('workflow_unrunnable', '#/workflow_version_digest', 'The workflow version was never resolved.');
  if (workflow.reproducibility_class === 'live' && !allow_live)
    return obstacle(
      'live_not_allowed',
      '#/allow_live',
      'The workflow is live. It can be scheduled only with allow_live: true.',
    );
  if (typeof app_id === 'string' && app_id !== filter.app_id)
    return obstacle('workflow_unrunnable', '#/filter/app_id', 'The workflow belongs to a different application.');
  if (!workflow.runnable)
    return obstacle('workflow_unrunnable', '#/workflow_version_digest', 'The workflow version cannot run now.');
  return null;
}

export type PolicyStep = { wait: number } | { pause: StatusReason } | { window: PolicyWindow };

/** Next step of an active policy that is due. `runs`: the state of its last runs, oldest first, at most three. */
export function policyStep(
  policy: OnlinePolicy,
  { runs, ...workflow }: PolicyWorkflow & { runs: readonly RunStatus[] },
  now: number,
): PolicyStep {
  if (runs.length >= MAX_FAILED_RUNS && runs.every((status) => status === 'failed'))
    return { pause: { code: 'failed_runs', detail: `The last ${MAX_FAILED_RUNS} runs failed.` } };
  const obstacle = workflowObstacle(policy.spec, workflow);
  if (obstacle) return { pause: { code: obstacle.code, detail: obstacle.detail } };
  const window = dueWindow(policy, now);
  if (window === null || now < (policy.next_run_at ?? 0)) return { wait: policy.next_run_at ?? now + WAIT_MS };
  const last = runs.at(-1);
  if (last === 'queued' || last === 'running' || last === 'cancelling') return { wait: now + WAIT_MS };
  const allowedAt = runAllowedAt(policy, now);
  if (allowedAt !== null) return { wait: allowedAt };
  if (targetsLeft(policy, now) === 0)
    return { pause: { code: 'day_budget_exhausted', detail: 'max_targets_per_day was reached.' } };
  return { window };
}
