import { html } from 'hono/html';
import { BUILT_IN_RULES, isSwitchedOn } from '../../../compare/domain/rules/built-in-rules.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm, csrfField, field, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { FindingServices } from '../../composition.ts';
import { ruleUse } from '../../domain/rules/rule-use.ts';
import { lastFindings } from '../../service/last-findings.ts';
import { methodsOf, ruleSentence } from '../parts/rule-sentence.ts';
import { type RuleFormView, ruleForm } from './rule-form.ts';
import { ruleItem } from './rule-item.ts';

const PATH = '/console/apps/{appId}/rules';

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE: Readonly<Record<string, string>> = {
  added: 'The rule is added. It also applies to the findings of finished runs.',
  imported: 'The rules are imported.',
  restored: 'The rule is restored.',
};

/** What came of the forms of the page. */
export interface RulesView extends RuleFormView {
  importError?: string | null;
  /** The rule that was removed just now, as it is exported. */
  removed?: Readonly<Record<string, unknown>>;
}

/** The services of the rules page. */
export type RulesPageServices = Pick<
  FindingServices,
  'rules' | 'applications' | 'recordings' | 'plans' | 'findings' | 'now'
>;

/** The rules of an application. */
export const rulesPage: Page<RulesPageServices> = {
  method: 'GET',
  path: PATH,
  scope: 'read',

  async answer(request, services) {
    // All rules are on one page, so no cursor is valid.
    if (request.query.has('cursor')) return { html: problemPage('bad-link', request), status: 400 };
    return { html: await rulesView(request, services, { form: null, errors: {} }) };
  },
};

/** The rules page, with the result of its forms. */
export async function rulesView(request: PageRequest, services: RulesPageServices, view: RulesView): Promise<Html> {
  const { appId = '' } = request.params;
  const path = `${applicationPath(appId)}/rules`;
  const [own, settings, endpoints, last] = await Promise.all([
    services.rules.list(appId),
    services.applications.settings(appId),
    services.recordings.endpointsOf(appId),
    lastUse(appId, services),
  ]);
  const mayWrite = request.may('write');
  const operations = endpoints.map(({ operation }) => operation);
  const methods = methodsOf(endpoints);
  const list = html`<section class="panel" aria-labelledby="list"><div class="panel-head"><h2 id="list">Rules <span class="count">${count(own.length)}</span></h2>${
    last &&
    html`<span class="small muted">Effect on the last run, <a href="/report/${last.plan.planId}">${visible(runTitle(last.plan))}</a></span>`
  }</div>
${
  own.length === 0
    ? html`<p class="pad muted">No rules yet. A rule says which differences are expected in every run.</p>`
    : html`<ul class="rules">${own.map((rule, index) => ruleItem(rule, index + 1, { request, path, last, methods, now: services.now() }))}</ul>`
}
<details class="panel-foot"><summary class="muted">${BUILT_IN_RULES.length} built-in rules for response headers, ${settings.compareHeaders ? 'on' : `off: only headers that mean something to clients${settings.furtherHeaders.length > 0 ? ', and further ones of the settings,' : ''} are compared`}</summary>
<p>Turn them on or off in the <a href="${applicationPath(appId)}/settings/headers#compareHeaders">settings</a>.</p><ul>${BUILT_IN_RULES.map(
    (rule) =>
      html`<li class="sentence">${ruleSentence(rule)}${!isSwitchedOn(settings, rule.ruleId) && ' (switched off)'}</li>`,
  )}</ul></details></section>`;
  return applicationLayout({
    request,
    appId,
    tab: 'rules',
    title: `Rules of ${appId}`,
    heading: visible(appId),
    actions: html`<a class="button" href="${path}/export">Export</a>${mayWrite && html`<a class="button" href="#import">Import…</a><a class="button primary" href="#new">New rule</a>`}`,
    body: html`${noticeOf(DONE, request.query)}${view.removed && removedNotice(request, path, view.removed)}
${mayWrite ? html`<div class="beside form"><div class="stack">${list}${importForm(request, path, view.importError)}</div>${ruleForm({ request, path, operations, methods, ...view })}</div>` : list}`,
  });
}

/** A removed rule can be put back as it was. */
const removedNotice = (request: PageRequest, path: string, rule: Readonly<Record<string, unknown>>): Html =>
  html`<div class="notice good row" role="status"><span>The rule is removed. Differences that it ignored appear again.</span>${actionForm(request, `${path}/restore`, 'Undo', { fields: { rule: JSON.stringify(rule) } })}</div>`;

const importForm = (request: PageRequest, path: string, error: string | null | undefined): Html =>
  html`<details class="panel pad" id="import"${error && html` open`}><summary>Import rules from a file</summary><form method="post" action="${path}/import">${csrfField(request)}${field(
    {
      name: 'document',
      label: 'Content of an exported file',
      rows: 4,
      required: true,
      value: String((error !== undefined && request.form.get('document')) || ''),
      hint: 'Rules with the same ids are replaced. If one rule is invalid, none is imported.',
      error: error ?? null,
    },
  )}<p class="block"><button class="primary">Import</button></p></form></details>`;

/** What each rule ignored in the last completed run; undefined if there is none. */
async function lastUse(appId: string, services: Pick<FindingServices, 'plans' | 'findings'>) {
  const last = await lastFindings(appId, services);
  return last && { plan: last.plan, used: ruleUse(last.found.input.clusters, last.found.input.rulesOf) };
}

/** All rules as a file. */
export const exportRulesPage: Page = {
  method: 'GET',
  path: `${PATH}/export`,
  scope: 'read',

  async answer(request) {
    const { appId = '' } = request.params;
    const answer = await request.ask('GET', '/api/apps/{appId}/compare-rules/export', { params: { appId } });
    return { headers: { 'content-disposition': 'attachment; filename="compare-rules.json"' }, response: answer };
  },
};
