import { problemOf } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { workflowView } from './workflow-view.ts';
import { workflowDocs } from './workflows.doc.ts';

/** Lists the workflow versions of the caller's tenant, newest first (evaluation 3.6). */
export const listWorkflows = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/workflows',
  scope: 'eval:read',
  doc: workflowDocs.listWorkflows,

  async answer(request, { evaluation }: EvaluationUses<'workflowVersions'>) {
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const { items, next } = await evaluation.workflowVersions.page(page.value);
    return listPage(request, { items: items.map(workflowView), next });
  },
});
