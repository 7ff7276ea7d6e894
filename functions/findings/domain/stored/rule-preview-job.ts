import * as v from 'valibot';
import { expectationId } from '../../../compare/domain/expected/expectation-ids.ts';
import type { RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { type Cluster, clusterMerger } from '../../../replay/domain/results/clusters.ts';
import { ChunkSummary } from '../../../replay/domain/results/result-summaries.ts';
import { endpointFindings, shifts } from '../changes.ts';
import { computeFindings } from '../compute-findings.ts';
import { endpointCounts } from '../endpoints/endpoint-counts.ts';
import { countEntries, type FindingsInput } from '../findings.ts';
import { type CurrentJobInput, currentInput, inputUnder } from './current-input.ts';
import type { FindingsSummary, RulePreview } from './rule-preview.ts';

/** Clusters of a round under one additional rule, and what that changes about its facts. */
export interface PreviewInput extends CurrentJobInput {
  /** Clusters of the chunks that were compared again. */
  compared: readonly Cluster[];
  /** ChunkSummaries of the other chunks. */
  others: readonly Uint8Array[];
  withRule: { rules: readonly RuleInForce[]; markedOutcomes: readonly string[] };
}

/** Computes what a rule changes in a settled round; null if its clusters have expired. */
export const rulePreviewJob = job(
  'findings.rule-preview',
  ({ compared, others, withRule, ...current }: PreviewInput): RulePreview | null => {
    const read = currentInput(current);
    if (read === null) return null;
    const merger = clusterMerger();
    for (const cluster of compared) merger.add(cluster);
    for (const bytes of others)
      for (const cluster of v.parse(ChunkSummary, jsonOfStored(bytes)).clusters) merger.add(cluster);
    const after = inputUnder({ ...current, ...withRule }, { ...read.measures, clusters: merger.clusters() });
    return {
      before: summaryOf(read.input),
      after: summaryOf(after),
      covers: computeFindings(after).totals.expected.changes.map(({ ruleId, requests }) => ({
        id: expectationId(ruleId),
        requests,
      })),
      ...shifts(endpointFindings(read.input), endpointFindings(after)),
    };
  },
);

function summaryOf(input: FindingsInput): FindingsSummary {
  const { findings, counts, totals } = computeFindings(input);
  const { needsAction, toReview, unchanged } = endpointCounts(findings);
  return {
    state: findings.state,
    needsActionInterfaces: findings.needsActionInterfaces,
    toReviewInterfaces: findings.toReviewInterfaces,
    interfacesUnchanged: findings.scope.interfacesUnchanged,
    endpoints: { needsAction, toReview, unchanged },
    findings: { needsAction: countEntries(findings, 'needsAction'), toReview: countEntries(findings, 'toReview') },
    failedRequests: counts.failedCases,
    excludedFieldCount: findings.excludedFieldCount,
    expectedRequests: totals.expected.requests,
  };
}
