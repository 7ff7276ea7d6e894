import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';
import type { RoundClusters } from '../../../replay/domain/results/result-summaries.ts';
import type { LatencyLimit } from '../../domain/latency-limit.ts';
import { inOrder, latencyOrderOf } from '../../domain/latency-order.ts';
import { latencyRows } from '../../domain/latency-rows.ts';
import { positionOf } from '../../domain/position-of.ts';
import { latencySection } from '../latency-section.ts';
import { latencyTable } from './latency-table.ts';

/**
 * Durations by endpoint, and those of all endpoints; a run of an earlier version has only the latter. `limit`: of the
 * ratio; null if there is none.
 */
export function latencyView(
  { planId, appId, baselineEnv }: Pick<ReplayPlan, 'planId' | 'appId' | 'baselineEnv'>,
  { times, latency }: Pick<RoundClusters, 'times' | 'latency'>,
  limit: LatencyLimit | null,
  query: URLSearchParams,
): Html {
  const order = latencyOrderOf(query.get('latencyOrder'));
  const rows = times === undefined ? [] : inOrder(latencyRows(times, latency, limit?.ratio ?? null), order);
  const isBesideBuild = baselineEnv !== undefined;
  const limitPath = `${applicationPath(appId)}/settings/replay#latencyLimit`;
  const view = { order, from: positionOf(query.get('latencyFrom')), isBesideBuild, limit, limitPath };
  return html`${rows.length > 0 && latencyTable(planId, rows, view)}${latencySection(planId, latency, isBesideBuild)}`;
}
