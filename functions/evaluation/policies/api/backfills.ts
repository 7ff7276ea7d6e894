import { ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import {
  BackfillBody,
  backfillFault,
  endedBackfill,
  isBackfillOver,
  mayHaveStarted,
} from '../../domain/policies/backfill.ts';
import type { OnlinePolicy } from '../../domain/policies/online-policy.ts';
import { CLAIM_MS } from '../../domain/policies/policy-window.ts';
import { backfillDocs } from './backfills.doc.ts';
import { windowProblem, workflowProblem } from './policy-checks.ts';
import { backfillView, POLICIES_PATH } from './policy-view.ts';

const PATH = `${POLICIES_PATH}/{policyId}/backfills`;
/** Maximum recorded cases counted within a request. */
const MAX_RECORDINGS_COUNTED = 100_000;
/** Ticks move a backfill a few times while it is being cancelled, at most. */
const RETRY = { subject: 'the backfill', maxTries: 20 };

/** Evaluates cases recorded in the past. `dry_run` only counts them (evaluation 3.13). */
export const createBackfill = evaluationEndpoint({
  method: 'POST',
  path: PATH,
  scope: 'eval:policy',
  body: EVALUATION_BODY,
  doc: backfillDocs.createBackfill,

  async answer(
    { params: { policyId = '' }, body, caller },
    services: EvaluationUses<'policies' | 'workflowVersions' | 'policyExecutions' | 'backfills', 'now'>,
  ) {
    const policy = await services.evaluation.policies.find(policyId);
    if (policy === undefined) return problem('not_found', 'There is no such policy.');
    const read = validateBody(BackfillBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const fault = backfillFault(read.value, services.now());
    if (fault) return windowProblem(fault);
    const refused = await workflowProblem(policy.spec, services);
    if (refused) return problemOf(refused, refused.errors && { errors: refused.errors });
    if (read.value.dry_run) return counted(policy, read.value, services);
    const made = await services.evaluation.backfills.create(policy, read.value, caller.name);
    if (!made.ok) return problemOf(made);
    const { backfill_id } = made.value;
    return { status: 202, body: { backfill_id, status: 'queued' as const } };
  },
});

/** Number of cases that a backfill would process, as far as they are counted. */
async function counted(
  policy: OnlinePolicy,
  { from, to, rate, max_targets: max }: BackfillBody,
  { evaluation }: EvaluationUses<'policyExecutions'>,
) {
  const selection = await evaluation.policyExecutions.select({
    version: policy,
    window: { from, to },
    rate: rate ?? policy.spec.sampling.rate,
    cutoff: null,
    limit: { max, beyond: 'max_targets' },
    maxRead: MAX_RECORDINGS_COUNTED,
  });
  if (selection === null)
    return problem(
      'limit_reached',
      `More than ${MAX_RECORDINGS_COUNTED} recorded cases are in this window. Choose a smaller one.`,
    );
  const { matched, sampled, targets, skipped } = selection;
  return ok({ matched, sampled, targets: targets.length, skipped });
}

/** Lists the backfills of a policy, including a deleted one, newest first. */
export const listBackfills = evaluationEndpoint({
  method: 'GET',
  path: PATH,
  scope: 'eval:read',
  doc: backfillDocs.listBackfills,

  async answer(request, { evaluation }: EvaluationUses<'policies' | 'backfills'>) {
    const { policyId = '' } = request.params;
    if ((await evaluation.policies.stored(policyId)) === undefined)
      return problem('not_found', 'There is no such policy.');
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const { items, next } = await evaluation.backfills.page(policyId, page.value);
    return listPage(request, { items: items.map(backfillView), next });
  },
});

/** Cancels a backfill: 202, repeated 200, ended otherwise 409. A run that it has started continues. */
export const cancelBackfill = evaluationEndpoint({
  method: 'POST',
  path: `${PATH}/{backfillId}/cancel`,
  scope: 'eval:policy',
  doc: backfillDocs.cancelBackfill,

  answer: (
    { params: { policyId = '', backfillId = '' } },
    { evaluation: { backfills }, now }: EvaluationUses<'backfills', 'now'>,
  ) =>
    retryOnConflict(async () => {
      const backfill = await backfills.find(policyId, backfillId);
      if (backfill === undefined) return problem('not_found', 'There is no such backfill.');
      if (backfill.status === 'cancelled') return ok(backfillView(backfill));
      if (isBackfillOver(backfill)) return problem('backfill_not_active', `The backfill has ${backfill.status}.`);
      const cancelled = endedBackfill(backfill, 'cancelled', now());
      // A tick may be processing one of its windows, or may have crashed there, so the claim has to expire first.
      const dueAt = mayHaveStarted(backfill) ? now() + CLAIM_MS : null;
      if (!(await backfills.change(backfill, cancelled, dueAt))) return CONFLICT;
      return { status: 202, body: backfillView(cancelled) };
    }, RETRY),
});
