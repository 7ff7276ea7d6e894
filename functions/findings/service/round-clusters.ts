import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import {
  type CaseOutcome,
  type Cluster,
  clustersOf,
  mergeClusters,
  outcomeKey,
} from '../../replay/domain/results/clusters.ts';
import { placedItems } from '../../replay/domain/results/failed-cases.ts';
import { latencyOf, mergeLatency } from '../../replay/domain/results/latency.ts';
import {
  type ChunkSummary,
  type ResultHead,
  type ResultsRepository,
  type RoundClusters,
  withoutResult,
} from '../../replay/store/results.ts';

export type RoundClustersMaker = ReturnType<typeof roundClusters>;

/** Clusters of chunks and rounds, made from stored outcomes. */
export function roundClusters(results: ResultsRepository) {
  /** Clusters of one chunk from its stored outcomes; requests without one are without result. */
  async function summarise(plan: ReplayPlan, round: number, chunk: number): Promise<ChunkSummary> {
    const planned = await results.findChunk(plan.planId, round, chunk);
    if (planned === undefined) return { clusters: [], items: [], comparedUnder: [], latency: [], recompare: null };
    const heads = await Array.fromAsync(results.ofChunk(plan.planId, round, planned));
    const stored = new Map(heads.map(({ item, planItemId, outcome }) => [item, { ...outcome, planItemId }]));
    const outcomes = planned.cases.map((one) => stored.get(one.item) ?? withoutResult(plan.planId, one));
    const itemsByKey = Map.groupBy(planned.cases.keys(), (index) => keyOfDiffering(outcomes[index]));
    const clusters = clustersOf(outcomes);
    return {
      clusters,
      items: clusters.map((cluster) =>
        (itemsByKey.get(outcomeKey(cluster)) ?? []).map((index) => planned.first + index),
      ),
      comparedUnder: [...new Set(heads.map(({ comparedUnder }) => comparedUnder))],
      latency: latencyOf(heads.map(timesOf)),
      recompare: null,
    };
  }

  /** All chunks of a round together, and where the requests of each cluster that differs are. */
  async function gatherPlaced(plan: ReplayPlan, { round, selection }: ReplayRound) {
    const summaries: ChunkSummary[] = [];
    const placed = placedItems();
    for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++) {
      const stored = await results.findSummary(plan.planId, round, chunk);
      const summary = stored?.items ? stored : await summarise(plan, round, chunk);
      for (const [index, cluster] of summary.clusters.entries())
        placed.add(cluster, chunk, summary.items?.[index] ?? []);
      summaries.push(summary);
    }
    const clusters = mergeClusters(summaries.flatMap(({ clusters }) => clusters));
    const known = clusters.reduce((requests, cluster) => requests + cluster.requests, 0);
    const lost = (selection?.requests ?? 0) - known;
    return {
      operationsInScope: await results.findScope(plan.planId, round),
      clusters: lost > 0 ? [...clusters, lostRequests(lost)] : clusters,
      comparedUnder: [...new Set(summaries.flatMap(({ comparedUnder }) => comparedUnder))],
      latency: mergeLatency(summaries.flatMap(({ latency }) => latency)),
      itemsOf: placed.of,
    };
  }

  return {
    summarise,
    gatherPlaced,

    /** All chunks of a round together. */
    async gather(plan: ReplayPlan, round: ReplayRound): Promise<RoundClusters> {
      const { itemsOf: _, ...clusters } = await gatherPlaced(plan, round);
      return clusters;
    },
  };
}

/** A request without an answer took as long as its timeout, which says nothing of the target. */
const timesOf = ({ outcome: { operation }, recordedMs, replayedMs, replayedStatus }: ResultHead) => ({
  operation,
  recordedMs,
  replayedMs: replayedStatus === null ? null : replayedMs,
});

/** The key of an outcome's cluster; null where nothing differs, of which no positions are kept. */
const keyOfDiffering = (outcome: CaseOutcome | undefined) =>
  outcome && (outcome.truncated || outcome.differences.length > 0) ? outcomeKey(outcome) : null;

/** Requests of chunks whose list is gone: what endpoint they were of is not known, only that they have no result. */
const lostRequests = (requests: number): Cluster => ({
  operation: '',
  hasResult: false,
  failure: null,
  differences: [],
  truncated: false,
  requests,
  samples: [],
});
