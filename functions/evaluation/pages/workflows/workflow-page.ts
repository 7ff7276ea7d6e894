import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { decision } from '../../../platform/pages-shell/decision.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { linesOf, pairsOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { facts, time } from '../../../platform/pages-shell/list-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { EvaluationServices } from '../../composition.ts';
import { listOf, RunAnswer, WorkflowAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { workflowPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { refusedFields } from '../refused-fields.ts';
import { isRunning, runList } from '../runs/run-rows.ts';
import { componentTable, diagnosticsSection, negotiationSection, workflowText } from './workflow-sections.ts';

const LABELS = { labels: 'Labels', baseline_run_id: 'Compare with the run' } as const;

/** Shows one workflow version: its pins, whether it can run, and its runs (evaluation 3.6). */
export const workflowPage: Page<Pick<EvaluationServices, 'newId'>> = {
  method: 'GET',
  path: `${EVALUATIONS}/workflows/{digest}`,
  scope: 'eval:read',
  answer: async (request, services) => ({ html: await view(request, services, {}) }),
};

const Started = v.object({ workflow_run_id: v.string() });

/** Starts a run of a version and redirects to it. The same form sent twice creates one run (evaluation 3.7). */
export const startRunPage: Page<Pick<EvaluationServices, 'newId'>> = {
  method: 'POST',
  path: `${EVALUATIONS}/workflows/{digest}/runs`,
  scope: 'eval:run',

  async answer(request, services) {
    const { form, params } = request;
    const answer = await request.ask('POST', '/api/v1/eval/runs', {
      headers: { 'idempotency-key': textOf(form, 'key') },
      body: {
        workflow_version_digest: params.digest,
        labels: pairsOf(linesOf(form, 'labels'), '='),
        baseline_run_id: textOf(form, 'baseline_run_id') || null,
      },
    });
    const started = v.safeParse(Started, answer.body);
    if (started.success) return { location: `${evaluationRunPath(started.output.workflow_run_id)}?done=started` };
    return { html: await view(request, services, refusedFields(answer, LABELS)), status: 422 };
  },
};

async function view(
  request: PageRequest,
  services: Pick<EvaluationServices, 'newId'>,
  errors: FieldErrors,
): Promise<Html> {
  const { digest = '' } = request.params;
  const cursor = request.query.get('cursor');
  const workflow = await answered(request, WorkflowAnswer, '/api/v1/eval/workflows/{digest}', { params: { digest } });
  const runs = await answered(request, listOf(RunAnswer), '/api/v1/eval/runs', {
    query: { workflow_version_digest: digest, ...(cursor && { cursor }) },
  });
  const { tone, title, next } = workflowText(workflow);
  return evaluationLayout({
    title: 'Workflow version',
    request,
    tab: 'workflows',
    trail: [{ href: `${EVALUATIONS}/workflows`, text: 'Workflow versions' }],
    ...(runs.data.some(isRunning) && { refreshSeconds: 5 }),
    body: html`${notice(errors.form, 'bad')}${decision({ tone, title, next })}
${componentTable(workflow)}
${diagnosticsSection(workflow)}
${request.may('eval:run') && startForm(request, services, errors)}
<section aria-labelledby="its-runs"><h2 id="its-runs">Runs</h2>${runList(request, runs, { caption: 'Runs of this version, newest first', empty: 'No runs yet' })}</section>
${negotiationSection(workflow)}
<section aria-labelledby="version"><h2 id="version">This version</h2>${facts([
      ['Digest', html`<code>${digest}</code>`],
      ['Lineage', html`<code>${workflow.lineage_digest}</code> <span class="muted">the same for every build</span>`],
      ['Reproducibility', workflow.reproducibility_class],
      ['Pinned', time(workflow.created_at)],
    ])}</section>`,
  });
}

const startForm = (request: PageRequest, { newId }: Pick<EvaluationServices, 'newId'>, errors: FieldErrors): Html => {
  const { form, params } = request;
  return html`<section aria-labelledby="start"><h2 id="start">Start a run</h2><form class="panel pad" method="post" action="${workflowPath(params.digest ?? '')}/runs">${csrfField(request)}<input type="hidden" name="key" value="console ${newId()}">
<div class="columns">${field({ name: 'labels', label: LABELS.labels, rows: 3, value: textOf(form, 'labels'), hint: 'One per line, such as branch=main', error: errors.labels ?? null })}
${field({ name: 'baseline_run_id', label: LABELS.baseline_run_id, value: textOf(form, 'baseline_run_id'), hint: 'Required for rules with the baseline “run”. Rules with “last_passing” find their own.', placeholder: 'wrun_…', error: errors.baseline_run_id ?? null })}</div>
<button class="primary">Start run</button></form></section>`;
};
