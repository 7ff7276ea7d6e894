import { html } from 'hono/html';
import * as v from 'valibot';
import type { CompareRuleKind } from '../../compare/domain/rules/rule-kind.ts';
import { needsOf } from '../../compare/domain/rules/rule-traits.ts';
import { isResponseTarget } from '../../compare/domain/rules/rules.ts';
import { targetText } from '../../findings/domain/rules/rule-target-words.ts';
import { keyHint, ruleChoices } from '../../findings/pages/parts/rule-choices.ts';
import { RulePreview, rulePreview } from '../../findings/pages/parts/rule-preview.ts';
import { endpointText, type MethodsOf, methodsOf, type WordedRule } from '../../findings/pages/parts/rule-sentence.ts';
import { toleranceFields, toleranceIn } from '../../findings/pages/parts/rule-tolerance.ts';
import type { ApiResponse } from '../../platform/http/api.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { runTitle } from '../../replay/domain/run-title.ts';
import type { ReportServices } from '../composition.ts';
import { positionOf } from '../domain/position-of.ts';
import { casePath, reportPath, withQuery } from './report-links.ts';

/** The kinds of rules that a report offers; the others need more than a difference says. */
const OFFERS: readonly CompareRuleKind[] = ['ignore', 'tolerance', 'time-tolerance', 'ignore-order', 'array-key'];

const FIELDS = [
  'kind',
  'operation',
  'target',
  'path',
  'keys',
  'amount',
  'measure',
  'duration',
  'timeUnit',
  'comment',
] as const;
type RuleForm = Readonly<Record<(typeof FIELDS)[number], string>>;

/** What an error of the endpoint may name. */
const NAMED = [...FIELDS, 'tolerance'];

/** Form of a rule, which shows its effect on this run before it is saved. */
export const rulePage: Page<Pick<ReportServices, 'plans' | 'recordings'>> = {
  method: 'GET',
  path: '/report/{planId}/rule',
  scope: 'write',

  async answer(request, { plans, recordings }) {
    const plan = await plans.find(request.params.planId ?? '');
    if (!plan) return { html: problemPage('not-found', request), status: 404 };
    const form = formOf((name) => request.query.get(name));
    const needs = needsOf(form.kind);
    if (form.path === '' || (needs !== null && form[needs] === ''))
      return { html: view(request, plan, form, {}, null, new Map()) };
    const answer = await request.ask('POST', '/api/apps/{appId}/compare-rules/preview', {
      params: { appId: plan.appId },
      query: { planId: plan.planId },
      body: ruleOf(form),
    });
    const preview = v.safeParse(RulePreview, answer.body);
    const errors = errorsOf(refusalOf(answer), NAMED);
    const methods = methodsOf(await recordings.endpointsOf(plan.appId));
    return { html: view(request, plan, form, errors, preview.success ? preview.output : null, methods) };
  },
};

/** Saves the rule and redirects to the previous page. */
export const saveRule: Page<Pick<ReportServices, 'plans' | 'recordings'>> = {
  method: 'POST',
  path: '/report/{planId}/rule',
  scope: 'write',
  audits: 'rule.added',

  async answer(request, { plans, recordings }) {
    const plan = await plans.find(request.params.planId ?? '');
    if (!plan) return { html: problemPage('not-found', request), status: 404 };
    const form = formOf((name) => String(request.form.get(name) ?? ''));
    const answer: ApiResponse = await request.ask('POST', '/api/apps/{appId}/compare-rules', {
      params: { appId: plan.appId },
      body: ruleOf(form),
    });
    const refusal = refusalOf(answer);
    if (refusal !== null) {
      const methods = methodsOf(await recordings.endpointsOf(plan.appId));
      return { html: view(request, plan, form, errorsOf(refusal, NAMED), null, methods), status: 422 };
    }
    return { location: withQuery(backPath(plan.planId, String(request.form.get('from') ?? '')), { done: 'rule' }) };
  },
};

const formOf = (input: (name: string) => string | null): RuleForm => {
  const read = (name: keyof RuleForm) => (input(name) ?? '').trim();
  return {
    kind: read('kind') || 'ignore',
    operation: read('operation'),
    target: read('target') || 'response',
    path: read('path'),
    keys: read('keys'),
    amount: read('amount'),
    measure: read('measure'),
    duration: read('duration'),
    timeUnit: read('timeUnit'),
    comment: read('comment'),
  };
};

function ruleOf(form: RuleForm) {
  const { kind, operation, target, path, keys, comment } = form;
  const given: Readonly<Record<string, string>> = form;
  const tolerance = toleranceIn(kind, (name) => given[name] ?? '');
  return {
    kind,
    target,
    path,
    operation: operation || null,
    ...(needsOf(kind) === 'keys' && { keys: keys.split(/[\s,]+/).filter((key) => key !== '') }),
    ...(tolerance && { tolerance }),
    ...(comment !== '' && { comment }),
  };
}

/** Of a rule that the endpoint accepted. */
const RuleTolerance = v.object({
  absolute: v.optional(v.number()),
  relative: v.optional(v.number()),
  ms: v.optional(v.number()),
});

const wordedRule = (form: RuleForm): WordedRule => {
  const { kind, path, operation, target, keys = [], tolerance } = ruleOf(form);
  const parsed = v.safeParse(RuleTolerance, tolerance);
  return {
    kind: OFFERS.find((one) => one === kind) ?? 'ignore',
    path,
    operation,
    target,
    keys,
    ...(parsed.success && { tolerance: parsed.output }),
  };
};

/** What the path of a rule leads into. */
const intoText = (target: string): string =>
  isResponseTarget(target) ? targetText(target) : `the requests of ${targetText(target)}`;

const backPath = (planId: string, from: string) =>
  from === '' ? reportPath(planId) : casePath(planId, positionOf(from));

function view(
  request: PageRequest,
  plan: ReplayPlan,
  form: RuleForm,
  errors: FieldErrors,
  preview: RulePreview | null,
  methods: MethodsOf,
): Html {
  const { planId, appId } = plan;
  const from = String(request.form.get('from') ?? request.query.get('from') ?? '');
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;
  const action = `${reportPath(planId)}/rule`;
  return layout({
    title: 'Add a rule',
    request,
    section: 'runs',
    trail: [
      { href: applicationPath(appId), text: appId },
      { href: reportPath(planId), text: runTitle(plan) },
      ...(from === '' ? [] : [{ href: casePath(planId, positionOf(from)), text: 'Request' }]),
    ],
    body: html`${notice(errors.form, 'bad')}
<form method="get" action="${action}" class="panel pad stack rule-form">${hidden('from', from)}${hidden('target', form.target)}
${ruleChoices(form.kind, errors.kind, OFFERS)}${keyHint(request, form.kind, form.keys)}
${field({ name: 'path', label: 'Field', value: form.path, required: true, hint: `A JSONPath into ${intoText(form.target)}`, error: errors.path ?? errors.target ?? null })}
${field({ name: 'operation', label: 'Endpoint', value: form.operation, hint: 'Leave empty for every endpoint', error: errors.operation ?? null })}
${toleranceFields((name, fallback = '') => ({ ...form })[name] || fallback, 'Differs by up to', errors.tolerance ?? null)}
<div class="for-array-key">${field({ name: 'keys', isOptional: false, label: 'Key fields', value: form.keys, hint: 'The members that together identify an element of the list, such as id or sku, region', error: errors.keys ?? null })}</div>
${field({ name: 'comment', label: 'Reason', value: form.comment, maxlength: 2000, error: errors.comment ?? null })}
<button class="primary">Preview</button></form>
${preview !== null && html`<div class="panel block">${rulePreview(preview, { planId, title: runTitle(plan), rule: wordedRule(form), methods })}</div>`}
${
  preview !== null &&
  html`<form method="post" action="${action}">${csrfField(request)}${hidden('from', from)}${FIELDS.map((name) => hidden(name, form[name]))}<button class="primary">Save the rule for ${form.operation === '' ? 'every endpoint' : endpointText(form.operation, methods, 20)}</button></form>`
}`,
  });
}
