import { ok } from '../../../platform/http/api.ts';
import { problemOf } from '../../../platform/http/problem.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { parsePins } from './pins-input.ts';
import { workflowView } from './workflow-view.ts';
import { workflowDocs } from './workflows.doc.ts';

/**
 * Fixes five manifests as a workflow version and returns its current facts. Digests of manifests that were not sent yet
 * are accepted (evaluation 3.6).
 */
export const resolveWorkflow = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/resolve',
  scope: 'eval:run',
  body: EVALUATION_BODY,
  doc: workflowDocs.resolveWorkflow,

  async answer({ body }, { evaluation }: EvaluationUses<'workflowVersions'>) {
    const pins = parsePins(body);
    if (!pins.ok) return problemOf(pins, { errors: pins.errors });
    return ok(workflowView(await evaluation.workflowVersions.resolve(pins.value)));
  },
});
