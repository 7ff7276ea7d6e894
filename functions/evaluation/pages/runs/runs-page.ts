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
        title: 'Evaluation runs',
        request,
        tab: 'runs',
        ...(runs.data.some(isRunning) && { refreshSeconds: 5 }),
        body: html`<p>The gate of a run decides whether a build can be released. A completed run only means that there is a result to decide on.</p>
${request.may('eval:run') && html`<p><a class="button primary" href="${EVALUATIONS}/resolve">Pin a workflow version</a></p>`}
<form class="filter">${choice({
          name: 'status',
          label: 'Run status',
          value: status ?? '',
          options: [['', 'any'], ...RUN_STATUSES.map((one) => [one, one] as const)],
        })}<button>Show</button></form>
${runList(request, runs, {
  caption: 'Evaluation runs, newest first',
  empty: status
    ? 'No run has this status'
    : html`Nothing has been evaluated yet. A run evaluates a <a href="${EVALUATIONS}/workflows">workflow version</a>: five manifests that state what is tested, by which runner, where, and by which rules.`,
})}`,
      }),
    };
  },
};
