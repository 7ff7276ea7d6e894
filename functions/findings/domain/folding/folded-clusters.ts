import { clusterDifferences } from '../../../replay/domain/results/case-outcome.ts';
import { type Cluster, clusterMerger, outcomeKey } from '../../../replay/domain/results/clusters.ts';
import { excludedBy, shownSubject } from '../classify.ts';
import type { FindingsInput } from '../findings.ts';

/**
 * Returns the clusters under the current rules with folded subjects, which are as many as there are findings to tell
 * apart, and their requests that are marked as expected. Findings of both are the same as long as the rules are.
 */
export function foldedClusters({
  clusters,
  rulesOf,
  marked,
}: Pick<FindingsInput, 'clusters' | 'rulesOf' | 'marked'>): Pick<FindingsInput, 'marked'> & { clusters: Cluster[] } {
  const merger = clusterMerger();
  const requestsOf = new Map<Cluster, number>();
  for (const cluster of clusters) {
    const rules = rulesOf(cluster.operation);
    const current = cluster.differences.map((one) => ({
      kind: one.kind,
      subject: shownSubject(one, rules),
      rule: excludedBy(one, rules),
    }));
    const folded = merger.add({ ...cluster, differences: clusterDifferences(current) });
    const requests = marked.size === 0 ? 0 : Math.min(cluster.requests, marked.get(outcomeKey(cluster)) ?? 0);
    if (requests > 0) requestsOf.set(folded, (requestsOf.get(folded) ?? 0) + requests);
  }
  return {
    clusters: merger.clusters(),
    marked: new Map([...requestsOf].map(([cluster, requests]) => [outcomeKey(cluster), requests])),
  };
}
