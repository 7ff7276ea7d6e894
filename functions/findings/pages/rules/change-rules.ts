import * as v from 'valibot';
import { needsOf } from '../../../compare/domain/rules/rule-traits.ts';
import { RuleBody } from '../../../compare/domain/rules/rules.ts';
import type { Page, PageAnswer, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import { runsOf } from '../../../replay/service/runs-of.ts';
import { RulePreview } from '../parts/rule-preview.ts';
import { toleranceIn } from '../parts/rule-tolerance.ts';
import { RULE_FIELDS, RULE_LABELS } from './rule-form.ts';
import { type RulesPageServices, rulesView } from './rules.ts';

const PATH = '/console/apps/{appId}/rules';
const ENDPOINT = '/api/apps/{appId}/compare-rules';

const pathOf = ({ params }: PageRequest) => `${applicationPath(params.appId ?? '')}/rules`;
const appOf = ({ params: { appId = '' } }: PageRequest) => ({ appId });

/** Adds a rule, or previews its effect, depending on the pressed button. */
export const addRule: Page<RulesPageServices> = {
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'rule.added',

  async answer(request, services) {
    const { form } = request;
    if (textOf(form, 'do') === 'preview') return preview(request, services);
    const answer = await request.ask('POST', ENDPOINT, {
      params: appOf(request),
      body: await bodyOf(request, services),
    });
    const refused = refusalOf(answer);
    if (refused === null) return { location: `${pathOf(request)}?done=added` };
    return { html: await rulesView(request, services, { form, errors: errorsIn(refused) }), status: 422 };
  },
};

async function preview(request: PageRequest, services: RulesPageServices): Promise<PageAnswer> {
  const { form } = request;
  const { runs } = await runsOf(services, { ...appOf(request), limit: 20 });
  const plan = runs.find((one) => one.plan.status === 'COMPLETED')?.plan;
  if (plan === undefined) {
    const errors = { form: 'There is no finished run to preview the rule on. You can add it without a preview.' };
    return { html: await rulesView(request, services, { form, errors }), status: 422 };
  }
  const { planId } = plan;
  const body = await bodyOf(request, services);
  const answer = await request.ask('POST', `${ENDPOINT}/preview`, {
    params: appOf(request),
    query: { planId },
    body,
  });
  const parsed = v.safeParse(RulePreview, answer.body);
  const rule = v.safeParse(RuleBody, body);
  const view =
    parsed.success && rule.success
      ? { form, errors: {}, preview: { effect: parsed.output, planId, title: runTitle(plan), rule: rule.output } }
      : { form, errors: errorsIn(refusalOf(answer) ?? 'the rule has no preview') };
  return { html: await rulesView(request, services, view), status: parsed.success ? 200 : 422 };
}

const errorsIn = (refused: string) => errorsOf(refused, RULE_FIELDS, RULE_LABELS);

/** The form's values in the format of interface 11. */
async function bodyOf(request: PageRequest, { recordings }: Pick<RulesPageServices, 'recordings'>) {
  return ruleOf(request.form, await recordings.operationsOf(appOf(request).appId));
}

function ruleOf(form: FormData, operations: readonly string[]): Record<string, unknown> {
  const kind = textOf(form, 'kind');
  const keys = textOf(form, 'keys')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  const needs = needsOf(kind);
  const tolerance = toleranceIn(kind, (name) => textOf(form, name));
  const operation = operationOf(textOf(form, 'operation'), operations);
  return {
    kind,
    path: textOf(form, 'path'),
    operation: operation || null,
    target: textOf(form, 'target') || 'response',
    ...(needs === 'keys' && { keys }),
    ...(tolerance && { tolerance }),
    ...(textOf(form, 'comment') !== '' && { comment: textOf(form, 'comment') }),
  };
}

/** An endpoint named by its path may be typed as it is shown, with its methods. */
function operationOf(typed: string, operations: readonly string[]): string {
  const path = /^[A-Z]+(?:, [A-Z]+)* (\/.*)$/.exec(typed)?.[1];
  return path !== undefined && !operations.includes(typed) && operations.includes(path) ? path : typed;
}

/** Removes a rule, and offers to put it back; removing a missing rule succeeds as well. */
export const removeRule: Page<RulesPageServices> = {
  method: 'POST',
  path: `${PATH}/remove`,
  scope: 'write',
  audits: 'rule.removed',

  async answer(request, services) {
    const ruleId = textOf(request.form, 'ruleId');
    const rule = (await services.rules.list(appOf(request).appId)).find((one) => one.ruleId === ruleId);
    await request.ask('DELETE', `${ENDPOINT}/{ruleId}`, { params: { ...appOf(request), ruleId } });
    if (rule === undefined) return { location: pathOf(request) };
    return { html: await rulesView(request, services, { form: null, errors: {}, removed: rule }) };
  },
};

/** Puts a removed rule back, under its id. */
export const restoreRule: Page<RulesPageServices> = {
  method: 'POST',
  path: `${PATH}/restore`,
  scope: 'write',
  audits: 'rule.added',

  async answer(request, services) {
    const answer = await request.ask('POST', `${ENDPOINT}/import`, {
      params: appOf(request),
      body: { version: 1, rules: [jsonOf(textOf(request.form, 'rule')) ?? null] },
    });
    const refused = refusalOf(answer);
    if (refused === null) return { location: `${pathOf(request)}?done=restored` };
    return { html: await rulesView(request, services, { form: null, errors: { form: refused } }), status: 422 };
  },
};

/** Imports the rules of an exported file. */
export const importRulesPage: Page<RulesPageServices> = {
  method: 'POST',
  path: `${PATH}/import`,
  scope: 'write',
  audits: 'rules.imported',

  async answer(request, services) {
    const answer = await request.ask('POST', `${ENDPOINT}/import`, {
      params: appOf(request),
      bytes: new TextEncoder().encode(textOf(request.form, 'document')),
    });
    const importError = refusalOf(answer);
    if (importError === null) return { location: `${pathOf(request)}?done=imported` };
    return { html: await rulesView(request, services, { form: null, errors: {}, importError }), status: 422 };
  },
};
