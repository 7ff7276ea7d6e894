import { type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import { shownBody } from '../../recordings/domain/shown-body.ts';
import { currentGroup } from '../domain/classify.ts';
import type { FindingServices } from '../services.ts';
import { markView } from './marks.ts';
import { planItemOf } from './plan-item.ts';
import { resultView, withoutResultView } from './result-view.ts';
import { readResultDoc } from './results.doc.ts';

/** Returns one result with both sides and its differences (interface 10). */
export const readResult: Endpoint<
  Pick<FindingServices, 'results' | 'findings' | 'rules' | 'marks' | 'suggestions' | 'plans'>
> = {
  method: 'GET',
  path: '/api/replays/{planId}/cases/{planItemId}',
  scope: 'read',
  errors: plainErrors,
  doc: readResultDoc,

  async answer({ params }, services) {
    const { results, findings, rules, marks, suggestions } = services;
    const item = await planItemOf(params, services);
    if (item === undefined) return failure(404, 'NOT_FOUND', 'there is no such result');
    const { plan, round, planned } = item;
    const suggested = await suggestions.suggested(plan.planId, round.round);
    const rulesOf = findings.rulesByOperation(await rules.inForce(plan.appId), suggested);
    const stored = await results.find(plan.planId, round.round, planned.chunk, planned.case.item);
    if (stored === undefined) {
      return ok({
        ...withoutResultView(plan.planId, planned.case),
        recordedAt: isoText(planned.case.recordedAt),
        replayedAt: null,
        mark: null,
        request: null,
        recorded: null,
        replayed: null,
        differences: [],
        calls: [],
      });
    }
    const today = rulesOf(planned.case.operation);
    const mark = await marks.find(plan.planId, round.round, planned.case.item);
    return ok({
      ...resultView(stored.head, today, mark !== undefined),
      recordedAt: isoText(planned.case.recordedAt),
      replayedAt: isoTextOrNull(stored.head.replayedAt ?? null),
      mark: mark ? markView(mark) : null,
      request: shownBody(stored.payload.request),
      recorded: stored.payload.recorded && shownBody(stored.payload.recorded),
      replayed: stored.payload.replayed && shownBody(stored.payload.replayed),
      differences: stored.payload.differences.map((difference) => ({
        ...difference,
        group: currentGroup(difference, today),
        rule:
          today.ruleFor(difference.subject) ??
          (difference.rule !== null && today.has(difference.rule) ? difference.rule : null),
      })),
      calls: [],
    });
  },
};
