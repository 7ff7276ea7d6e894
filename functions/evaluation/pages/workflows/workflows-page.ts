import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import { pager, table, time } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { EvaluationUses } from '../../composition.ts';
import { listOf, WorkflowAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { NEW_EVALUATION, shortDigest, workflowPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { versionReader } from '../versions/version-facts.ts';
import { versionName } from '../versions/version-name.ts';
import { runnableBadge } from './workflow-sections.ts';

/** Lists the workflow versions of the tenant, newest first (evaluation 3.6). */
export const workflowsPage: Page<EvaluationUses<'artifacts' | 'workflowVersions'>> = {
  method: 'GET',
  path: `${EVALUATIONS}/workflows`,
  scope: 'eval:read',

  async answer(request, services) {
    const cursor = request.query.get('cursor');
    const { data, next_cursor } = await answered(request, listOf(WorkflowAnswer), '/api/v1/eval/workflows', {
      query: { ...(cursor && { cursor }) },
    });
    const factsOf = versionReader(services);
    const names = await Promise.all(
      data.map(async (one) =>
        versionName(await factsOf(one.workflow_version_digest, ['framework_definition', 'subject', 'gate_policy'])),
      ),
    );
    const named = ({ known, id }: WorkflowAnswer['components']['runner']) =>
      known ? visible(id ?? 'unnamed') : html`<span class="muted">unknown</span>`;
    return {
      html: evaluationLayout({
        title: 'Workflow versions',
        request,
        tab: 'workflows',
        body: html`<p class="muted">What is tested, where and by which rules: five manifests, pinned by their digests.</p>
${
  request.may('eval:run') &&
  html`<p class="row"><a class="button primary" href="${NEW_EVALUATION}">Gate an application</a> <a class="button" href="${EVALUATIONS}/resolve">Pin a workflow version</a> <a class="button" href="${EVALUATIONS}/manifests/new">Commit a manifest</a></p>`
}
${table({
  caption: 'Workflow versions, newest first',
  columns: [
    { name: 'Version' },
    { name: 'Runner' },
    { name: 'State' },
    { name: 'Reproducibility', as: 'wide' },
    { name: 'Pinned', as: 'time' },
  ],
  rows: data.map((one, index) => [
    html`<a href="${workflowPath(one.workflow_version_digest)}">${visible(names[index] ?? 'Unknown manifests')}</a><br><span class="small muted">${shortDigest(one.workflow_version_digest)}</span>`,
    named(one.components.runner),
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
