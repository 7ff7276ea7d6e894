import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';
import type { Cluster } from './clusters.ts';
import { firstFrom, ItemList, itemSteps } from './item-list.ts';

/** Where a request of a round is: its position in the plan, and the chunk that sent it. */
export interface PlacedItem {
  item: number;
  chunk: number;
}

/** Samples of a cluster of failed cases. */
export const MAX_FAILED_SAMPLES = 3;

/** Failed cases of one endpoint and method with the same differences. */
export const FailedCluster = v.object({
  operation: v.string(),
  /** `likelyNoise`: noise reduction suggests ignoring it. */
  differences: v.array(v.object({ kind: Kind, subject: v.string(), likelyNoise: v.optional(v.literal(true)) })),
  items: ItemList,
  /** The first few of them. */
  samples: v.array(v.object({ item: v.number(), chunk: v.number() })),
  /** Absent where it is unknown (clusters.ts). */
  method: v.optional(v.string()),
});
export type FailedCluster = v.InferOutput<typeof FailedCluster>;

/**
 * The failed cases of a round as its result counts them (interface 2.3): under the rules at which it settled. Rules
 * that are added later move findings, but neither `failedCases` nor what an analysis is about.
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

/** The same by endpoint and differences only, as an analysis is about them. */
export function acrossMethods(clusters: readonly FailedCluster[]): FailedCluster[] {
  const merged = new Map<string, FailedCluster[]>();
  for (const { method: _, ...cluster } of clusters) {
    const key = JSON.stringify([cluster.operation, cluster.differences]);
    merged.set(key, [...(merged.get(key) ?? []), cluster]);
  }
  return [...merged.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const all = [first, ...others];
    const samples = all.flatMap((one) => one.samples).sort((a, b) => a.item - b.item);
    const items = all.flatMap((one) => one.items).sort((a, b) => a - b);
    return { ...first, items, samples: samples.slice(0, MAX_FAILED_SAMPLES) };
  });
}

/** Whether a position in the plan is that of a failed case. */
export const hasItem = (clusters: readonly { items: readonly number[] }[], item: number): boolean =>
  clusters.some(({ items }) => items[firstFrom(items, item)] === item);

/** Collects where the requests of each cluster are, chunk by chunk: the same object for the same cluster. */
export function placedItems() {
  const placed = new Map<Cluster, PlacedItem[]>();
  return {
    add(cluster: Cluster, chunk: number, items: readonly number[]): void {
      if (items.length === 0) return;
      const present = placed.get(cluster) ?? [];
      placed.set(cluster, present);
      for (const item of items) present.push({ item, chunk });
    },
    of: (cluster: Cluster): readonly PlacedItem[] => placed.get(cluster) ?? [],
  };
}
