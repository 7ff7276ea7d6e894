import { isoText } from '../../../platform/time/iso-text.ts';
import type { ResolvedWorkflow } from '../../domain/workflows/resolved-workflow.ts';

/** A workflow version as responses show it (evaluation 3.6). */
export const workflowView = ({ created_at, ...workflow }: ResolvedWorkflow) => ({
  ...workflow,
  created_at: isoText(created_at),
  links: { self: `/api/v1/eval/workflows/${workflow.workflow_version_digest}` },
});
