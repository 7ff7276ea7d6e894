import type { Kind } from '../../compare/domain/kinds.ts';
import { compareText } from '../../platform/text-order.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { FailedCases, FailedCluster, PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import { classify } from './classify.ts';
import type { FindingsInput } from './findings.ts';

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

/** Each kind and subject once, in one order. */
export const distinctDifferences = (differences: readonly { kind: Kind; subject: string }[]) =>
  [...new Map(differences.map(({ kind, subject }) => [`${kind} ${subject}`, { kind, subject }])).values()].sort(
    (a, b) => compareText(a.kind, b.kind) || compareText(a.subject, b.subject),
  );
