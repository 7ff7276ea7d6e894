import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { decision } from '../../../platform/pages-shell/decision.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { actionForm, notice } from '../../../platform/pages-shell/form-parts.ts';
import { linesOf, pairsOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { time } from '../../../platform/pages-shell/list-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { EvaluationUses } from '../../composition.ts';
import { listOf, RunAnswer, WorkflowAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { NEW_EVALUATION, workflowPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { listedRuns } from '../runs/listed-runs.ts';
import { isRunning, runList } from '../runs/run-rows.ts';
import { labelLines, labelsOfBuild } from '../versions/run-labels.ts';
import { startVersion } from '../versions/start-version.ts';
import { versionFacts } from '../versions/version-facts.ts';
import { versionName } from '../versions/version-name.ts';
import { ciSection } from './ci-section.ts';
import { partsTable } from './parts-table.ts';
import { START_LABELS, startForm } from './start-form.ts';
import { diagnosticsSection, negotiationSection, workflowText } from './workflow-sections.ts';

type Services = EvaluationUses<'artifacts' | 'workflowVersions' | 'gateDecisions', 'newId' | 'now'>;

/** Shows one workflow version: its parts, whether it can run, and its runs (evaluation 3.6). */
export const workflowPage: Page<Services> = {
  method: 'GET',
  path: `${EVALUATIONS}/workflows/{digest}`,
  scope: 'eval:read',
  answer: async (request, services) => ({ html: await view(request, services, {}) }),
};

/** Starts a run of a version and redirects to it. The same form sent twice creates one run (evaluation 3.7). */
export const startRunPage: Page<Services> = {
  method: 'POST',
  path: `${EVALUATIONS}/workflows/{digest}/runs`,
  scope: 'eval:run',

  async answer(request, services) {
    const { form, params } = request;
    const started = await startVersion(
      request,
      {
        workflow_version_digest: params.digest ?? '',
        labels: pairsOf(linesOf(form, 'labels'), '='),
        baseline_run_id: textOf(form, 'baseline_run_id') || null,
        key: textOf(form, 'key'),
      },
      START_LABELS,
    );
    if (started.ok) return { location: `${evaluationRunPath(started.runId)}?done=started` };
    return { html: await view(request, services, started.errors), status: 422 };
  },
};

async function view(request: PageRequest, services: Services, errors: FieldErrors): Promise<Html> {
  const { digest = '' } = request.params;
  const cursor = request.query.get('cursor');
  const workflow = await answered(request, WorkflowAnswer, '/api/v1/eval/workflows/{digest}', { params: { digest } });
  const [runs, facts] = await Promise.all([
    answered(request, listOf(RunAnswer), '/api/v1/eval/runs', {
      query: { workflow_version_digest: digest, ...(cursor && { cursor }) },
    }),
    versionFacts(digest, services),
  ]);
  const { tone, title, next } = workflowText(workflow);
  const isCreated = request.query.get('done') === 'created';
  const key = `console ${services.newId()}`;
  const labels = labelLines(runs.data[0]?.labels ?? labelsOfBuild(facts));
  const mayRun = request.may('eval:run');
  return evaluationLayout({
    title: versionName(facts) ?? 'Workflow version',
    request,
    trail: [{ href: `${EVALUATIONS}/workflows`, text: 'Workflow versions' }],
    actions:
      mayRun &&
      html`${facts.appId !== null && html`<a class="button" href="${NEW_EVALUATION}?from=${encodeURIComponent(digest)}">Copy for another build</a>`}${actionForm(request, `${workflowPath(digest)}/runs`, 'Run', { look: 'primary', fields: { key, labels } })}`,
    ...(runs.data.some(isRunning) && { refreshSeconds: 5 }),
    about: html`A workflow version: what is tested, where and by which rules. It never changes; another choice makes another version. Pinned ${time(workflow.created_at)}.`,
    body: html`${notice(errors.form, 'bad')}${
      workflow.runnable
        ? notice(html`<strong>${isCreated ? 'Created and ready to run.' : 'Ready to run.'}</strong> ${next}`)
        : decision({ tone, title, next })
    }
${partsTable(workflow, facts)}
${diagnosticsSection(workflow)}
<div class="columns block">${ciSection(digest)}</div>
<section aria-labelledby="its-runs"><h2 id="its-runs">Runs</h2>${runList(request, { ...runs, data: await listedRuns(runs.data, services) }, { caption: 'Runs of this version, newest first', empty: 'No runs yet', now: services.now() })}</section>
${mayRun && startForm(request, { errors, labels, key })}
${negotiationSection(workflow)}`,
  });
}
