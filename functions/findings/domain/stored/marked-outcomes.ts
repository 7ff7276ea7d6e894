import { sha256Hex } from '../../../platform/values/sha256.ts';
import { type CaseOutcome, type Cluster, outcomeKey } from '../../../replay/domain/results/clusters.ts';

/** Names an outcome, and so its cluster, in a few bytes. */
export const outcomeDigest = (outcome: CaseOutcome): string => sha256Hex(outcomeKey(outcome));

/** Number of marked requests of each cluster, by the key of their outcome. */
export function markedByKey(clusters: readonly Cluster[], outcomes: readonly string[]): ReadonlyMap<string, number> {
  if (outcomes.length === 0) return new Map();
  const counts = Map.groupBy(outcomes, (outcome) => outcome);
  return new Map(
    clusters.map((cluster) => [outcomeKey(cluster), counts.get(outcomeDigest(cluster))?.length ?? 0] as const),
  );
}
