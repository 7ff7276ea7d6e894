import { html } from 'hono/html';
import { BUILT_IN_RULES, isSwitchedOn } from '../../../compare/domain/rules/built-in-rules.ts';
import type { CompareRuleKind } from '../../../compare/domain/rules/rule-kind.ts';
import { RULE_TRAITS } from '../../../compare/domain/rules/rule-traits.ts';
import type { CompareRule } from '../../../compare/domain/rules/rules.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm, csrfField, field, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { table, time } from '../../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { ruleUse } from '../../domain/rule-use.ts';
import type { FindingServices } from '../../services.ts';
import { runsOf } from '../runs-of.ts';
import { type RuleFormView, ruleForm } from './rule-form.ts';
import { targetText } from './rule-target.ts';

const PATH = '/console/apps/{appId}/rules';

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE: Readonly<Record<string, string>> = {
  added: 'The rule is in force, also for the findings of finished runs.',
  removed: 'The rule is gone.',
  imported: 'The rules are in force.',
};

/** What came of the forms of the page. */
export interface RulesView extends RuleFormView {
  importError?: string | null;
}

/** The services of the rules page. */
export type RulesPageServices = Pick<FindingServices, 'rules' | 'applications' | 'recordings' | 'plans' | 'findings'>;

/** The compare rules of an application. */
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
  const [own, settings, operations, used] = await Promise.all([
    services.rules.list(appId),
    services.applications.settings(appId),
    services.recordings.operationsOf(appId),
    lastUse(appId, services),
  ]);
  return applicationLayout({
    request,
    appId,
    tab: 'rules',
    title: `Compare rules of ${appId}`,
    body: html`${noticeOf(DONE, request.query)}
<p>What a rule ignores is not a difference. Rules act on fields by their path, in the findings of finished runs too.</p>
${table({
  caption: `Own rules of ${appId}`,
  columns: [
    { name: 'Path' },
    { name: 'Rule' },
    { name: 'Endpoint' },
    ...(used ? [{ name: 'In the last run' }] : []),
    { name: 'By' },
    { name: 'Comment' },
    { name: 'Actions', as: 'actions' },
  ],
  rows: own.map((rule) => [
    html`<code>${visible(rule.path)}</code>${rule.target !== 'response' && html` <span class="muted">of ${visible(targetText(rule.target))}</span>`}`,
    kindText(rule),
    rule.operation === null
      ? html`<span class="muted">every one</span>`
      : html`<code>${visible(rule.operation)}</code>`,
    ...(used ? [useText(rule, used)] : []),
    html`${rule.origin === 'noise-reduction' ? 'noise reduction' : visible(rule.createdBy)}, ${time(rule.createdAt)}`,
    rule.comment,
    request.may('write') &&
      actionForm(request, `${path}/remove`, html`Remove<span class="hidden"> ${visible(rule.path)}</span>`, {
        fields: { ruleId: rule.ruleId },
        danger: true,
        confirm: 'Remove this rule? Differences that it ignored appear again.',
      }),
  ]),
  empty: 'It has none of its own.',
})}
${request.may('write') && ruleForm({ request, path, operations, ...view })}
<h2>Export and import</h2>
<p><a href="${path}/export">Export all rules to a file</a></p>
${
  request.may('write') &&
  html`<form class="panel pad" method="post" action="${path}/import">${csrfField(request)}${field({
    name: 'document',
    label: 'Rules of such a file',
    rows: 4,
    required: true,
    value: String((view.importError !== undefined && request.form.get('document')) || ''),
    hint: 'Rules of the same ids are replaced; all are taken, or none.',
    error: view.importError ?? null,
  })}<button class="primary">Import</button></form>`
}
<details><summary>${BUILT_IN_RULES.length} built-in rules of response headers, ${settings.compareHeaders ? 'in force' : 'not in force: headers are not compared'}</summary>
<p><a href="${applicationPath(appId)}/settings">Settings</a> switch them.</p><ul>${BUILT_IN_RULES.map(
      (rule) =>
        html`<li><code>${rule.path}</code> ${rule.kind}${!isSwitchedOn(settings, rule.ruleId) && ' (switched off)'}</li>`,
    )}</ul></details>`,
  });
}

/** What each rule ignored in the last completed run; undefined if there is none. */
async function lastUse(appId: string, services: Pick<FindingServices, 'plans' | 'findings'>) {
  const { runs } = await runsOf(services, { appId, limit: 5 });
  const last = runs.find(({ plan, round }) => plan.status === 'COMPLETED' && round?.result);
  const facts = last?.round && (await services.findings.factsOf(last.plan, last.round));
  return facts && ruleUse(facts.input.clusters, facts.input.rulesOf);
}

/** What rules do that take nothing out; null for those that do, whose use is counted. */
const UNCOUNTED: Readonly<Record<CompareRuleKind, string | null>> = {
  ignore: null,
  'ignore-order': null,
  'array-key': 'pairs elements by key, in any order',
  tolerance: null,
  'time-tolerance': null,
  'ignore-case': null,
  'null-is-absent': null,
  'include-only': null,
};

function useText({ ruleId, kind }: CompareRule, used: ReturnType<typeof ruleUse>): Html | string {
  const effect = UNCOUNTED[kind];
  if (effect !== null) return effect;
  const use = used.get(ruleId);
  if (use === undefined) return html`<span class="badge warn">never matched</span>`;
  return `${use.fields} ${use.fields === 1 ? 'field' : 'fields'} of ${use.requests} requests`;
}

/** A rule in words. */
function kindText({ kind, keys, tolerance }: CompareRule): string {
  if (RULE_TRAITS[kind].needs === 'keys') return `${kind} (${keys?.join(', ')})`;
  if (tolerance === undefined) return kind;
  const { absolute, relative, ms } = tolerance;
  const parts = [
    absolute !== undefined && `±${absolute}`,
    relative !== undefined && `±${relative} relative`,
    ms !== undefined && `${ms} ms`,
  ];
  return `${kind} (${parts.filter(Boolean).join(', ')})`;
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
