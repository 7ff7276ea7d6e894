import { ruleView } from '../../compare/api/compare-rules.ts';
import { type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { ruleUse } from '../domain/rule-use.ts';
import { readRuleUseDoc } from './rule-use.doc.ts';

/**
 * Today's rules with what each took out of a run; `unused` where it never matched. An array-key rule decides how a list is
 * compared and takes nothing out, so its counts are null. Built-in rules are listed where they took something out.
 */
export const readRuleUse: Endpoint = {
  method: 'GET',
  path: '/api/replays/{planId}/rules',
  scope: 'read',
  errors: plainErrors,
  doc: readRuleUseDoc,

  async answer({ params }, { plans, findings, rules }) {
    const plan = await plans.find(params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return failure(404, 'NOT_FOUND', 'there is no such plan');
    const settled = round.result === null ? undefined : await findings.factsOf(plan, round);
    if (settled === undefined) return failure(409, 'NOT_COMPLETED', 'the plan has not completed');
    const used = ruleUse(settled.input.clusters, settled.input.rulesOf);
    const items = (await rules.inForce(plan.appId)).flatMap((rule) => {
      const use = used.get(rule.ruleId);
      if (rule.origin === 'built-in' && use === undefined) return [];
      const { requests, fields } = use ?? { requests: 0, fields: 0 };
      const facts = { requests, fields, unused: use === undefined };
      return [{ ...ruleView(rule), ...(rule.kind === 'array-key' ? UNKNOWN : facts) }];
    });
    return ok({ items, nextCursor: null });
  },
};

const UNKNOWN = { requests: null, fields: null, unused: null };
