import { sumOf } from '../../../platform/values/sum-of.ts';
import { clusterDifferences } from '../../../replay/domain/results/case-outcome.ts';
import { type Cluster, mergeClusters, outcomeKey } from '../../../replay/domain/results/clusters.ts';
import { excludedBy, shownSubject } from '../classify.ts';
import type { FindingsInput } from '../findings.ts';

/**
 * Returns the clusters under today's rules with folded subjects, which are as many as there are findings to tell apart,
 * and their requests that are marked as expected. Findings of both are the same as long as the rules are.
 */
export function foldedClusters({
  clusters,
  rulesOf,
  marked,
}: Pick<FindingsInput, 'clusters' | 'rulesOf' | 'marked'>): Pick<FindingsInput, 'marked'> & { clusters: Cluster[] } {
  const folded = clusters.map((cluster) => {
    const rules = rulesOf(cluster.operation);
    const today = cluster.differences.map((one) => ({
      kind: one.kind,
      subject: shownSubject(one, rules),
      rule: excludedBy(one, rules),
    }));
    return { ...cluster, differences: clusterDifferences(today) };
  });
  const byKey = new Map<string, number[]>();
  if (marked.size > 0) {
    for (const [index, cluster] of clusters.entries()) {
      const requests = Math.min(cluster.requests, marked.get(outcomeKey(cluster)) ?? 0);
      const own = folded[index];
      if (own === undefined || requests === 0) continue;
      const key = outcomeKey(own);
      byKey.set(key, [...(byKey.get(key) ?? []), requests]);
    }
  }
  return {
    clusters: mergeClusters(folded),
    marked: new Map([...byKey].map(([key, requests]) => [key, sumOf(requests, (one) => one)])),
  };
}
