import type { PolicySpec } from '../../domain/policies/online-policy-body.ts';
import type { PolicyWorkflow } from '../../domain/policies/online-policy-step.ts';
import type { WorkflowVersionStore } from '../../workflows/store/workflow-versions.ts';

/** Current facts of the workflow that a policy runs. */
export async function policyWorkflow(
  { workflow_version_digest }: Pick<PolicySpec, 'workflow_version_digest'>,
  workflowVersions: Pick<WorkflowVersionStore, 'find' | 'manifests'>,
): Promise<PolicyWorkflow> {
  const workflow = await workflowVersions.find(workflow_version_digest);
  if (workflow === undefined) return { workflow: null, app_id: undefined };
  const { framework_definition } = await workflowVersions.manifests(workflow.workflow_version);
  return { workflow, app_id: framework_definition?.config.app_id };
}
