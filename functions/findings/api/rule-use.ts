import { ruleView } from '../../compare/api/compare-rules.ts';
import { RULE_TRAITS } from '../../compare/domain/rules/rule-traits.ts';
import { type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { ruleUse } from '../domain/rule-use.ts';
import type { FindingServices } from '../services.ts';
import { readRuleUseDoc } from './rule-use.doc.ts';

/**
 * Returns the current rules with what each ignored in a run; `unused` if it never matched. An array-key rule decides
 * how a list is compared and ignores nothing, so its counts are null. Built-in rules are listed if they ignored
 * something.
 */
export const readRuleUse: Endpoint<Pick<FindingServices, 'plans' | 'findings' | 'rules'>> = {
  method: 'GET',
  path: '/api/replays/{planId}/rules',
  scope: 'read',
  errors: plainErrors,
  doc: readRuleUseDoc,

  async answer({ params }, { plans, findings, rules }) {
    const plan = await plans.find(params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return failure(404, 'NOT_FOUND', 'there is no such run');
    const settled = round.result === null ? undefined : await findings.of(plan, round);
    if (settled === undefined) return failure(409, 'NOT_COMPLETED', 'the run has not completed');
    const used = ruleUse(settled.input.clusters, settled.input.rulesOf);
    const items = (await rules.inForce(plan.appId)).flatMap((rule) => {
      const use = used.get(rule.ruleId);
      if (rule.origin === 'built-in' && use === undefined) return [];
      const { requests, fields } = use ?? { requests: 0, fields: 0 };
      const facts = { requests, fields, unused: use === undefined };
      return [{ ...ruleView(rule), ...(RULE_TRAITS[rule.kind].takesOut ? facts : UNKNOWN) }];
    });
    return ok({ items, nextCursor: null });
  },
};

const UNKNOWN = { requests: null, fields: null, unused: null };
