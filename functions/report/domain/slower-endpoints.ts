import type { EndpointTimes } from '../../replay/domain/latency/endpoint-times.ts';
import type { EndpointLatency } from '../../replay/domain/results/latency.ts';
import type { LatencyLimit } from './latency-limit.ts';
import { type LatencyRow, latencyRows } from './latency-rows.ts';

/**
 * The endpoints over the limit, or without a limit those that are slower: with the whole interval, highest ratio first.
 */
export const slowerEndpoints = (
  times: readonly EndpointTimes[],
  latency: readonly EndpointLatency[],
  limit: LatencyLimit | null,
): LatencyRow[] =>
  latencyRows(times, latency, limit?.ratio ?? null)
    .filter(({ result }) => result === (limit === null ? 'slower' : 'over'))
    .sort((a, b) => (b.ratio?.p95 ?? 0) - (a.ratio?.p95 ?? 0));
