import * as v from 'valibot';
import { type Endpoint, failureOf, OPTIONAL_JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { planItemId } from '../../replay/domain/plan.ts';
import type { FindingServices } from '../composition.ts';
import { outcomeDigest } from '../domain/stored/marked-outcomes.ts';
import type { Mark } from '../store/marks.ts';
import { MarkInput } from './mark-input.ts';
import { planItemOf } from './plan-item.ts';
import { INVALID_COMMENT, NO_RESULT, NOTHING_TO_MARK, resultDocs } from './results.doc.ts';
import type { ShownMark } from './shown-results.ts';

const path = '/api/replays/{planId}/cases/{planItemId}/mark';
const missing = failureOf(NO_RESULT);

/** A mark as responses show it, with its time in ISO-8601. */
export const markView = ({ comment, markedBy, markedAt }: Mark): ShownMark => ({
  comment,
  markedBy,
  markedAt: isoText(markedAt),
});

/**
 * Marks a request as expected (interface 10): findings omit it from the next query on; counts, pass rate, verdict
 * and its own state stay. Repeating a mark changes nothing; another comment replaces the previous one.
 */
export const markPassed: Endpoint<Pick<FindingServices, 'results' | 'marks' | 'audit' | 'now' | 'log' | 'plans'>> =
  endpoint({
    method: 'POST',
    path,
    scope: 'write',
    audits: 'mark.set',
    body: OPTIONAL_JSON_BODY,
    errors: plainErrors,
    doc: resultDocs.markPassed,

    async answer({ params, body, caller }, services) {
      const { results, marks, audit, now, log } = services;
      const input = v.safeParse(MarkInput, body);
      if (!input.success) return failureOf(INVALID_COMMENT);
      const found = await planItemOf(params, services);
      if (found === undefined) return missing;
      const { plan, round, planned } = found;
      const { item } = planned.case;
      const outcomeNow = async () => {
        const stored = await results.findUnread(plan, round.round, planned.chunk, item);
        return stored && outcomeDigest(stored.head.outcome);
      };
      const outcome = await outcomeNow();
      if (outcome === undefined) return failureOf(NOTHING_TO_MARK);

      const before = await marks.find(plan.planId, round.round, item);
      const comment = input.output.comment ?? null;
      const same = before && (comment === null || comment === before.comment) ? before : undefined;
      const mark: Mark = same
        ? { ...same, outcome }
        : { item, comment, markedBy: caller.name, markedAt: now(), outcome };
      await marks.put(plan, round.round, mark);
      // A recompare may have moved the request to another cluster since its outcome was read.
      const latest = await outcomeNow();
      if (latest !== undefined && latest !== outcome) await marks.moveTo(plan.planId, round.round, item, latest);
      const subject = { appId: plan.appId, planItemId: planItemId(plan.planId, item) };
      if (same === undefined) await audit.note(caller, 'mark.set', subject, planned.case.operation);
      log.info('request marked as expected', { plan_id: plan.planId, plan_item_id: planItemId(plan.planId, item) });
      return ok({ planItemId: planItemId(plan.planId, item), marked: true, mark: markView(mark) });
    },
  });

/** Removes a mark; idempotent. */
export const unmark: Endpoint<Pick<FindingServices, 'plans' | 'results' | 'marks' | 'audit'>> = endpoint({
  method: 'DELETE',
  path,
  scope: 'write',
  audits: 'mark.removed',
  errors: plainErrors,
  doc: resultDocs.unmark,

  async answer({ params, caller }, services) {
    const found = await planItemOf(params, services);
    if (found === undefined) return missing;
    const { plan, round, planned } = found;
    const { marks, audit } = services;
    const before = await marks.find(plan.planId, round.round, planned.case.item);
    await marks.remove(plan.planId, round.round, planned.case.item);
    const subject = { appId: plan.appId, planItemId: planItemId(plan.planId, planned.case.item) };
    if (before) await audit.note(caller, 'mark.removed', subject, planned.case.operation);
    return ok({ planItemId: planItemId(plan.planId, planned.case.item), marked: false, mark: null });
  },
});
