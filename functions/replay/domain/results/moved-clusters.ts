import * as v from 'valibot';
import { compareText } from '../../../platform/values/text-order.ts';
import { ClusterDifference } from './clusters.ts';

/**
 * Requests of one endpoint and method in which the running build answers unlike the recording in the same way;
 * differences that a rule ignored when they were compared are among them.
 */
export const MovedCluster = v.object({
  operation: v.string(),
  /** Absent where it is unknown (clusters.ts). */
  method: v.optional(v.string()),
  differences: v.array(ClusterDifference),
  requests: v.number(),
  /** Where one of these requests is. */
  sample: v.object({ item: v.number(), chunk: v.number() }),
});
export type MovedCluster = v.InferOutput<typeof MovedCluster>;

/** Adds equal clusters of a chunk, or of several: most requests first. */
export function mergedMovedClusters(parts: readonly MovedCluster[]): MovedCluster[] {
  const merged = new Map<string, MovedCluster>();
  for (const part of parts) {
    const key = keyOf(part);
    const present = merged.get(key);
    merged.set(key, { ...(present ?? part), requests: part.requests + (present?.requests ?? 0) });
  }
  return [...merged.values()].sort((a, b) => b.requests - a.requests || compareText(a.operation, b.operation));
}

const keyOf = ({ operation, method, differences }: MovedCluster): string =>
  JSON.stringify([
    operation,
    method,
    differences.map(({ kind, subject, rule }) => JSON.stringify([kind, subject, rule])).sort(compareText),
  ]);
