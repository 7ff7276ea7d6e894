import { sumOf } from '../../platform/values/sum-of.ts';
import { comparableTimes } from '../domain/latency/comparable-times.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { Chunk } from '../domain/results/chunk.ts';
import { type CaseOutcome, clustersOf, outcomeKey } from '../domain/results/clusters.ts';
import { type EndpointLatency, latencyOf } from '../domain/results/latency.ts';
import { mergedMovedClusters } from '../domain/results/moved-clusters.ts';
import { type ResultHead, withoutResult } from '../domain/results/result-head.ts';
import type { ChunkSummary } from '../domain/results/result-summaries.ts';
import { roundCalls } from '../domain/results/round-calls.ts';
import { sentToBoth } from '../domain/results/sent-to-both.ts';
import type { ResultStore } from '../store/results.ts';

/** Clusters of one chunk from its stored outcomes; requests without one count as without result. */
export async function chunkSummary(
  results: ResultStore,
  plan: ReplayPlan,
  round: number,
  chunk: number,
): Promise<ChunkSummary> {
  const planned = await results.findChunk(plan.planId, round, chunk);
  if (planned === undefined) return { clusters: [], items: [], comparedUnder: [], latency: [], recompare: null };
  return summaryOf(plan, planned, await Array.fromAsync(results.ofChunk(plan, round, planned)));
}

/** The same from the outcomes of a chunk, in the order of the plan. */
export function summaryOf(
  plan: Pick<ReplayPlan, 'planId'>,
  planned: Pick<Chunk, 'cases' | 'first' | 'chunk'>,
  heads: readonly ResultHead[],
): ChunkSummary {
  const compared = heads.filter(({ outcome }) => outcome.hasResult);
  const stored = new Map(heads.map(({ item, planItemId, outcome }) => [item, { ...outcome, planItemId }]));
  const outcomes = planned.cases.map((one) => stored.get(one.item) ?? withoutResult(plan.planId, one));
  const itemsByKey = Map.groupBy(planned.cases.keys(), (index) => keyOfDiffering(outcomes[index]));
  const clusters = clustersOf(outcomes);
  const dataMoved = mergedMovedClusters(
    compared.flatMap(({ outcome: { operation, method }, dataMoved: differences, item }) =>
      differences
        ? { operation, ...(method && { method }), differences, requests: 1, sample: { item, chunk: planned.chunk } }
        : [],
    ),
  );
  return {
    clusters,
    items: clusters.map((cluster) => (itemsByKey.get(outcomeKey(cluster)) ?? []).map((index) => planned.first + index)),
    comparedUnder: [...new Set(compared.map(({ comparedUnder }) => comparedUnder))],
    latency: chunkLatency(compared),
    mapped: {
      requests: compared.filter((head) => head.mapped !== undefined).length,
      fields: sumOf(compared, (head) => head.mapped ?? 0),
      dropped: Math.max(0, ...compared.map((head) => head.dropped ?? 0)),
    },
    calls: roundCalls(compared.flatMap(({ outcome, calls }) => (calls ? { outcome, calls } : []))),
    ...(dataMoved.length > 0 && { dataMoved }),
    ...sentToBoth(heads),
    recompare: null,
  };
}

/** Durations by endpoint, and those of single requests. */
function chunkLatency(compared: readonly ResultHead[]): EndpointLatency[] {
  const byEndpoint = Map.groupBy(compared, ({ outcome }) => endpointKey(outcome));
  return latencyOf(compared.map(timesOf)).map((endpoint) => {
    const comparable = (byEndpoint.get(endpointKey(endpoint)) ?? []).flatMap((head) => {
      const times = comparableTimes(head);
      return times === null ? [] : [times];
    });
    return { ...endpoint, ...(comparable.length > 0 && { comparable }) };
  });
}

const endpointKey = ({ operation, method }: { operation: string; method?: string | undefined }) =>
  JSON.stringify([operation, method]);

/** The duration of a request without a response is its timeout, which is not a measurement of the target. */
const timesOf = ({ outcome: { operation, method }, recordedMs, replayedMs, replayedStatus }: ResultHead) => ({
  operation,
  method,
  recordedMs,
  replayedMs: replayedStatus === null ? null : replayedMs,
});

/** The key of an outcome's cluster; null if nothing differs, since no positions are stored for it. */
const keyOfDiffering = (outcome: CaseOutcome | undefined) =>
  outcome && (outcome.truncated || outcome.differences.length > 0) ? outcomeKey(outcome) : null;
