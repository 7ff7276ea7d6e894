import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';
import { type Cluster, outcomeKey } from './clusters.ts';
import { firstFrom, ItemList, itemSteps } from './item-list.ts';

/** Where a request of a round is: its position in the plan, and the chunk that sent it. */
export interface PlacedItem {
  item: number;
  chunk: number;
}

/** Failed cases of one endpoint with the same differences. */
export const FailedCluster = v.object({
  operation: v.string(),
  differences: v.array(v.object({ kind: Kind, subject: v.string() })),
  items: ItemList,
  /** The first few of them. */
  samples: v.array(v.object({ item: v.number(), chunk: v.number() })),
});
export type FailedCluster = v.InferOutput<typeof FailedCluster>;

/**
 * The failed cases of a round as its result counts them (interface 2.3): under the rules at which it settled. Rules that are added
 * later move findings, but neither `failedCases` nor what an analysis is about.
 */
export const FailedCases = v.object({
  /** Requests with a result, by endpoint. */
  replayed: v.array(v.tuple([v.string(), v.number()])),
  clusters: v.array(FailedCluster),
});
export type FailedCases = v.InferOutput<typeof FailedCases>;

/** What is stored of them. */
export const storedFailedCases = ({ replayed, clusters }: FailedCases): v.InferInput<typeof FailedCases> => ({
  replayed,
  clusters: clusters.map((cluster) => ({ ...cluster, items: itemSteps(cluster.items) })),
});

/** Whether a position in the plan is that of a failed case. */
export const hasItem = (clusters: readonly { items: readonly number[] }[], item: number): boolean =>
  clusters.some(({ items }) => items[firstFrom(items, item)] === item);

/** Collects where the requests of each cluster are, chunk by chunk. */
export function placedItems() {
  const byKey = new Map<string, PlacedItem[]>();
  return {
    add(cluster: Cluster, chunk: number, items: readonly number[]): void {
      if (items.length === 0) return;
      const key = outcomeKey(cluster);
      const present = byKey.get(key) ?? [];
      byKey.set(key, present);
      for (const item of items) present.push({ item, chunk });
    },
    of: (cluster: Cluster): readonly PlacedItem[] => byKey.get(outcomeKey(cluster)) ?? [],
  };
}
