import { ruleView } from '../../compare/api/parts/shown-rule.ts';
import { RULE_TRAITS } from '../../compare/domain/rules/rule-traits.ts';
import { compareRulesIn } from '../../compare/domain/rules/rules.ts';
import { type Endpoint, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import type { FindingServices } from '../composition.ts';
import { ruleUse } from '../domain/rules/rule-use.ts';
import { ruleUseDocs } from './rule-use.doc.ts';

/**
 * Returns the current rules with what each ignored in a run; `unused` if it never matched. An array-key rule decides
 * how a list is compared and ignores nothing, so its counts are null. Built-in rules are listed if they ignored
 * something.
 */
export const readRuleUse: Endpoint<Pick<FindingServices, 'plans' | 'findings' | 'rules'>> = endpoint({
  method: 'GET',
  path: '/api/replays/{planId}/rules',
  scope: 'read',
  errors: plainErrors,
  doc: ruleUseDocs.readRuleUse,

  async answer({ params }, { plans, findings, rules }) {
    const plan = await plans.find(params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return failureOf(NO_PLAN);
    const settled = round.result === null ? undefined : await findings.of(plan, round);
    if (settled === undefined) return failureOf(NOT_COMPLETED);
    const used = ruleUse(settled.input.clusters, settled.input.rulesOf);
    const items = compareRulesIn(await rules.inForce(plan.appId)).flatMap((rule) => {
      const use = used.get(rule.ruleId);
      if (rule.origin === 'built-in' && use === undefined) return [];
      const { requests, fields } = use ?? { requests: 0, fields: 0 };
      const facts = { requests, fields, unused: use === undefined };
      return [{ ...ruleView(rule), ...(RULE_TRAITS[rule.kind].takesOut ? facts : UNKNOWN) }];
    });
    return ok({ items, nextCursor: null });
  },
});

const UNKNOWN = { requests: null, fields: null, unused: null };
