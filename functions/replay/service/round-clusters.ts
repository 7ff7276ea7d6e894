import { nextTurn } from '../../platform/time/next-turn.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { type EndpointTimes, timesSampler } from '../domain/latency/endpoint-times.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import { type Cluster, clusterMerger } from '../domain/results/clusters.ts';
import { type PlacedItem, placedItems } from '../domain/results/failed-cases.ts';
import { mergeLatency } from '../domain/results/latency.ts';
import { type MovedCluster, mergedMovedClusters } from '../domain/results/moved-clusters.ts';
import type { ChunkSummary, RoundClusters } from '../domain/results/result-summaries.ts';
import { mergeRoundCalls } from '../domain/results/round-calls.ts';
import { addedSentToBoth } from '../domain/results/sent-to-both.ts';
import type { ResultStore } from '../store/results.ts';
import { chunkSummary } from './chunk-summary.ts';

export type RoundClustersMaker = ReturnType<typeof roundClusters>;

/** Computes clusters of chunks and rounds from stored outcomes. */
export function roundClusters(results: ResultStore) {
  const summarise = (plan: ReplayPlan, round: number, chunk: number) => chunkSummary(results, plan, round, chunk);

  /** Clusters of one chunk with the positions of their requests. */
  async function summaryOf(plan: ReplayPlan, round: number, chunk: number): Promise<ChunkSummary> {
    const stored = await results.findSummary(plan.planId, round, chunk);
    return stored?.items ? stored : summarise(plan, round, chunk);
  }

  /** The differing clusters of every chunk, with the locations of their requests; other events run in between. */
  async function* placedByChunk(
    plan: ReplayPlan,
    { round, selection }: ReplayRound,
  ): AsyncGenerator<{ cluster: Cluster; placed: PlacedItem[] }> {
    for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++) {
      const { clusters, items = [] } = await summaryOf(plan, round, chunk);
      for (const [index, cluster] of clusters.entries())
        yield { cluster, placed: (items[index] ?? []).map((item) => ({ item, chunk })) };
      await nextTurn();
    }
  }

  /** Merges all chunks of a round, with the locations of the requests of each cluster that differs. */
  async function merged(plan: ReplayPlan, { round, selection }: ReplayRound) {
    const summaries: ChunkMeasures[] = [];
    const sampler = timesSampler();
    const merger = clusterMerger();
    const placed = placedItems();
    for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++) {
      const { clusters: found, items, latency, ...measures } = await summaryOf(plan, round, chunk);
      for (const [index, cluster] of found.entries()) placed.add(merger.add(cluster), chunk, items?.[index] ?? []);
      sampler.add(latency);
      summaries.push({ ...measures, latency: mergeLatency(latency) });
      await nextTurn();
    }
    const clusters = merger.clusters();
    const known = sumOf(clusters, ({ requests }) => requests);
    const lost = (selection?.requests ?? 0) - known;
    return {
      ...(await results.findScope(plan.planId, round)),
      clusters: lost > 0 ? [...clusters, lostRequests(lost)] : clusters,
      ...mergedMeasures(summaries),
      itemsOf: placed.of,
      sampler,
    };
  }

  /** The same, with the quantiles of endpoints and their ratios. */
  async function gatherPlaced(plan: ReplayPlan, round: ReplayRound) {
    const { sampler, ...placed } = await merged(plan, round);
    return { ...placed, times: await timesOf(sampler) };
  }

  return {
    summarise,
    placedByChunk,
    gatherPlaced,

    /** All requests of a round as without result. */
    lost: ({ selection }: ReplayRound): { clusters: Cluster[] } => ({
      clusters: selection?.requests ? [lostRequests(selection.requests)] : [],
    }),

    /** The clusters of all chunks of a round. */
    gather: async (plan: ReplayPlan, round: ReplayRound): Promise<Pick<RoundClusters, 'clusters'>> => {
      const { clusters } = await merged(plan, round);
      return { clusters };
    },
  };
}

/** What a chunk measured beside its clusters. */
type ChunkMeasures = Omit<ChunkSummary, 'clusters' | 'items'>;

const mergedMeasures = (summaries: readonly ChunkMeasures[]) => ({
  comparedUnder: [...new Set(summaries.flatMap(({ comparedUnder }) => comparedUnder))],
  latency: mergeLatency(summaries.flatMap(({ latency }) => latency)),
  mapped: {
    requests: sumOf(summaries, (one) => one.mapped?.requests ?? 0),
    fields: sumOf(summaries, (one) => one.mapped?.fields ?? 0),
    dropped: sumOf(summaries, (one) => one.mapped?.dropped ?? 0),
  },
  calls: mergeRoundCalls(summaries.flatMap((one) => one.calls ?? [])),
  ...mergedMoved(summaries.flatMap((one) => one.dataMoved ?? [])),
  ...addedSentToBoth(summaries.flatMap((one) => one.sentToBoth ?? [])),
});

const mergedMoved = (parts: readonly MovedCluster[]) =>
  parts.length > 0 ? { dataMoved: mergedMovedClusters(parts) } : {};

/** Quantiles of endpoints and their ratios; other events are handled in between. */
async function timesOf(sampler: ReturnType<typeof timesSampler>): Promise<EndpointTimes[]> {
  const times: EndpointTimes[] = [];
  for (const endpoint of sampler.times()) {
    times.push(endpoint);
    await nextTurn();
  }
  return times;
}

/** Requests of chunks whose list has expired: their endpoint is unknown, only that they have no result. */
const lostRequests = (requests: number): Cluster => ({
  operation: '',
  hasResult: false,
  failure: null,
  differences: [],
  truncated: false,
  requests,
  samples: [],
});
