import type { Services } from '../../../platform/http/api.ts';
import type { WorkflowRun } from '../domain/run.ts';

/** Of an environment that is unknown (evaluation 4). */
const DEFAULT_MOST_ATTEMPTS = 1;
const DEFAULT_MOST_RESULT_MB = 50;

/** What a run runs with: its five pins, their manifests as far as they are known, and its limits. Throws where its workflow version is gone. */
export async function workflowOf({ workflow_version_digest }: WorkflowRun, { evaluation }: Services) {
  const workflow = await evaluation.workflowVersions.find(workflow_version_digest);
  if (workflow === undefined) throw new Error('the workflow version of a run is gone');
  const manifests = await evaluation.workflowVersions.manifests(workflow.workflow_version);
  const limits = manifests.environment?.limits;
  return {
    workflow,
    manifests,
    mostAttempts: limits?.max_attempts ?? DEFAULT_MOST_ATTEMPTS,
    mostResultBytes: (limits?.max_result_mb ?? DEFAULT_MOST_RESULT_MB) * 1024 * 1024,
  };
}
