import * as v from 'valibot';
import { needsOf } from '../../../compare/domain/rules/rule-traits.ts';
import type { Page, PageAnswer, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { numberOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { runsOf } from '../runs-of.ts';
import { RULE_FIELDS } from './rule-form.ts';
import { RulePreview } from './rule-preview.ts';
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

  async answer(request, services) {
    const { form } = request;
    if (textOf(form, 'do') === 'preview') return preview(request, services);
    const answer = await request.ask('POST', ENDPOINT, { params: appOf(request), body: ruleOf(form) });
    const refused = refusalOf(answer);
    if (refused === null) return { location: `${pathOf(request)}?done=added` };
    return { html: await rulesView(request, services, { form, errors: errorsOf(refused, RULE_FIELDS) }), status: 422 };
  },
};

async function preview(request: PageRequest, services: RulesPageServices): Promise<PageAnswer> {
  const { form } = request;
  const { runs } = await runsOf(services, { ...appOf(request), limit: 20 });
  const planId = runs.find(({ plan }) => plan.status === 'COMPLETED')?.plan.planId;
  if (planId === undefined) {
    const errors = { form: 'There is no finished run to try it on. It can be added without.' };
    return { html: await rulesView(request, services, { form, errors }), status: 422 };
  }
  const answer = await request.ask('POST', `${ENDPOINT}/preview`, {
    params: appOf(request),
    query: { planId },
    body: ruleOf(form),
  });
  const read = v.safeParse(RulePreview, answer.body);
  const view = read.success
    ? { form, errors: {}, preview: { ...read.output, planId } }
    : { form, errors: errorsOf(refusalOf(answer) ?? 'there is no preview of it', RULE_FIELDS) };
  return { html: await rulesView(request, services, view), status: read.success ? 200 : 422 };
}

/** The form's values in the format of interface 11. */
function ruleOf(form: FormData): Record<string, unknown> {
  const kind = textOf(form, 'kind');
  const amount = numberOf(form, 'amount');
  const keys = textOf(form, 'keys')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  const needs = needsOf(kind);
  const measure = textOf(form, 'measure') === 'relative' ? 'relative' : 'absolute';
  return {
    kind,
    path: textOf(form, 'path'),
    operation: textOf(form, 'operation') || null,
    target: textOf(form, 'target') || 'response',
    ...(needs === 'keys' && { keys }),
    ...(needs === 'amount' && amount !== undefined && { tolerance: { [measure]: amount } }),
    ...(needs === 'duration' && amount !== undefined && { tolerance: { ms: amount } }),
    ...(textOf(form, 'comment') !== '' && { comment: textOf(form, 'comment') }),
  };
}

/** Removes a rule; removing a missing rule succeeds as well. */
export const removeRule: Page = {
  method: 'POST',
  path: `${PATH}/remove`,
  scope: 'write',

  async answer(request) {
    await request.ask('DELETE', `${ENDPOINT}/{ruleId}`, {
      params: { ...appOf(request), ruleId: textOf(request.form, 'ruleId') },
    });
    return { location: `${pathOf(request)}?done=removed` };
  },
};

/** Imports the rules of an exported file. */
export const importRulesPage: Page<RulesPageServices> = {
  method: 'POST',
  path: `${PATH}/import`,
  scope: 'write',

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
