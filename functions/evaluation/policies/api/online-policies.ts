import { NO_CONTENT } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { accept } from '../../../platform/result.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { timed } from '../../domain/policies/online-policy.ts';
import { onlinePolicyDocs } from './online-policies.doc.ts';
import { validatedPolicy, workflowProblem } from './policy-checks.ts';
import { etagOf, POLICIES_PATH, policyPath, policyView } from './policy-view.ts';

/** Creates an online policy (evaluation 3.13). */
export const createPolicy = evaluationEndpoint({
  method: 'POST',
  path: POLICIES_PATH,
  scope: 'eval:policy',
  audits: 'policy.created',
  body: EVALUATION_BODY,
  doc: onlinePolicyDocs.createOnlinePolicy,

  async answer({ body, caller }, services: EvaluationUses<'workflowVersions' | 'policies', 'audit'>) {
    const read = validatedPolicy(body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const refused = await workflowProblem(read.value, services);
    if (refused) return problemOf(refused, refused.errors && { errors: refused.errors });
    const made = await services.evaluation.policies.create(read.value, caller.name);
    if (!made.ok) return problemOf(made);
    await services.audit.note(caller, 'policy.created', { policyId: made.value.policy_id });
    const headers = { location: policyPath(made.value.policy_id), etag: etagOf(made.value) };
    return { status: 201, headers, body: policyView(made.value) };
  },
});

/** Lists online policies, newest first. */
export const listPolicies = evaluationEndpoint({
  method: 'GET',
  path: POLICIES_PATH,
  scope: 'eval:read',
  doc: onlinePolicyDocs.listOnlinePolicies,

  async answer(request, { evaluation }: EvaluationUses<'policies'>) {
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const { items, next } = await evaluation.policies.page(page.value);
    return listPage(request, { items: items.map(policyView), next });
  },
});

/** Returns one online policy. */
export const readPolicy = evaluationEndpoint({
  method: 'GET',
  path: `${POLICIES_PATH}/{policyId}`,
  scope: 'eval:read',
  doc: onlinePolicyDocs.readOnlinePolicy,

  async answer({ params: { policyId = '' } }, { evaluation }: EvaluationUses<'policies'>) {
    const policy = await evaluation.policies.find(policyId);
    if (policy === undefined) return problem('not_found', 'There is no such policy.');
    return { status: 200, headers: { etag: etagOf(policy) }, body: policyView(policy) };
  },
});

/** Deletes a policy and cancels its backfill permanently. Its history stays (evaluation 3.13). */
export const deletePolicy = evaluationEndpoint({
  method: 'DELETE',
  path: `${POLICIES_PATH}/{policyId}`,
  scope: 'eval:policy',
  audits: 'policy.deleted',
  doc: onlinePolicyDocs.deleteOnlinePolicy,

  async answer(
    { params: { policyId = '' }, caller },
    { evaluation, audit, now }: EvaluationUses<'policies', 'audit' | 'now'>,
  ) {
    const at = now();
    const deleted = await evaluation.policies.change<never>(policyId, async (policy) =>
      accept(timed({ ...policy, deleted_at: at, updated_at: at })),
    );
    if (deleted === undefined) return problem('not_found', 'There is no such policy.');
    if (!deleted.ok) return problemOf(deleted);
    await audit.note(caller, 'policy.deleted', { policyId });
    return NO_CONTENT;
  },
});
