import type { ApiResponse, Services } from '../../../platform/http/api.ts';
import { ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../api/evaluation-endpoint.ts';
import { listed, pageOf } from '../../api/listed-page.ts';
import { validated } from '../../api/validated.ts';
import { BackfillBody, backfillFault, endedBackfill, isBackfillOver, mayHaveBegun } from '../domain/backfill.ts';
import type { OnlinePolicy } from '../domain/online-policy.ts';
import { CLAIM_MS } from '../domain/policy-window.ts';
import { cancelBackfillDoc, createBackfillDoc, listBackfillsDoc } from './backfills.doc.ts';
import { windowProblem, workflowProblem } from './policy-checks.ts';
import { backfillView, POLICIES_PATH } from './policy-view.ts';

const PATH = `${POLICIES_PATH}/{policyId}/backfills`;
/** More recorded cases than that are not counted while somebody waits for the answer. */
const MOST_COUNTED = 100_000;
/** Ticks move a backfill a few times while it is being cancelled, at most. */
const MOST_TRIES = 20;

/** Evaluates what was recorded in the past; `dry_run` counts only (evaluation 3.13). */
export const createBackfill = evaluationEndpoint({
  method: 'POST',
  path: PATH,
  scope: 'eval:policy',
  body: EVALUATION_BODY,
  doc: createBackfillDoc,

  async answer({ params: { policyId = '' }, body, caller }, services) {
    const policy = await services.evaluation.policies.find(policyId);
    if (policy === undefined) return problem('not_found', 'There is no such policy.');
    const read = validated(BackfillBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const fault = backfillFault(read.value, services.now());
    if (fault) return windowProblem(fault);
    const refused = await workflowProblem(policy.spec, services);
    if (refused) return problemOf(refused, refused.errors && { errors: refused.errors });
    if (read.value.dry_run) return counted(policy, read.value, services);
    const made = await services.evaluation.backfills.create(policy, read.value, caller.name);
    if (!made.ok) return problemOf(made);
    const { backfill_id, status } = made.value;
    return { status: 202, body: { backfill_id, status } };
  },
});

/** What a backfill would take, as far as it is counted. */
async function counted(
  policy: OnlinePolicy,
  { from, to, rate, max_targets: most }: BackfillBody,
  { evaluation }: Services,
): Promise<ApiResponse> {
  const selection = await evaluation.policyExecutions.select({
    ...{ version: policy, window: { from, to }, rate: rate ?? policy.spec.sampling.rate, cutoff: null },
    ...{ limit: { most, beyond: 'max_targets' }, mostRead: MOST_COUNTED },
  });
  if (selection === null)
    return problem('limit_reached', `More than ${MOST_COUNTED} recorded cases are in this window: count parts of it.`);
  const { matched, sampled, targets, skipped } = selection;
  return ok({ matched, sampled, targets: targets.length, skipped });
}

/** Backfills of a policy, also of one that was deleted; the newest first. */
export const listBackfills = evaluationEndpoint({
  method: 'GET',
  path: PATH,
  scope: 'eval:read',
  doc: listBackfillsDoc,

  async answer(request, { evaluation }) {
    const { policyId = '' } = request.params;
    if ((await evaluation.policies.stored(policyId)) === undefined)
      return problem('not_found', 'There is no such policy.');
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const { items, next } = await evaluation.backfills.page(policyId, page.value);
    return listed(request, { items: items.map(backfillView), next });
  },
});

/** Ends a backfill: 202, again 200, one that ended otherwise 409; the run that it has started goes on. */
export const cancelBackfill = evaluationEndpoint({
  method: 'POST',
  path: `${PATH}/{backfillId}/cancel`,
  scope: 'eval:policy',
  doc: cancelBackfillDoc,

  async answer({ params: { policyId = '', backfillId = '' } }, { evaluation: { backfills }, now }) {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const backfill = await backfills.find(policyId, backfillId);
      if (backfill === undefined) return problem('not_found', 'There is no such backfill.');
      if (backfill.status === 'cancelled') return ok(backfillView(backfill));
      if (isBackfillOver(backfill)) return problem('backfill_not_active', `The backfill has ${backfill.status}.`);
      const cancelled = endedBackfill(backfill, 'cancelled', now());
      // A tick may be at a window of it, or have died there: its time is waited for.
      const dueAt = mayHaveBegun(backfill) ? now() + CLAIM_MS : null;
      if (await backfills.change(backfill, cancelled, dueAt)) return { status: 202, body: backfillView(cancelled) };
    }
    throw new Error('ticks kept moving the backfill');
  },
});
