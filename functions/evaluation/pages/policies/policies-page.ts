import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { pager, percent, table, time } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { listOf } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { POLICIES, policyPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { PolicyAnswer } from './policy-answers.ts';
import { everyText, filterText, policyBadge } from './policy-texts.ts';

/** Flash message by the value of the page's query parameter. */
const DONE: Readonly<Record<string, string>> = { deleted: 'The policy is deleted. Its runs stay.' };

/** Lists the online policies of the tenant, newest first (evaluation 3.13). */
export const policiesPage: Page = {
  method: 'GET',
  path: POLICIES,
  scope: 'eval:read',

  async answer(request) {
    const cursor = request.query.get('cursor');
    const { data, next_cursor } = await answered(request, listOf(PolicyAnswer), '/api/v1/eval/online-policies', {
      query: { ...(cursor && { cursor }) },
    });
    return {
      html: evaluationLayout({
        title: 'Online policies',
        request,
        tab: 'policies',
        body: html`${noticeOf(DONE, request.query)}<p>A policy evaluates samples of new recordings automatically.</p>
${request.may('eval:policy') && html`<p><a class="button primary" href="${POLICIES}/new">Add a policy</a></p>`}
${table({
  caption: 'Online policies, newest first',
  columns: [
    { name: 'Policy' },
    { name: 'State' },
    { name: 'Recordings' },
    { name: 'Sampling rate', as: 'number' },
    { name: 'Schedule' },
    { name: 'Next window ends', as: 'time' },
  ],
  rows: data.map((policy) => [
    html`<a href="${policyPath(policy.policy_id)}">${visible(policy.name)}</a>`,
    policyBadge(policy),
    filterText(policy.filter),
    percent(policy.sampling.rate),
    everyText(policy.schedule.every_s),
    time(policy.next_run_at),
  ]),
  empty: 'No policies yet',
})}${pager(request, next_cursor)}`,
      }),
    };
  },
};
