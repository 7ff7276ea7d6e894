import { TOO_MANY_RULES } from '../../compare/api/parts/rule-refusals.ts';
import { ruleAbout } from '../../compare/domain/rules/rule-about.ts';
import { type CompareRule, parseCompareRule } from '../../compare/domain/rules/rules.ts';
import { type Caller, type Endpoint, failure, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import type { NoiseServices } from '../composition.ts';
import { rulePathOf, type Suggestion } from '../domain/suggestions.ts';
import { NO_SUGGESTION, noiseDocs } from './noise.doc.ts';

const path = '/api/replays/{planId}/noise';

/** Lists the suggestions of a plan's latest round (interface 3.1). */
export const listNoise: Endpoint<Pick<NoiseServices, 'plans' | 'noise'>> = endpoint({
  method: 'GET',
  path,
  scope: 'read',
  errors: plainErrors,
  doc: noiseDocs.listNoise,

  async answer({ params }, { plans, noise }) {
    const plan = await plans.find(params.planId ?? '');
    if (!plan) return failureOf(NO_PLAN);
    const [items, secondAnswers] = await Promise.all([
      noise.list(plan.planId, plan.round),
      noise.secondAnswers(plan.planId, plan.round),
    ]);
    return ok({ items, nextCursor: null, secondAnswers: secondAnswers ?? null });
  },
});

/**
 * Ignores a suggested field, or the order of a suggested list, from now on: creates the rule and marks the suggestion
 * APPLIED (spec 3.3 rule 3).
 */
export const applyNoise: Endpoint<Pick<NoiseServices, 'plans' | 'rules' | 'now' | 'noise' | 'audit' | 'log'>> =
  endpoint({
    method: 'POST',
    path: `${path}/{id}/apply`,
    scope: 'write',
    audits: 'suggestion.applied',
    errors: plainErrors,
    doc: noiseDocs.applyNoise,

    async answer({ params, caller }, services) {
      const { plans, rules, now } = services;
      const plan = await plans.find(params.planId ?? '');
      if (!plan) return failureOf(NO_PLAN);
      const suggestion = await services.noise.find(plan.planId, plan.round, params.id ?? '');
      if (!suggestion) return failureOf(NO_SUGGESTION);
      const rule = parseCompareRule(ruleFor(suggestion, caller.name, now()));
      if (!rule.ok) return failure(409, rule.code, rule.message);
      const made =
        (await rules.find(plan.appId, suggestion.id)) !== undefined || (await rules.add(plan.appId, rule.value));
      if (!made) return failureOf(TOO_MANY_RULES);
      return marked(services, plan, suggestion, 'APPLIED', caller);
    },
  });

/** Reverts a suggestion: marks it REVERTED, and removes the rule that it created (spec 3.3 rule 2). */
export const revertNoise: Endpoint<Pick<NoiseServices, 'plans' | 'noise' | 'rules' | 'audit' | 'log'>> = endpoint({
  method: 'POST',
  path: `${path}/{id}/revert`,
  scope: 'write',
  audits: 'suggestion.reverted',
  errors: plainErrors,
  doc: noiseDocs.revertNoise,

  async answer({ params, caller }, services) {
    const plan = await services.plans.find(params.planId ?? '');
    if (!plan) return failureOf(NO_PLAN);
    const suggestion = await services.noise.find(plan.planId, plan.round, params.id ?? '');
    if (!suggestion) return failureOf(NO_SUGGESTION);
    await services.rules.remove(plan.appId, suggestion.id);
    return marked(services, plan, suggestion, 'REVERTED', caller);
  },
});

async function marked(
  { noise, audit, log }: Pick<NoiseServices, 'noise' | 'audit' | 'log'>,
  { planId, round, appId }: { planId: string; round: number; appId: string },
  suggestion: Suggestion,
  status: 'APPLIED' | 'REVERTED',
  caller: Caller,
) {
  if (!(await noise.setStatus(planId, round, suggestion.id, status))) return failureOf(NO_SUGGESTION);
  const action = status === 'APPLIED' ? 'suggestion.applied' : 'suggestion.reverted';
  if (suggestion.status !== status)
    await audit.note(caller, action, { appId, planId, id: suggestion.id }, ruleAbout(aboutOf(suggestion)));
  log.info('noise suggestion marked', { plan_id: planId, app_id: appId, outcome: status });
  return ok({ ...suggestion, status });
}

/** What the audit log names of a suggestion; of a call without a field, the called service. */
const aboutOf = ({ ruleKind, path: field, call, operation }: Suggestion) => ({
  kind: ruleKind,
  path: call ? (call.field ?? call.target) : field,
  operation,
});

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
