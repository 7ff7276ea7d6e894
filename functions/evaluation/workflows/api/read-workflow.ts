import * as v from 'valibot';
import { ok } from '../../../platform/http/api.ts';
import { problem } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { workflowView } from './workflow-view.ts';
import { workflowDocs } from './workflows.doc.ts';

/** Returns a workflow version by its digest, with its current facts (evaluation 3.6). */
export const readWorkflow = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/workflows/{digest}',
  scope: 'eval:read',
  doc: workflowDocs.readWorkflow,

  async answer({ params }, { evaluation }: EvaluationUses<'workflowVersions'>) {
    const workflow = v.is(Digest, params.digest) && (await evaluation.workflowVersions.find(params.digest));
    if (!workflow) return problem('workflow_version_not_found', 'there is no workflow version of this digest');
    return ok(workflowView(workflow));
  },
});
