import * as v from 'valibot';
import { findingAbout } from '../../compare/domain/finding-about.ts';
import { Kind } from '../../compare/domain/kinds.ts';
import { type Endpoint, failure, failureOf, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { counted } from '../../platform/values/shown/counted.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import type { FindingServices } from '../composition.ts';
import { bulkMarkDocs, INVALID_TIME, TOO_MANY } from './bulk-marks.doc.ts';
import { BulkMarkInput, MAX_MARKED_AT_ONCE, MarkInput } from './mark-input.ts';

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

/**
 * Marks every request of a finding, or those of a list, as expected; requests that are marked already keep their marks.
 */
export const markMany: Endpoint<Pick<FindingServices, 'plans' | 'bulkMarks' | 'audit' | 'now' | 'log'>> = endpoint({
  method: 'POST',
  path,
  scope: 'write',
  audits: 'mark.set',
  body: JSON_BODY,
  errors: plainErrors,
  doc: bulkMarkDocs.markFinding,

  async answer({ params, body, caller }, { plans, bulkMarks, audit, now, log }) {
    const input = v.safeParse(BulkMarkInput, body);
    if (!input.success) return failure(400, 'INVALID_MARK', invalidOf(body));
    const plan = await plans.find(params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return failureOf(NO_PLAN);
    if (round.result === null) return failureOf(NOT_COMPLETED);
    const markedAt = now();
    const mark = { comment: input.output.comment ?? null, markedBy: caller.name, markedAt };
    const marked =
      'planItemIds' in input.output
        ? await bulkMarks.markItems(plan, round, itemsOf(plan.planId, input.output.planItemIds), mark)
        : await bulkMarks.mark(plan, round, findingOf(input.output), mark, MAX_MARKED_AT_ONCE);
    if (marked === undefined) return failure(409, 'NOT_COMPLETED', 'the details of the run have expired');
    if (marked === 'too many') return failureOf(TOO_MANY);
    if (marked > 0) {
      const finding = 'kind' in input.output ? `${findingAbout(input.output)}, ` : '';
      const subject = { appId: plan.appId, planId: plan.planId, requests: marked };
      await audit.note(caller, 'mark.set', subject, `${finding}${counted(marked, 'request')}`);
    }
    log.info('requests marked', { plan_id: plan.planId, requests: marked });
    return ok({ planId: plan.planId, marked, markedAt: isoText(markedAt) });
  },
});

/** Removes the marks of one call of `markMany`, by their time. */
export const unmarkMany: Endpoint<Pick<FindingServices, 'plans' | 'bulkMarks' | 'audit'>> = endpoint({
  method: 'DELETE',
  path,
  scope: 'write',
  audits: 'mark.removed',
  errors: plainErrors,
  doc: bulkMarkDocs.unmarkFinding,

  async answer({ params, query, caller }, { plans, bulkMarks, audit }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failureOf(NO_PLAN);
    const markedAt = Date.parse(query.get('markedAt') ?? '');
    if (Number.isNaN(markedAt)) return failureOf(INVALID_TIME);
    const removed = await bulkMarks.remove(plan, markedAt);
    const subject = { appId: plan.appId, planId: plan.planId, requests: removed };
    if (removed > 0) await audit.note(caller, 'mark.removed', subject, counted(removed, 'request'));
    return ok({ planId: plan.planId, removed });
  },
});
