import { compareText } from '../../platform/values/text-order.ts';
import type { EndpointTimes } from '../../replay/domain/latency/endpoint-times.ts';
import type { LatencyRatio } from '../../replay/domain/latency/p95-ratio.ts';
import type { EndpointLatency } from '../../replay/domain/results/latency.ts';
import { type Quantiles, quantilesOf } from './endpoint-rows.ts';

/**
 * What the durations of an endpoint say. Slower and faster: the whole interval is above, or below, 1. Over: it is above
 * the limit.
 */
export type LatencyResult = 'over' | 'slower' | 'faster' | 'same' | 'tooFew' | 'notRecorded' | 'notReplayed';

/** The durations of one endpoint and method; a side is null without durations that can be compared. */
export interface LatencyRow {
  operation: string;
  method: string | undefined;
  requests: number;
  recorded: Quantiles | null;
  replayed: Quantiles | null;
  ratio: LatencyRatio | null;
  result: LatencyResult;
}

/**
 * Every endpoint whose requests were timed when they were recorded or replayed, by name and method. `limit`: of the
 * ratio; null if there is none.
 */
export function latencyRows(
  times: readonly EndpointTimes[],
  latency: readonly EndpointLatency[],
  limit: number | null,
): LatencyRow[] {
  const timed = new Set(times.map(keyOf));
  const failed = latency.filter((one) => !timed.has(keyOf(one)) && one.recorded.length > 0);
  return [...times.map((one) => timedRow(one, limit)), ...failed.map(failedRow)].sort(
    (a, b) => compareText(a.operation, b.operation) || compareText(a.method ?? '', b.method ?? ''),
  );
}

const keyOf = ({ operation, method }: { operation: string; method?: string | undefined }) =>
  JSON.stringify([operation, method]);

const timedRow = (
  { operation, method, recorded, replayed, ratio }: EndpointTimes,
  limit: number | null,
): LatencyRow => ({
  operation,
  method,
  requests: replayed.n,
  recorded: recorded ?? null,
  replayed,
  ratio: ratio ?? null,
  result: ratio ? resultOf(ratio, limit) : recorded ? 'tooFew' : 'notRecorded',
});

function resultOf({ low, high }: LatencyRatio, limit: number | null): LatencyResult {
  if (limit !== null && low > limit) return 'over';
  return low > 1 ? 'slower' : high < 1 ? 'faster' : 'same';
}

/** An endpoint without a response of the recorded class. */
const failedRow = ({ operation, method, recorded }: EndpointLatency): LatencyRow => ({
  operation,
  method,
  requests: 0,
  recorded: quantilesOf(recorded),
  replayed: null,
  ratio: null,
  result: 'notReplayed',
});
