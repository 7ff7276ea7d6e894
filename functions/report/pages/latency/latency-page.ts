import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { latencyLimitOf } from '../../domain/latency-limit.ts';
import { decisionPanel } from '../report/decision-panel.ts';
import type { SettledRun } from '../report/settled-run.ts';
import { reportPath } from '../report-links.ts';
import { latencyView } from './latency-view.ts';

/** The view of latency: of two builds below the decision, which says how many endpoints are over the limit. */
export async function latencyPage(settled: SettledRun<'applications' | 'changesOf'>, tabs: Html): Promise<Html> {
  const {
    request,
    services,
    run: { plan },
    found,
    measures,
  } = settled;
  const limit = latencyLimitOf(plan, (await services.applications.settings(plan.appId)).replay);
  const view = latencyView(plan, measures, limit, request.query);
  if (plan.baselineEnv === undefined) return view;
  const changes = await services.changesOf(plan, found);
  return html`${decisionPanel(settled, { changes, limit, findingsPath: reportPath(plan.planId) })}
${tabs}
${view}`;
}
