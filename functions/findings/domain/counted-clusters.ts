import type { Cluster } from '../../replay/domain/results/clusters.ts';
import { classifiedClusters } from './classified-clusters.ts';
import { distinctDifferences } from './distinct-differences.ts';
import type { FindingsInput } from './findings.ts';

/**
 * Returns what counts of each cluster under the current rules: the distinct differences that no rule ignores, and the
 * requests that are not marked as expected; clusters where nothing counts are omitted. Samples that are not in
 * `markedItems` (planItemIds) come first.
 */
export const countedClusters = (
  input: Pick<FindingsInput, 'clusters' | 'rulesOf' | 'marked'>,
  markedItems: ReadonlySet<string>,
): Cluster[] =>
  [...classifiedClusters(input)]
    .filter(({ unmarked, differences }) => unmarked > 0 && differences.length > 0)
    .map(({ cluster, unmarked, differences }) => ({
      ...cluster,
      requests: unmarked,
      differences: distinctDifferences(differences).map(({ kind, subject }) => ({ kind, subject, rule: null })),
      samples: cluster.samples.toSorted((a, b) => Number(markedItems.has(a)) - Number(markedItems.has(b))),
    }));
