import { classifiedClusters, failureOf } from '../../findings/domain/classified-clusters.ts';
import type { FindingsInput } from '../../findings/domain/findings.ts';

/** The failure that hit the most endpoints: a status, `timeout` or a failure to connect. */
export interface MainFailure {
  kind: string;
  /** Endpoints as method and path. */
  endpoints: number;
}

/** Returns the failure that hit the most endpoints of a round; null if none failed. */
export function mainFailure(input: FindingsInput): MainFailure | null {
  const operations = new Map<string, Set<string>>();
  for (const classified of classifiedClusters(input)) {
    const { cluster } = classified;
    const failure = failureOf(classified);
    if (failure === null || !cluster.hasResult) continue;
    const hit = operations.get(failure) ?? new Set();
    operations.set(failure, hit.add(`${cluster.method ?? ''} ${cluster.operation}`));
  }
  const all = [...operations].map(([kind, { size }]) => ({ kind, endpoints: size }));
  return all.sort((a, b) => b.endpoints - a.endpoints)[0] ?? null;
}
