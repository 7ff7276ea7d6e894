import { job } from '../../../platform/values/job.ts';
import { type StoredJson, storedJson } from '../../../platform/values/stored-json.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import type { FailedCases } from '../../../replay/domain/results/failed-cases.ts';
import { computeFindings } from '../compute-findings.ts';
import { failedCases } from '../failed-cases.ts';
import { foldedClusters } from '../folding/folded-clusters.ts';
import { rememberedRules } from '../rules/remembered-rules.ts';
import { type CurrentJobInput, currentInput } from './current-input.ts';
import type { StoredAnswer, StoredClusters } from './stored-answer.ts';

export interface ComputeInput extends CurrentJobInput {
  /** Whether the round settles: its failed cases are needed too. */
  isSettling: boolean;
}

export interface ComputedAnswer {
  /** A StoredAnswer. */
  answer: StoredJson;
  /** StoredClusters. */
  clusters: StoredJson;
  /** The failed cases with positions of clusters in place of requests; null unless the round settles. */
  failed: FailedCases | null;
}

/** Computes the findings of a round with many clusters; null if they have expired. */
export const computeFindingsJob = job(
  'findings.compute',
  ({ isSettling, ...current }: ComputeInput): ComputedAnswer | null => {
    const read = currentInput(current);
    if (read === null) return null;
    const { input, measures } = read;
    const folded = foldedClusters(input);
    const findings = computeFindings({
      ...input,
      ...folded,
      rulesOf: rememberedRules()(current.rules, current.suggested),
    });
    return {
      answer: storedJson({ ...findings, measures } satisfies StoredAnswer),
      clusters: storedJson({ clusters: folded.clusters, marked: [...folded.marked] } satisfies StoredClusters),
      failed: isSettling ? failedCases(input, positionIn(input.clusters)) : null,
    };
  },
);

function positionIn(clusters: readonly Cluster[]) {
  const positions = new Map(clusters.map((cluster, item) => [cluster, [{ item, chunk: 0 }]] as const));
  return (cluster: Cluster) => positions.get(cluster) ?? [];
}
