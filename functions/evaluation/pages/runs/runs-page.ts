import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import { choice } from '../../../platform/pages-shell/form-parts.ts';
import { RUN_STATUSES } from '../../domain/statuses.ts';
import { listOf, RunAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { answered } from '../evaluation-page.ts';
import { isRunning, runList } from './run-rows.ts';

/** Lists the runs of the tenant, newest first (evaluation 3.7). */
export const runsPage: Page = {
  method: 'GET',
  path: EVALUATIONS,
  scope: 'eval:read',

  async answer(request) {
    const { query } = request;
    const status = RUN_STATUSES.find((one) => one === query.get('status'));
    const cursor = query.get('cursor');
    const runs = await answered(request, listOf(RunAnswer), '/api/v1/eval/runs', {
      query: { ...(status && { status }), ...(cursor && { cursor }) },
    });
    return {
      html: evaluationLayout({
        title: 'Evaluations',
        request,
        tab: 'runs',
        ...(runs.data.some(isRunning) && { refreshSeconds: 5 }),
        body: html`<p>One question for each build: may it be released? Gate rules that you set beforehand decide.</p>
${request.may('eval:run') && html`<p><a class="button primary" href="${EVALUATIONS}/resolve">Pin a workflow version</a></p>`}
<form class="filter">${choice({
          name: 'status',
          label: 'Run status',
          value: status ?? '',
          options: [['', 'any'], ...RUN_STATUSES.map((one) => [one, one] as const)],
        })}<button>Show</button></form>
${runList(request, runs, {
  caption: 'Evaluations, newest first',
  empty: status
    ? 'No run has this status'
    : html`<strong>Nothing has been evaluated yet.</strong> An evaluation replays the recordings of an application against one build and applies gate rules that you set beforehand. Its answer is pass or fail, so that a pipeline can stop a release. <a href="${EVALUATIONS}/workflows">Workflow versions</a>`,
})}`,
      }),
    };
  },
};
