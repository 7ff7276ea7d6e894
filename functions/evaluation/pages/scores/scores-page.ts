import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { field } from '../../../platform/pages-shell/form-parts.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import { listOf, RunAnswer, ScoreAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { answered } from '../evaluation-page.ts';
import { scoreTable } from './score-table.ts';

/** Lists every score of a run, including those of its cases (evaluation 3.12). */
export const scoresPage: Page = {
  method: 'GET',
  path: `${EVALUATIONS}/runs/{runId}/scores`,
  scope: 'eval:read',

  async answer(request) {
    const { runId = '' } = request.params;
    const [name, cursor] = ['name', 'cursor'].map((one) => request.query.get(one)?.trim());
    const { workflow_run_id } = await answered(request, RunAnswer, '/api/v1/eval/runs/{runId}', { params: { runId } });
    const { data, next_cursor } = await answered(request, listOf(ScoreAnswer), '/api/v2/scores', {
      query: { workflow_run_id, ...(name && { name }), ...(cursor && { cursor }) },
    });
    return {
      html: evaluationLayout({
        title: 'Scores of a run',
        request,
        tab: 'runs',
        trail: [{ href: evaluationRunPath(workflow_run_id), text: workflow_run_id }],
        body: html`<form class="filter" role="search">${field({ name: 'name', label: 'Score', type: 'search', value: name ?? '', placeholder: 'replay.case_pass' })}<button>Show</button></form>
${scoreTable(data, 'Scores of the run, newest first', 'No scores yet')}${pager(request, next_cursor)}`,
      }),
    };
  },
};
