import { type Endpoint, failureOf, ok, plainErrors, TOO_COSTLY } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import type { FindingServices } from '../composition.ts';
import { currentGroup, excludedBy } from '../domain/classify.ts';
import { markView } from './marks.ts';
import { planItemOf } from './plan-item.ts';
import { lackView, resultView, withoutResultView } from './result-view.ts';
import { NO_RESULT, resultDocs } from './results.doc.ts';
import { shownResultJob } from './shown-result.ts';

/**
 * Returns one result with both sides and its differences (interface 10); with masked credentials to callers without the
 * scope `write`.
 */
export const readResult: Endpoint<
  Pick<FindingServices, 'results' | 'findings' | 'rules' | 'marks' | 'suggestions' | 'plans' | 'work'>
> = endpoint({
  method: 'GET',
  path: '/api/replays/{planId}/cases/{planItemId}',
  scope: 'read',
  errors: plainErrors,
  doc: resultDocs.readResult,

  async answer({ params, caller }, services) {
    const { results, findings, rules, marks, suggestions, work } = services;
    const item = await planItemOf(params, services);
    if (item === undefined) return failureOf(NO_RESULT);
    const { plan, round, planned } = item;
    const suggested = await suggestions.suggested(plan.planId, round.round);
    const rulesOf = findings.rulesByOperation(await rules.inForce(plan.appId), suggested);
    const found = await results.findUnread(plan, round.round, planned.chunk, planned.case.item);
    const isMasked = !hasScope(caller, 'write');
    const shown =
      found &&
      (await work.run(shownResultJob, async () => ({ stored: await found.stored.bytes(), isMasked }), {
        bytes: found.stored.size,
        urgent: true,
      }));
    if (shown && !shown.ok) return TOO_COSTLY;
    if (found === undefined || !shown?.ok || shown.value === null) {
      const { chunk, case: one } = planned;
      const lack = await results.lackOf(plan, round.round, chunk, one.item);
      if (found !== undefined && lack === null) return failureOf(NO_RESULT);
      return ok({
        ...withoutResultView(plan.planId, one),
        ...(lack && lackView(lack)),
        recordedAt: isoText(one.recordedAt),
        replayedAt: null,
        mark: null,
        request: null,
        recorded: null,
        replayed: null,
        differences: [],
        mapped: [],
        callsState: 'not recorded',
        calls: [],
      });
    }
    const { head } = found;
    const currentRules = rulesOf(planned.case.operation);
    const mark = await marks.find(plan.planId, round.round, planned.case.item);
    return ok({
      ...resultView(head, currentRules, mark !== undefined),
      recordedAt: isoText(planned.case.recordedAt),
      replayedAt: isoTextOrNull(head.replayedAt ?? null),
      mark: mark ? markView(mark) : null,
      ...shown.value,
      differences: shown.value.differences.map((difference) => ({
        ...difference,
        group: currentGroup(difference, currentRules),
        rule: excludedBy(difference, currentRules),
      })),
      callsState: head.calls?.state ?? 'not recorded',
    });
  },
});
