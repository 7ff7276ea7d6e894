import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { ReportServices } from '../../composition.ts';
import { analysisSection } from '../analysis-section.ts';
import { coverageSection } from '../coverage-section.ts';
import { noiseSection } from '../noise-section.ts';
import { plottedRun } from '../parts/run-parts.ts';
import type { PlottedRun } from '../parts/runs-plot.ts';
import { trendSection } from '../parts/trend-section.ts';
import { doneNotice } from '../report-notices.ts';
import { runFacts } from './run-facts.ts';
import type { SettledRun } from './settled-run.ts';

/** Maximum runs of the trend. */
const MAX_RUNS = 30;

/** The view of a report with the causes that an analysis found, noise, coverage, the last runs and facts of the run. */
export async function detailsView({
  request,
  services,
  run,
  found,
  measures,
  now,
}: SettledRun<'analyses' | 'noise' | 'plans'>): Promise<Html> {
  const { plan, round } = run;
  const [{ analysis, summary }, suggestions, secondAnswers, runs] = await Promise.all([
    services.analyses.viewOf(plan, round),
    services.noise.list(plan.planId, round.round),
    services.noise.secondAnswers(plan.planId, round.round),
    lastRuns(services, plan, round),
  ]);
  return html`${doneNotice(request.query)}${analysisSection(plan.planId, analysis, summary)}
${noiseSection(request, plan.planId, suggestions, secondAnswers)}
<div class="columns">${runFacts(run, measures.calls ?? null)}${coverageSection(plan.planId, found.findings, round.selection, measures.mapped)}</div>
<div class="block">${trendSection(runs, now, { current: plan.planId })}</div>`;
}

/** The last settled runs of the application up to this one, newest first. */
async function lastRuns(
  { plans }: Pick<ReportServices, 'plans'>,
  plan: ReplayPlan,
  round: ReplayRound,
): Promise<PlottedRun[]> {
  const earlier = await plans.earlier(plan, MAX_RUNS - 1);
  const rounds = await plans.latestRounds(earlier);
  return [{ plan, round }, ...earlier.map((one, at) => ({ plan: one, round: rounds[at] }))].flatMap(
    (run) => plottedRun(run) ?? [],
  );
}
