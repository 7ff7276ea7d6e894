import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import { pager, table, time } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { listOf, WorkflowAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { shortDigest, workflowPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { runnableBadge } from './workflow-sections.ts';

/** Lists the workflow versions of the tenant, newest first (evaluation 3.6). */
export const workflowsPage: Page = {
  method: 'GET',
  path: `${EVALUATIONS}/workflows`,
  scope: 'eval:read',

  async answer(request) {
    const cursor = request.query.get('cursor');
    const { data, next_cursor } = await answered(request, listOf(WorkflowAnswer), '/api/v1/eval/workflows', {
      query: { ...(cursor && { cursor }) },
    });
    const named = ({ known, id }: WorkflowAnswer['components']['runner']) =>
      known ? visible(id ?? 'unnamed') : html`<span class="muted">unknown</span>`;
    return {
      html: evaluationLayout({
        title: 'Workflow versions',
        request,
        tab: 'workflows',
        body: html`<p>A workflow version pins five manifests by their digests: what is replayed, the runner, the build, the environment and the gate.</p>
${
  request.may('eval:run') &&
  html`<p class="row"><a class="button primary" href="${EVALUATIONS}/resolve">Pin a workflow version</a> <a class="button" href="${EVALUATIONS}/manifests/new">Commit a manifest</a></p>`
}
${table({
  caption: 'Workflow versions, newest first',
  columns: [
    { name: 'Version' },
    { name: 'Subject' },
    { name: 'Runner' },
    { name: 'Gate policy' },
    { name: 'State' },
    { name: 'Reproducibility', as: 'wide' },
    { name: 'Pinned', as: 'time' },
  ],
  rows: data.map((one) => [
    html`<a href="${workflowPath(one.workflow_version_digest)}">${shortDigest(one.workflow_version_digest)}</a>`,
    named(one.components.subject),
    named(one.components.runner),
    named(one.components.gate_policy),
    runnableBadge(one),
    one.reproducibility_class,
    time(one.created_at),
  ]),
  empty: 'No versions pinned yet',
})}${pager(request, next_cursor)}`,
      }),
    };
  },
};
