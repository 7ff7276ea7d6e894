import { parseCompareRule } from '../../compare/domain/rules/rules.ts';
import { type Endpoint, failure, failureOf, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { parseJsonPath } from '../../platform/json/json-path.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import { NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import type { FindingServices } from '../composition.ts';
import { NO_SUCH_PLAN, OTHER_APPLICATION, rulePreviewDocs } from './rule-preview.doc.ts';

/** Returns what a rule would change in a finished run of the application, without saving it (interface 11). */
export const previewRule: Endpoint<Pick<FindingServices, 'plans' | 'preview' | 'now'>> = endpoint({
  method: 'POST',
  path: '/api/apps/{appId}/compare-rules/preview',
  scope: 'read',
  body: JSON_BODY,
  errors: plainErrors,
  doc: rulePreviewDocs.previewCompareRule,

  async answer({ params, query, body, caller }, { plans, preview, now }) {
    const rule = parseCompareRule({
      operation: null,
      target: 'response',
      ...body,
      origin: 'person',
      ruleId: 'preview',
      createdBy: caller.name,
      createdAt: now(),
    });
    if (!rule.ok) return failure(400, rule.code, rule.message);
    if (!hasScope(caller, 'write') && asksForCredential(rule.value.path))
      return failure(400, 'INVALID_RULE', NO_CREDENTIALS);
    const plan = await plans.find(query.get('planId') ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return failureOf(NO_SUCH_PLAN);
    if (plan.appId !== params.appId) return failureOf(OTHER_APPLICATION);
    const changed = round.result === null ? undefined : await preview(plan, round, [rule.value]);
    return changed === undefined ? failureOf(NOT_COMPLETED) : ok(changed);
  },
});

const NO_CREDENTIALS = 'path: a filter by a credential needs the scope write';

/** A preview tells whether a filter holds, so a filter by a credential would find out its value. */
const asksForCredential = (path: string): boolean =>
  (parseJsonPath(path) ?? []).some(({ selectors }) =>
    selectors.some((selector) => selector.type === 'filter' && selector.filter.names.some(isCredentialName)),
  );
