import type { RunningUses } from '../composition.ts';
import type { WorkflowRun } from '../domain/runs/run.ts';

/** Default for an unknown environment (evaluation 4). */
const DEFAULT_MAX_ATTEMPTS = 1;
const DEFAULT_MAX_RESULT_MB = 50;

/** Inputs of a run: its five pins, the known manifests and its limits. Throws if its workflow version was deleted. */
export async function workflowOf(
  { workflow_version_digest }: WorkflowRun,
  { evaluation }: RunningUses<'workflowVersions'>,
) {
  const workflow = await evaluation.workflowVersions.find(workflow_version_digest);
  if (workflow === undefined) throw new Error('the workflow version of a run no longer exists');
  const manifests = await evaluation.workflowVersions.manifests(workflow.workflow_version);
  const limits = manifests.environment?.limits;
  return {
    workflow,
    manifests,
    maxAttempts: limits?.max_attempts ?? DEFAULT_MAX_ATTEMPTS,
    maxResultBytes: (limits?.max_result_mb ?? DEFAULT_MAX_RESULT_MB) * 1024 * 1024,
  };
}
