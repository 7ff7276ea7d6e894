import type { ApiRequest } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { accept, refuse } from '../../../platform/result.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { bodyOf, changedPolicy, type OnlinePolicy } from '../../domain/policies/online-policy.ts';
import { patchedBody } from '../../domain/policies/online-policy-body.ts';
import { onlinePolicyDocs } from './online-policies.doc.ts';
import { type PolicyProblem, validatedPolicy, workflowProblem } from './policy-checks.ts';
import { etagOf, POLICIES_PATH, policyView } from './policy-view.ts';

/**
 * Changes a policy by a JSON merge patch, on condition that it still has the version that the caller saw (evaluation
 * 3.13).
 */
export const changePolicy = evaluationEndpoint({
  method: 'PATCH',
  path: `${POLICIES_PATH}/{policyId}`,
  scope: 'eval:policy',
  audits: 'policy.changed',
  body: EVALUATION_BODY,
  doc: onlinePolicyDocs.changeOnlinePolicy,

  async answer(
    { params: { policyId = '' }, headers, body, caller },
    services: EvaluationUses<'policies' | 'workflowVersions', 'now' | 'audit'>,
  ) {
    const seen = headers.get('if-match');
    const { policies } = services.evaluation;
    const changed = await policies.change(policyId, (policy) => decided(policy, { seen, body }, services));
    if (changed === undefined) return problem('not_found', 'There is no such policy.');
    if (!changed.ok) return problemOf(changed, 'errors' in changed && changed.errors ? { errors: changed.errors } : {});
    await services.audit.note(caller, 'policy.changed', { policyId, version: changed.value.version });
    return { status: 200, headers: { etag: etagOf(changed.value) }, body: policyView(changed.value) };
  },
});

async function decided(
  policy: OnlinePolicy,
  { seen, body }: { seen: string | null; body: ApiRequest['body'] },
  services: EvaluationUses<'workflowVersions', 'now'>,
): Promise<{ ok: true; value: OnlinePolicy } | PolicyProblem> {
  if (seen === null) return refuse('precondition_required', 'If-Match must name the version to change.');
  if (seen !== etagOf(policy)) return refuse('policy_version_conflict', 'The policy was changed in the meantime.');
  const read = validatedPolicy(patchedBody(bodyOf(policy), body));
  if (!read.ok) return read;
  const refused = await workflowProblem(read.value, services);
  return refused ?? accept(changedPolicy(policy, read.value, body.enabled === true, services.now()));
}
