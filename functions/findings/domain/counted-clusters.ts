import { type Cluster, outcomeKey } from '../../replay/domain/results/clusters.ts';
import { classify } from './classify.ts';
import type { FindingsInput } from './findings.ts';

/**
 * What counts today of each cluster: the differences that no rule takes out, each once, and the requests that nobody marked passed;
 * clusters of which nothing counts are left out. Samples that are not in `markedItems` (planItemIds) come first.
 */
export function countedClusters(
  { clusters, rulesOf, marked }: Pick<FindingsInput, 'clusters' | 'rulesOf' | 'marked'>,
  markedItems: ReadonlySet<string>,
): Cluster[] {
  return clusters.flatMap((cluster) => {
    if (!cluster.hasResult) return [];
    const requests = cluster.requests - Math.min(cluster.requests, marked.get(outcomeKey(cluster)) ?? 0);
    const { differences } = classify(cluster, rulesOf(cluster.operation));
    if (requests === 0 || differences.length === 0) return [];
    const distinct = new Map(differences.map(({ kind, subject }) => [`${kind} ${subject}`, { kind, subject }]));
    return [
      {
        ...cluster,
        requests,
        differences: [...distinct.values()].map((difference) => ({ ...difference, rule: null })),
        samples: cluster.samples.toSorted((a, b) => Number(markedItems.has(a)) - Number(markedItems.has(b))),
      },
    ];
  });
}
