import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { compareText } from '../../platform/text-order.ts';
import { type Cluster, outcomeKey } from '../../replay/domain/results/clusters.ts';
import { ItemList, itemSteps } from '../../replay/domain/results/item-list.ts';
import { classify } from './classify.ts';
import type { FindingsInput } from './findings.ts';

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

const MOST_SAMPLES = 3;

/** The failed cases of a round that settles with these clusters and rules; `itemsOf` says which requests a cluster is made of. */
export function failedCases(
  { clusters, rulesOf }: Pick<FindingsInput, 'clusters' | 'rulesOf'>,
  itemsOf: (cluster: Cluster) => readonly PlacedItem[],
): FailedCases {
  const replayed = new Map<string, number>();
  const failed = new Map<string, { cluster: Omit<FailedCluster, 'items' | 'samples'>; items: PlacedItem[] }>();
  for (const cluster of clusters) {
    if (!cluster.hasResult) continue;
    const { operation } = cluster;
    replayed.set(operation, (replayed.get(operation) ?? 0) + cluster.requests);
    const differences = distinctDifferences(classify(cluster, rulesOf(operation)).differences);
    if (differences.length === 0) continue;
    const key = JSON.stringify([operation, differences]);
    const present = failed.get(key) ?? { cluster: { operation, differences }, items: [] };
    failed.set(key, present);
    for (const placed of itemsOf(cluster)) present.items.push(placed);
  }
  return {
    replayed: [...replayed],
    clusters: [...failed.values()].map(({ cluster, items }) => {
      const sorted = items.toSorted((a, b) => a.item - b.item);
      return { ...cluster, items: sorted.map(({ item }) => item), samples: sorted.slice(0, MOST_SAMPLES) };
    }),
  };
}

/** What is stored of them. */
export const storedFailedCases = ({ replayed, clusters }: FailedCases): v.InferInput<typeof FailedCases> => ({
  replayed,
  clusters: clusters.map((cluster) => ({ ...cluster, items: itemSteps(cluster.items) })),
});

/** Whether a position in the plan is that of a failed case. */
export const hasItem = (clusters: readonly { items: readonly number[] }[], item: number): boolean =>
  clusters.some(({ items }) => isAmong(items, item));

function isAmong(ascending: readonly number[], item: number): boolean {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] ?? item;
    if (found === item) return true;
    if (found < item) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

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

/** Each kind and subject once, in one order. */
export const distinctDifferences = (differences: readonly { kind: Kind; subject: string }[]) =>
  [...new Map(differences.map(({ kind, subject }) => [`${kind} ${subject}`, { kind, subject }])).values()].sort(
    (a, b) => compareText(a.kind, b.kind) || compareText(a.subject, b.subject),
  );
