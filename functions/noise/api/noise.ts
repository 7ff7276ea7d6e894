import { type CompareRule, readCompareRule } from '../../compare/domain/rules/rules.ts';
import { MAX_RULES } from '../../compare/store/rules.ts';
import { type ApiResponse, type Caller, type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { rulePathOf, type Suggestion } from '../domain/suggestions.ts';
import type { NoiseServices } from '../services.ts';
import { applyNoiseDoc, listNoiseDoc, revertNoiseDoc } from './noise.doc.ts';

const path = '/api/replays/{planId}/noise';
const NO_PLAN = failure(404, 'NOT_FOUND', 'there is no such run');
const NO_SUGGESTION = failure(404, 'NOT_FOUND', 'there is no such suggestion');

/** Lists the suggestions of a plan's latest round (interface 3.1). */
export const listNoise: Endpoint<Pick<NoiseServices, 'plans' | 'noise'>> = {
  method: 'GET',
  path,
  scope: 'read',
  errors: plainErrors,
  doc: listNoiseDoc,

  async answer({ params }, { plans, noise }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return NO_PLAN;
    const [items, secondAnswers] = await Promise.all([
      noise.list(plan.planId, plan.round),
      noise.secondAnswers(plan.planId, plan.round),
    ]);
    return ok({ items, nextCursor: null, secondAnswers: secondAnswers ?? null });
  },
};

/** Ignores a suggested field, or the order of a suggested list, from now on: creates the rule and marks the suggestion APPLIED (spec 3.3 rule 3). */
export const applyNoise: Endpoint<Pick<NoiseServices, 'plans' | 'rules' | 'now' | 'noise' | 'audit' | 'log'>> = {
  method: 'POST',
  path: `${path}/{id}/apply`,
  scope: 'write',
  errors: plainErrors,
  doc: applyNoiseDoc,

  async answer({ params, caller }, services) {
    const { plans, rules, now } = services;
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return NO_PLAN;
    const suggestion = await services.noise.find(plan.planId, plan.round, params.id ?? '');
    if (!suggestion) return NO_SUGGESTION;
    const rule = readCompareRule(ruleFor(suggestion, caller.name, now()));
    if (!rule.ok) return failure(409, rule.code, rule.message);
    const made =
      (await rules.find(plan.appId, suggestion.id)) !== undefined || (await rules.add(plan.appId, rule.value));
    if (!made) return failure(409, 'TOO_MANY_RULES', `an application has at most ${MAX_RULES} rules`);
    return marked(services, plan, suggestion, 'APPLIED', caller);
  },
};

/** Reverts a suggestion: marks it REVERTED, and removes the rule that it created (spec 3.3 rule 2). */
export const revertNoise: Endpoint<Pick<NoiseServices, 'plans' | 'noise' | 'rules' | 'audit' | 'log'>> = {
  method: 'POST',
  path: `${path}/{id}/revert`,
  scope: 'write',
  errors: plainErrors,
  doc: revertNoiseDoc,

  async answer({ params, caller }, services) {
    const plan = await services.plans.find(params.planId ?? '');
    if (!plan) return NO_PLAN;
    const suggestion = await services.noise.find(plan.planId, plan.round, params.id ?? '');
    if (!suggestion) return NO_SUGGESTION;
    await services.rules.remove(plan.appId, suggestion.id);
    return marked(services, plan, suggestion, 'REVERTED', caller);
  },
};

async function marked(
  { noise, audit, log }: Pick<NoiseServices, 'noise' | 'audit' | 'log'>,
  { planId, round, appId }: { planId: string; round: number; appId: string },
  suggestion: Suggestion,
  status: 'APPLIED' | 'REVERTED',
  caller: Caller,
): Promise<ApiResponse> {
  if (!(await noise.setStatus(planId, round, suggestion.id, status))) return NO_SUGGESTION;
  const action = status === 'APPLIED' ? 'suggestion.applied' : 'suggestion.reverted';
  if (suggestion.status !== status) await audit.note(caller, action, { planId, id: suggestion.id });
  log.info('noise suggestion marked', { plan_id: planId, app_id: appId, outcome: status });
  return ok({ ...suggestion, status });
}

/** A rule has the id of its suggestion, so that applying twice creates only one, and reverting finds it. */
const ruleFor = (
  { id, operation, path: subject, call, ruleKind }: Suggestion,
  createdBy: string,
  createdAt: number,
): CompareRule => ({
  ruleId: id,
  kind: ruleKind,
  operation,
  target: call?.target ?? 'response',
  path: rulePathOf(call?.field ?? subject),
  origin: 'noise-reduction',
  createdBy,
  createdAt,
});
