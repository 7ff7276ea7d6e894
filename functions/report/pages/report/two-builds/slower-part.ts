import type { Html } from '../../../../platform/http/pages/page-route.ts';
import type { FindingFilter } from '../../../domain/finding-rows.ts';
import type { LatencyLimit } from '../../../domain/latency-limit.ts';
import { slowerEndpoints } from '../../../domain/slower-endpoints.ts';
import type { SettledRun } from '../settled-run.ts';
import { filteredSlower, slowerGroup } from './slower-group.ts';

/** What a part is made from beside its run. */
interface SlowerFacts {
  /** Null if there is none. */
  limit: LatencyLimit | null;
  filter: FindingFilter;
  /** Columns of the table. */
  columns: number;
}

/** The endpoints over the limit, of a run with a running build: other hardware answered when requests were recorded. */
export function slowerPart(
  { run: { plan }, measures: { times = [], latency }, details }: SettledRun<never>,
  { limit, filter, columns }: SlowerFacts,
): { endpoints: number; group: Html | null } {
  if (plan.baselineEnv === undefined || limit === null) return { endpoints: 0, group: null };
  const slower = slowerEndpoints(times, latency, limit);
  const facts = { limit: limit.ratio, endpoints: details.rows(), columns };
  return { endpoints: slower.length, group: slowerGroup(plan.planId, filteredSlower(slower, filter), facts) };
}
