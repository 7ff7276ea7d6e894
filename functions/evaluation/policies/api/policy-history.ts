import type { ApiRequest } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { onlinePolicyDocs } from './online-policies.doc.ts';
import { executionView, POLICIES_PATH, versionView } from './policy-view.ts';

/** Lists the versions of a policy, including a deleted one, newest first (evaluation 3.13). */
export const listPolicyVersions = evaluationEndpoint({
  method: 'GET',
  path: `${POLICIES_PATH}/{policyId}/versions`,
  scope: 'eval:read',
  doc: onlinePolicyDocs.listOnlinePolicyVersions,
  answer: (request, services: EvaluationUses<'policies'>) =>
    ofPolicy(request, services, async (policyId, page) => {
      const { items, next } = await services.evaluation.policies.versions(policyId, page);
      return { items: items.map(versionView), next };
    }),
});

/** Lists the executions of a policy, including a deleted one, latest window first (evaluation 3.13). */
export const listPolicyExecutions = evaluationEndpoint({
  method: 'GET',
  path: `${POLICIES_PATH}/{policyId}/executions`,
  scope: 'eval:read',
  doc: onlinePolicyDocs.listOnlinePolicyExecutions,
  answer: (request, services: EvaluationUses<'policies' | 'policyExecutions'>) =>
    ofPolicy(request, services, async (policyId, page) => {
      const { items, next } = await services.evaluation.policyExecutions.page(policyId, page);
      return { items: items.map(executionView), next };
    }),
});

async function ofPolicy<Item>(
  request: ApiRequest,
  { evaluation }: EvaluationUses<'policies'>,
  read: (
    policyId: string,
    page: { limit: number; after: string | null },
  ) => Promise<{ items: Item[]; next: string | null }>,
) {
  const { policyId = '' } = request.params;
  if ((await evaluation.policies.stored(policyId)) === undefined)
    return problem('not_found', 'There is no such policy.');
  const page = pageOf(request);
  return page.ok ? listPage(request, await read(policyId, page.value)) : problemOf(page);
}
