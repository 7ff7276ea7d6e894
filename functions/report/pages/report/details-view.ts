import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { ReportServices } from '../../services.ts';
import { analysisSection } from '../analysis-section.ts';
import { coverageSection } from '../coverage-section.ts';
import { noiseSection } from '../noise-section.ts';
import { doneNotice } from '../report-notices.ts';
import { type TrendRun, trendSection } from '../trend-section.ts';
import { runFacts } from './run-facts.ts';
import type { SettledRun } from './settled-run.ts';

/** Maximum runs of the trend. */
const MAX_RUNS = 20;

/** The view of a report with the causes that an analysis found, noise, coverage, the last runs and facts of the run. */
export async function detailsView({
  request,
  services,
  run,
  found,
  clusters,
}: SettledRun<'analyses' | 'noise' | 'plans'>): Promise<Html> {
  const { plan, round } = run;
  const [{ analysis, summary }, suggestions, runs] = await Promise.all([
    services.analyses.viewOf(plan, round),
    services.noise.list(plan.planId, round.round),
    lastRuns(services, plan, round),
  ]);
  return html`${doneNotice(request.query)}${analysisSection(plan.planId, analysis, summary)}
${noiseSection(request, plan.planId, suggestions)}
${coverageSection(found.findings, round.selection, clusters?.mapped)}
${trendSection(runs, plan.planId)}
${runFacts(run, clusters?.calls ?? null)}`;
}

/** The last settled runs of the application up to this one, oldest first. */
async function lastRuns(
  { plans }: Pick<ReportServices, 'plans'>,
  plan: ReplayPlan,
  round: ReplayRound,
): Promise<TrendRun[]> {
  const earlier = await plans.earlier(plan, MAX_RUNS - 1);
  const rounds = [round, ...(await plans.latestRounds(earlier))];
  return rounds
    .flatMap((one) => (one?.result ? [{ ...one.result, planId: one.planId, state: one.result.state ?? null }] : []))
    .reverse();
}
