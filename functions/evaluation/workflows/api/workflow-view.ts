import type { ResolvedWorkflow } from '../domain/resolved-workflow.ts';

/** A workflow version as it is answered (evaluation 3.6). */
export const workflowView = ({ created_at, ...workflow }: ResolvedWorkflow) => ({
  ...workflow,
  created_at: new Date(created_at).toISOString(),
  links: { self: `/api/v1/eval/workflows/${workflow.workflow_version_digest}` },
});
