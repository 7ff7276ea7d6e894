import { html } from 'hono/html';
import { settlingOf } from '../../findings/domain/settling.ts';
import type { Page, PageAnswer, PageRequest } from '../../platform/http/pages/page-route.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import type { ReportServices } from '../composition.ts';
import { positionOf } from '../domain/position-of.ts';
import { endpointsSection } from './endpoints-section.ts';
import { latencyPage } from './latency/latency-page.ts';
import { detailsView } from './report/details-view.ts';
import { findingsView } from './report/findings-view.ts';
import { type ReportedRun, reportedRun, reportLayout } from './report/report-layout.ts';
import { tabOf } from './report/report-tabs.ts';
import { runFacts } from './report/run-facts.ts';
import { REFRESH_SECONDS, runningView } from './report/running-view.ts';
import { expiredDetails } from './report/settled/expired-details.ts';
import { readSettled } from './report/settled/read-settled.ts';
import { settledTabs } from './report/settled/settled-tabs.ts';

/**
 * The report of a run (interface 13): the decision, the next step and the findings; endpoints, latency and details
 * beside them.
 */
export const reportPage: Page<
  Pick<
    ReportServices,
    | 'plans'
    | 'results'
    | 'findings'
    | 'analyses'
    | 'noise'
    | 'detailsOf'
    | 'config'
    | 'marks'
    | 'values'
    | 'rules'
    | 'changesOf'
    | 'effects'
    | 'acceptances'
    | 'applications'
    | 'work'
    | 'now'
  >
> = {
  method: 'GET',
  path: '/report/{planId}',
  scope: 'read',

  async answer(request, services) {
    const run = await reportedRun(request, services);
    if (!run) return { html: problemPage('not-found', request), status: 404 };
    return run.round.result === null || run.plan.status !== 'COMPLETED'
      ? running(request, services, run)
      : settled(request, services, run);
  },
};

async function running(
  request: PageRequest,
  { results, config, now }: Pick<ReportServices, 'results' | 'config' | 'now'>,
  run: ReportedRun,
): Promise<PageAnswer> {
  const { plan, round } = run;
  const workers = await results.progress(plan.planId, plan.round);
  const settling = settlingOf(round, config.noiseReduction);
  const view = runningView({ request, run, workers, settling, now: now() });
  return {
    html: reportLayout(request, {
      run,
      now: now(),
      refreshSeconds: REFRESH_SECONDS,
      body: html`${view}${runFacts(run, null)}`,
    }),
  };
}

async function settled(
  request: PageRequest,
  services: Parameters<typeof reportPage.answer>[1],
  run: ReportedRun,
): Promise<PageAnswer> {
  const now = services.now();
  const tab = tabOf(request.query);
  const settledRun = await readSettled(request, services, run);
  if (settledRun === undefined) return { html: reportLayout(request, { run, now, body: expiredDetails(run) }) };
  const { plan } = run;
  const { details } = settledRun;
  const tabs = settledTabs(settledRun, tab);
  // The decision stands above the tabs.
  const hasDecision = tab === 'findings' || (tab === 'latency' && plan.baselineEnv !== undefined);
  const body = async () => {
    switch (tab) {
      case 'findings':
        return findingsView(settledRun, tabs);
      case 'endpoints':
        return endpointsSection(plan.planId, details.rows(), {
          text: request.query.get('endpoint') ?? '',
          state: request.query.get('endpointState') ?? '',
          from: positionOf(request.query.get('endpointsFrom')),
        });
      case 'latency':
        return latencyPage(settledRun, tabs);
      case 'details':
        return detailsView(settledRun);
    }
  };
  return {
    html: reportLayout(request, {
      run,
      now,
      ...(tab !== 'findings' && { view: TITLES[tab] }),
      ...(!hasDecision && { tabs }),
      body: await body(),
    }),
  };
}

const TITLES = { endpoints: 'Endpoints', latency: 'Latency', details: 'Details' } as const;
