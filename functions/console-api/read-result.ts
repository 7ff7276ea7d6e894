import { groupToday } from '../domain/findings/classify.ts';
import { type Endpoint, failure, ok, plainErrors } from '../http/api.ts';
import { rulesByOperation } from '../repositories/findings.ts';
import { resultView, withoutResultView } from './result-view.ts';

/** One result with both sides and its differences (interface 10). */
export const readResult: Endpoint = {
  method: 'GET',
  path: '/api/replays/{planId}/cases/{planItemId}',
  scope: 'read',
  errors: plainErrors,

  async answer({ params }, { plans, results, rules, noise }) {
    const missing = failure(404, 'NOT_FOUND', 'there is no such result');
    const plan = await plans.find(params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    const item = plan && itemOf(plan.planId, params.planItemId ?? '');
    if (!plan || !round || item === undefined) return missing;
    const planned = await results.findPlanned(plan.planId, round, item);
    if (planned === undefined) return missing;
    const suggested = await noise.suggested(plan.planId, round.round);
    const rulesOf = rulesByOperation(await rules.inForce(plan.appId), suggested);
    const stored = await results.find(plan.planId, round.round, planned.chunk, item);
    if (stored === undefined) {
      return ok({
        ...withoutResultView(plan.planId, planned.case),
        request: null,
        recorded: null,
        replayed: null,
        differences: [],
        calls: [],
      });
    }
    const today = rulesOf(planned.case.operation);
    return ok({
      ...resultView(stored.head, today),
      request: stored.payload.request,
      recorded: stored.payload.recorded,
      replayed: stored.payload.replayed,
      differences: stored.payload.differences.map((difference) => ({
        ...difference,
        group: groupToday(difference, today),
        rule:
          today.ruleFor(difference.subject) ??
          (difference.rule !== null && today.has(difference.rule) ? difference.rule : null),
      })),
      calls: [],
    });
  },
};

function itemOf(planId: string, planItemId: string): number | undefined {
  const match = /^([0-9a-f]{24}):(\d{1,8})$/.exec(planItemId);
  return match && match[1] === planId ? Number(match[2]) : undefined;
}
