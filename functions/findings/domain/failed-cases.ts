import type { Cluster } from '../../replay/domain/results/clusters.ts';
import {
  type FailedCases,
  type FailedCluster,
  MAX_FAILED_SAMPLES,
  type PlacedItem,
} from '../../replay/domain/results/failed-cases.ts';
import { type CurrentClusters, classifiedClusters } from './classified-clusters.ts';
import { type ClassifiedDifference, classify } from './classify.ts';
import { distinctDifferences } from './distinct-differences.ts';

/**
 * Returns the failed cases of a round that settles with these clusters and rules; `itemsOf` returns the requests of a
 * cluster.
 */
export function failedCases(
  { clusters, rulesOf }: CurrentClusters,
  itemsOf: (cluster: Cluster) => readonly PlacedItem[],
): FailedCases {
  const replayed = new Map<string, number>();
  const failed = new Map<string, Shared & { items: PlacedItem[] }>();
  for (const { cluster, differences } of classifiedClusters({ clusters, rulesOf })) {
    if (!cluster.hasResult) continue;
    const { operation } = cluster;
    replayed.set(operation, (replayed.get(operation) ?? 0) + cluster.requests);
    if (differences.length === 0) continue;
    const shared = sharedBy(cluster, differences);
    const key = keyOf(shared);
    const present = failed.get(key) ?? { ...shared, items: [] };
    failed.set(key, present);
    for (const item of itemsOf(cluster)) present.items.push(item);
  }
  return {
    replayed: [...replayed],
    clusters: [...failed.values()].map(({ items, ...shared }) => ({ ...shared, ...placed(items) })),
  };
}

function placed(items: readonly PlacedItem[]): Pick<FailedCluster, 'items' | 'samples'> {
  const sorted = items.toSorted((a, b) => a.item - b.item);
  return { items: sorted.map(({ item }) => item), samples: sorted.slice(0, MAX_FAILED_SAMPLES) };
}

/** The same with the requests in place of the items that stand for them. */
export const withItems = (
  { replayed, clusters }: FailedCases,
  itemsOf: (item: number) => readonly PlacedItem[],
): FailedCases => ({
  replayed,
  clusters: clusters.map((cluster) => ({ ...cluster, ...placed(cluster.items.flatMap(itemsOf)) })),
});

/**
 * What of the cases that failed when the round settled fails under the current rules, with the differences that are
 * left.
 */
export const stillFailing = (
  { clusters }: FailedCases,
  rulesOf: CurrentClusters['rulesOf'],
): readonly FailedCluster[] =>
  clusters.flatMap((cluster) => {
    const differences = cluster.differences.map((one) => ({ ...one, rule: null }));
    const current = classify({ differences, truncated: false }, rulesOf(cluster.operation)).differences;
    return current.length === 0 ? [] : [{ ...cluster, ...sharedBy(cluster, current) }];
  });

/**
 * Whether these are the current failing cases, difference by difference: rules that were removed or look at values make
 * others fail than when the round settled.
 */
export function saysAllOf(failing: readonly FailedCluster[], { clusters, rulesOf }: CurrentClusters): boolean {
  const open = new Map<string, number>();
  const count = (shared: Shared, requests: number) => {
    const key = keyOf(shared);
    open.set(key, (open.get(key) ?? 0) + requests);
  };
  for (const { cluster, differences } of classifiedClusters({ clusters, rulesOf }))
    if (differences.length > 0) count(sharedBy(cluster, differences), cluster.requests);
  for (const cluster of failing) count(cluster, -cluster.items.length);
  return [...open.values()].every((requests) => requests === 0);
}

/** What the failed cases of one cluster have in common. */
type Shared = Pick<FailedCluster, 'operation' | 'method' | 'differences'>;

const sharedBy = (
  { operation, method }: Pick<Shared, 'operation' | 'method'>,
  differences: readonly ClassifiedDifference[],
): Shared => ({
  operation,
  ...(method !== undefined && { method }),
  differences: distinctDifferences(differences).map(({ kind, subject, likelyNoise }) => ({
    kind,
    subject,
    ...(likelyNoise && { likelyNoise }),
  })),
});

const keyOf = ({ operation, method, differences }: Shared): string => JSON.stringify([operation, method, differences]);
