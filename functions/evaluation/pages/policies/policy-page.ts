import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm, csrfField, notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { facts, pager, percent, table, time } from '../../../platform/pages-shell/list-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { listOf } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { POLICIES, policyPath, shortDigest, workflowPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { backfillsSection } from './backfills-section.ts';
import { executionTable } from './execution-table.ts';
import { BackfillAnswer, ExecutionAnswer, PolicyAnswer, PolicyVersionAnswer } from './policy-answers.ts';
import { everyText, filterText, policyBadge } from './policy-texts.ts';
import { windowFields } from './window-fields.ts';

const POLICY = '/api/v1/eval/online-policies/{policyId}';

/** Flash message by the value of the page's query parameter. */
const DONE: Readonly<Record<string, string>> = {
  saved: 'The policy is saved.',
  on: 'The policy now runs automatically.',
  off: 'The policy is off. It starts no new runs.',
  empty: 'The window has no sampled recording, so nothing runs.',
  backfill: 'The backfill is queued.',
  cancelled: 'The backfill is cancelled. A run that it started continues.',
};

/** Shows one policy: whether it runs, what it selects, and its executions (evaluation 3.13). */
export const policyPage: Page = {
  method: 'GET',
  path: `${POLICIES}/{policyId}`,
  scope: 'eval:read',
  answer: async (request) => ({ html: await policyView(request, {}) }),
};

/** Refusals of the forms on a policy's page. */
export interface PolicyView {
  refused?: string | undefined;
  /** Errors of the window form. */
  window?: FieldErrors;
}

/** Renders the page of a policy, with the refusals of its forms. */
export async function policyView(request: PageRequest, { refused, window = {} }: PolicyView): Promise<Html> {
  const { policyId = '' } = request.params;
  const of = { params: { policyId } };
  const cursor = request.query.get('cursor');
  const policy = await answered(request, PolicyAnswer, POLICY, of);
  const [executions, versions, backfills] = await Promise.all([
    answered(request, listOf(ExecutionAnswer), `${POLICY}/executions`, { ...of, query: { ...(cursor && { cursor }) } }),
    answered(request, listOf(PolicyVersionAnswer), `${POLICY}/versions`, of),
    answered(request, listOf(BackfillAnswer), `${POLICY}/backfills`, of),
  ]);
  const path = policyPath(policyId);
  const mayChange = request.may('eval:policy');
  const version = { version: String(policy.version) };
  return evaluationLayout({
    title: `Online policy ${policy.name}`,
    heading: html`Online policy ${visible(policy.name)}`,
    request,
    tab: 'policies',
    trail: [{ href: POLICIES, text: 'Online policies' }],
    body: html`${notice(refused, 'bad')}${noticeOf(DONE, request.query)}
<p>${policyBadge(policy)}${policy.paused_reason && html` ${visible(policy.paused_reason.detail)} Resolve the reason, then turn the policy on. It continues where it stopped.`}</p>
${
  mayChange &&
  html`<div class="row"><a class="button tiny" href="${path}/edit">Edit</a>${
    policy.status === 'active'
      ? actionForm(request, `${path}/off`, 'Turn off', { fields: version })
      : actionForm(request, `${path}/on`, 'Turn on', { fields: version })
  }${actionForm(request, `${path}/delete`, 'Delete', { danger: true, confirm: 'Delete this policy permanently? Its runs stay.' })}</div>`
}
<section aria-labelledby="what"><h2 id="what">Policy</h2>${facts([
      ['Recordings', filterText(policy.filter)],
      ['Sampling rate', `${percent(policy.sampling.rate)} of the traces`],
      [
        'Salt',
        html`<code>${visible(policy.sampling.effective_salt)}</code>${policy.sampling.salt === null && html` <span class="muted">digest of this version</span>`}`,
      ],
      ['Excluded tags', policy.exclusions.map(({ key, equals }) => `${key}=${equals}`).join(', ')],
      [
        'Redacted fields',
        [...policy.redaction.headers, ...policy.redaction.json_paths].join(', ') || 'as set for the application',
      ],
      [
        'Schedule',
        `${everyText(policy.schedule.every_s)}, ${policy.watermark.wait_for_late_s} s after the end of a window`,
      ],
      [
        'Limits',
        `${policy.budgets.max_runs_per_hour} runs per hour, ${count(policy.budgets.max_targets_per_run)} recordings per run, ${count(policy.budgets.max_targets_per_day)} per day`,
      ],
      [
        'Runs',
        html`<a href="${workflowPath(policy.workflow_version_digest)}">${shortDigest(policy.workflow_version_digest)}</a>${policy.allow_live && ', can send live requests'}`,
      ],
      ['Evaluated until', time(policy.watermark_at)],
      ['Next window ends', time(policy.next_run_at)],
      ['Version', html`${policy.version} ${shortDigest(policy.policy_version)}`],
      ['Created', html`${time(policy.created_at)} by ${visible(policy.created_by)}`],
    ])}</section>
<section aria-labelledby="windows"><h2 id="windows">Windows</h2>${executionTable(executions.data)}${pager(request, executions.next_cursor)}${
      mayChange &&
      html`<details${Object.keys(window).length > 0 && html` open`}><summary>Evaluate a window now</summary>${notice(window.form, 'bad')}<form class="panel pad" method="post" action="${path}/run">${csrfField(request)}${windowFields(request, window)}<p class="small muted">At most one day. It counts towards the limits; the schedule does not change.</p><button class="primary">Evaluate</button></form></details>`
    }</section>
${backfillsSection(request, path, backfills.data)}
<section aria-labelledby="versions"><h2 id="versions">Versions</h2>${table({
      caption: 'Versions, newest first',
      columns: [
        { name: 'Version' },
        { name: 'Recordings' },
        { name: 'Sampling rate', as: 'number' },
        { name: 'Schedule' },
        { name: 'Digest' },
        { name: 'By' },
        { name: 'Since', as: 'time' },
      ],
      rows: versions.data.map((one) => [
        one.version,
        filterText(one.filter),
        percent(one.sampling.rate),
        everyText(one.schedule.every_s),
        shortDigest(one.policy_version),
        one.created_by,
        time(one.created_at),
      ]),
      empty: '',
    })}</section>`,
  });
}
