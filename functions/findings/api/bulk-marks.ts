import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { type Endpoint, failure, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { FindingServices } from '../services.ts';
import { BulkMarkInput, MAX_MARKED_AT_ONCE } from './bulk-mark-input.ts';
import { markManyDoc, unmarkManyDoc } from './bulk-marks.doc.ts';
import { MarkInput } from './mark-input.ts';

const path = '/api/replays/{planId}/marks';
const invalidOf = (body: Readonly<Record<string, unknown>>): string => {
  const wrong = 'planItemIds' in body ? 'planItemIds' : v.is(Kind, body.kind) ? 'subject' : 'kind';
  const isComment = body.comment != null && !v.is(MarkInput, { comment: body.comment });
  return isComment ? 'comment must be a string of at most 2,000 characters' : `${wrong} is missing or invalid`;
};

const findingOf = ({ operations, ...finding }: Extract<BulkMarkInput, { kind: Kind }>) => ({
  ...finding,
  operations: operations ?? null,
});

/** Positions of requests of this plan; ids of others are left out. */
const itemsOf = (planId: string, planItemIds: readonly string[]): number[] =>
  planItemIds.flatMap((id) => {
    const [plan, item = ''] = id.split(':');
    return plan === planId && /^\d{1,8}$/.test(item) ? [Number(item)] : [];
  });

/** Marks every request of a finding, or those of a list, as expected; requests that are marked already keep their marks. */
export const markMany: Endpoint<Pick<FindingServices, 'plans' | 'bulkMarks' | 'audit' | 'now' | 'log'>> = {
  method: 'POST',
  path,
  scope: 'write',
  body: JSON_BODY,
  errors: plainErrors,
  doc: markManyDoc,

  async answer({ params, body, caller }, { plans, bulkMarks, audit, now, log }) {
    const input = v.safeParse(BulkMarkInput, body);
    if (!input.success) return failure(400, 'INVALID_MARK', invalidOf(body));
    const plan = await plans.find(params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return failure(404, 'NOT_FOUND', 'there is no such run');
    if (round.result === null) return failure(409, 'NOT_COMPLETED', 'the run has not completed');
    const markedAt = now();
    const mark = { comment: input.output.comment ?? null, markedBy: caller.name, markedAt };
    const marked =
      'planItemIds' in input.output
        ? await bulkMarks.markItems(plan, round, itemsOf(plan.planId, input.output.planItemIds), mark)
        : await bulkMarks.mark(plan, round, findingOf(input.output), mark, MAX_MARKED_AT_ONCE);
    if (marked === undefined) return failure(409, 'NOT_COMPLETED', 'the details of the run have expired');
    if (marked === 'too many')
      return failure(409, 'TOO_MANY_REQUESTS_TO_MARK', `at most ${MAX_MARKED_AT_ONCE} requests can be marked per call`);
    if (marked > 0) await audit.note(caller, 'mark.set', { planId: plan.planId, requests: marked });
    log.info('requests marked', { plan_id: plan.planId, requests: marked });
    return ok({ planId: plan.planId, marked, markedAt: isoText(markedAt) });
  },
};

/** Removes the marks of one call of `markMany`, by their time. */
export const unmarkMany: Endpoint<Pick<FindingServices, 'plans' | 'bulkMarks' | 'audit'>> = {
  method: 'DELETE',
  path,
  scope: 'write',
  errors: plainErrors,
  doc: unmarkManyDoc,

  async answer({ params, query, caller }, { plans, bulkMarks, audit }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failure(404, 'NOT_FOUND', 'there is no such run');
    const markedAt = Date.parse(query.get('markedAt') ?? '');
    if (Number.isNaN(markedAt)) return failure(400, 'INVALID_QUERY', 'markedAt must be the time of marks in ISO-8601');
    const removed = await bulkMarks.remove(plan, markedAt);
    if (removed > 0) await audit.note(caller, 'mark.removed', { planId: plan.planId, requests: removed });
    return ok({ planId: plan.planId, removed });
  },
};
