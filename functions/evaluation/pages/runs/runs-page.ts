import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS } from '../../../platform/pages-shell/evaluation-paths.ts';
import type { EvaluationUses } from '../../composition.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { NEW_EVALUATION } from '../evaluation-links.ts';
import { filteredRuns } from './filtered-runs.ts';
import { noEvaluation } from './no-evaluation.ts';
import { isFiltered, runFilterForm, runFilterOf } from './run-filters.ts';
import { isRunning, runList } from './run-rows.ts';

/** Applications that the page without evaluations offers. */
const MAX_APPS = 50;

type Services = EvaluationUses<'artifacts' | 'workflowVersions' | 'gateDecisions', 'recordings' | 'now'>;

/** Lists the runs of the tenant, newest first, or says how to begin (evaluation 3.7). */
export const runsPage: Page<Services> = {
  method: 'GET',
  path: EVALUATIONS,
  scope: 'eval:read',

  async answer(request, services) {
    const filter = runFilterOf(request.query);
    const [runs, apps] = await Promise.all([filteredRuns(request, filter, services), services.recordings.apps()]);
    const mayRun = request.may('eval:run');
    const isEmpty = runs.data.length === 0 && !isFiltered(filter) && !request.query.has('cursor');
    const startingPoints = async () =>
      Promise.all(
        apps.slice(0, MAX_APPS).map(async (appId) => ({ appId, recordings: await services.recordings.countOf(appId) })),
      );
    return {
      html: evaluationLayout({
        title: 'Evaluations',
        request,
        tab: 'runs',
        about:
          !isEmpty && html`One question for each build: may it be released? Gate rules that you set beforehand decide.`,
        actions: mayRun && !isEmpty && html`<a class="button primary" href="${NEW_EVALUATION}">Gate an application</a>`,
        ...(runs.data.some(({ run }) => isRunning(run)) && { refreshSeconds: 5 }),
        body: isEmpty
          ? noEvaluation(mayRun ? await startingPoints() : null)
          : html`${runFilterForm(filter, EVALUATIONS, apps)}
${runList(request, runs, { caption: 'Evaluations, newest first', empty: 'No evaluation has these words, this application and this decision', now: services.now() })}`,
      }),
    };
  },
};
