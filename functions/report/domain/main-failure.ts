import { classifiedClusters } from '../../findings/domain/classified-clusters.ts';
import type { FindingsInput } from '../../findings/domain/findings.ts';

/** The failure that hit the most endpoints: a status, `timeout` or a failure to connect. */
export interface MainFailure {
  kind: string;
  interfaces: number;
}

/** Returns the failure that hit the most endpoints of a round; null if none failed. */
export function mainFailure(input: FindingsInput): MainFailure | null {
  const operations = new Map<string, Set<string>>();
  for (const { cluster, unmarked } of classifiedClusters(input)) {
    if (cluster.failure === null || !cluster.hasResult || unmarked === 0) continue;
    const hit = operations.get(cluster.failure) ?? new Set();
    operations.set(cluster.failure, hit.add(cluster.operation));
  }
  const all = [...operations].map(([kind, { size }]) => ({ kind, interfaces: size }));
  return all.sort((a, b) => b.interfaces - a.interfaces)[0] ?? null;
}
