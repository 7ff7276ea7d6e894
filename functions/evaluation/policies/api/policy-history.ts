import type { ApiRequest, ApiResponse, Services } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../api/evaluation-endpoint.ts';
import { listed, pageOf } from '../../api/listed-page.ts';
import { listPolicyExecutionsDoc, listPolicyVersionsDoc } from './online-policies.doc.ts';
import { executionView, POLICIES_PATH, versionView } from './policy-view.ts';

/** Versions of a policy, also of one that was deleted; the newest first (evaluation 3.13). */
export const listPolicyVersions = evaluationEndpoint({
  method: 'GET',
  path: `${POLICIES_PATH}/{policyId}/versions`,
  scope: 'eval:read',
  doc: listPolicyVersionsDoc,
  answer: (request, services) =>
    ofPolicy(request, services, async (policyId, page) => {
      const { items, next } = await services.evaluation.policies.versions(policyId, page);
      return { items: items.map(versionView), next };
    }),
});

/** What became of the windows of a policy, also of one that was deleted; the latest window first (evaluation 3.13). */
export const listPolicyExecutions = evaluationEndpoint({
  method: 'GET',
  path: `${POLICIES_PATH}/{policyId}/executions`,
  scope: 'eval:read',
  doc: listPolicyExecutionsDoc,
  answer: (request, services) =>
    ofPolicy(request, services, async (policyId, page) => {
      const { items, next } = await services.evaluation.policyExecutions.page(policyId, page);
      return { items: items.map(executionView), next };
    }),
});

async function ofPolicy(
  request: ApiRequest,
  { evaluation }: Services,
  read: (
    policyId: string,
    page: { limit: number; after: string | null },
  ) => Promise<{ items: readonly unknown[]; next: string | null }>,
): Promise<ApiResponse> {
  const { policyId = '' } = request.params;
  if ((await evaluation.policies.stored(policyId)) === undefined)
    return problem('not_found', 'There is no such policy.');
  const page = pageOf(request);
  return page.ok ? listed(request, await read(policyId, page.value)) : problemOf(page);
}
