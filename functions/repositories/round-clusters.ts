import { type Cluster, clustersOf, mergeClusters } from '../domain/findings/clusters.ts';
import type { ReplayPlan, ReplayRound } from '../domain/replay/plan.ts';
import { type ChunkSummary, type ResultsRepository, type RoundClusters, withoutResult } from './results.ts';

export type RoundClustersMaker = ReturnType<typeof roundClusters>;

/** Clusters of chunks and rounds, made from stored outcomes. */
export function roundClusters(results: ResultsRepository) {
  /** Clusters of one chunk from its stored outcomes; requests without one are without result. */
  async function summarise(plan: ReplayPlan, round: number, chunk: number): Promise<ChunkSummary> {
    const planned = await results.findChunk(plan.planId, round, chunk);
    if (planned === undefined) return { clusters: [], comparedUnder: [], recompare: null };
    const heads = await Array.fromAsync(results.ofChunk(plan.planId, round, planned));
    const stored = new Map(heads.map(({ item, planItemId, outcome }) => [item, { ...outcome, planItemId }]));
    return {
      clusters: clustersOf(planned.cases.map((one) => stored.get(one.item) ?? withoutResult(plan.planId, one))),
      comparedUnder: [...new Set(heads.map(({ comparedUnder }) => comparedUnder))],
      recompare: null,
    };
  }

  return {
    summarise,

    /** All chunks of a round together. */
    async gather(plan: ReplayPlan, { round, selection }: ReplayRound): Promise<RoundClusters> {
      const summaries: ChunkSummary[] = [];
      for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++) {
        summaries.push((await results.findSummary(plan.planId, round, chunk)) ?? (await summarise(plan, round, chunk)));
      }
      const clusters = mergeClusters(summaries.flatMap(({ clusters }) => clusters));
      const known = clusters.reduce((requests, cluster) => requests + cluster.requests, 0);
      const lost = (selection?.requests ?? 0) - known;
      return {
        operationsInScope: await results.findScope(plan.planId, round),
        clusters: lost > 0 ? [...clusters, lostRequests(lost)] : clusters,
        comparedUnder: [...new Set(summaries.flatMap(({ comparedUnder }) => comparedUnder))],
      };
    },
  };
}

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
