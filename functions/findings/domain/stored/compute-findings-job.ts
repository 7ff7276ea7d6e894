import * as v from 'valibot';
import type { CompareRule } from '../../../compare/domain/rules/rules.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored, type StoredJson, storedJson } from '../../../platform/values/stored-json.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import type { FailedCases } from '../../../replay/domain/results/failed-cases.ts';
import { RoundClusters } from '../../../replay/domain/results/result-summaries.ts';
import { computeFindings } from '../compute-findings.ts';
import { failedCases } from '../failed-cases.ts';
import type { FindingsInput } from '../findings.ts';
import { foldedClusters } from '../folding/folded-clusters.ts';
import { foldingRules } from '../folding/folding-rules.ts';
import { rememberedRules } from '../remembered-rules.ts';
import type { SuggestedFields } from '../suggested-fields.ts';
import { markedByKey } from './marked-outcomes.ts';
import type { StoredAnswer, StoredClusters } from './stored-answer.ts';

/** What the findings of a round depend on, beside its clusters. */
export interface TodaysFacts extends Pick<FindingsInput, 'interrupted' | 'mainOperations'> {
  rules: readonly CompareRule[];
  suggested: SuggestedFields;
  /** Digests of the outcomes of marked requests. */
  markedOutcomes: readonly string[];
}

export interface ComputeInput extends TodaysFacts {
  /** RoundClusters; undefined if they have expired. */
  stored: Uint8Array | undefined;
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
  ({ stored, rules, suggested, markedOutcomes, isSettling, ...facts }: ComputeInput): ComputedAnswer | null => {
    if (stored === undefined) return null;
    const { clusters, ...measures } = v.parse(RoundClusters, jsonOfStored(stored));
    const input: FindingsInput = {
      ...facts,
      operationsInScope: measures.operationsInScope,
      clusters,
      rulesOf: foldingRules()(rememberedRules()(rules, suggested), clusters),
      marked: markedByKey(clusters, markedOutcomes),
    };
    const folded = foldedClusters(input);
    return {
      answer: storedJson({ ...computeFindings(input), measures } satisfies StoredAnswer),
      clusters: storedJson({ clusters: folded.clusters, marked: [...folded.marked] } satisfies StoredClusters),
      failed: isSettling ? failedCases(input, positionIn(clusters)) : null,
    };
  },
);

function positionIn(clusters: readonly Cluster[]) {
  const positions = new Map(clusters.map((cluster, item) => [cluster, [{ item, chunk: 0 }]] as const));
  return (cluster: Cluster) => positions.get(cluster) ?? [];
}
