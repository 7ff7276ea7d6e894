import * as v from 'valibot';
import type { Findings } from '../../../findings/domain/findings.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { EndpointTimes } from '../../../replay/domain/latency/endpoint-times.ts';
import { AttemptId } from '../identifiers.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Summary that gate rules read as `native.*` (evaluation 5.10). Null if the replay has not settled. */
export const ResultSummary = v.object({
  state: v.nullable(v.string()),
  verdict: v.nullable(v.picklist(['PASS', 'FAIL'])),
  pass_rate: v.nullable(v.number()),
  total_cases: v.nullable(count),
  success_cases: v.nullable(count),
  failed_cases: v.nullable(count),
  requests_without_result: v.nullable(count),
  needs_action_interfaces: v.nullable(count),
  to_review_interfaces: v.nullable(count),
  uncovered_interfaces: v.nullable(count),
  mock_misses: count,
});
export type ResultSummary = v.InferOutput<typeof ResultSummary>;

/** Case counts of one endpoint. */
export const OperationCases = v.object({ operation: v.string(), total_cases: count, success_cases: count });
export type OperationCases = v.InferOutput<typeof OperationCases>;

/** The native result of an attempt (evaluation 3.14): a snapshot that later rules and marks do not change. */
export const ResultBundle = v.object({
  schema: v.literal('replay-regression.result/v1'),
  attempt_id: AttemptId,
  plan_id: v.nullable(v.string()),
  summary: ResultSummary,
  /** The response of `GET /openapi/v1/replay-runs/{planId}` (spec 2.3), including findings. */
  replay_run: v.nullable(v.record(v.string(), v.unknown())),
  operations: v.array(OperationCases),
  /** Durations by endpoint and method; empty in bundles of earlier versions. */
  latency: v.optional(v.array(EndpointTimes), []),
  /** JSONL, one CaseResult per line. */
  case_results: v.nullable(v.object({ digest: Digest, size_bytes: count, cases: count })),
  case_manifest: v.nullable(Digest),
  mock_misses: count,
});
export type ResultBundle = v.InferOutput<typeof ResultBundle>;

/** Result of one case, a line of the case results. */
export const CaseResult = v.object({
  case_id: v.string(),
  trace_id: v.string(),
  operation: v.string(),
  plan_item_id: v.string(),
  state: v.picklist(['passed', 'failed', 'no_result']),
  recorded_status: v.nullable(v.number()),
  replayed_status: v.nullable(v.number()),
  replayed_ms: v.nullable(v.number()),
  /** Kinds of the differences that count, without duplicates (spec 3.3). */
  kinds: v.array(v.string()),
  /** The version of the recording that it was compared with, if a person accepted it from a run; absent as recorded. */
  recording_version: v.optional(v.number()),
});
export type CaseResult = v.InferOutput<typeof CaseResult>;

/** The settled result that a summary is built from. Null if the replay has not settled. */
export interface SettledReplay {
  verdict: 'PASS' | 'FAIL';
  passRate: number;
  totalCases: number;
  successCases: number;
  failedCases: number;
  findings: Pick<Findings, 'state' | 'scope' | 'needsActionInterfaces' | 'toReviewInterfaces' | 'coverage'> | null;
  /** Made downstream calls that no recorded call answered although mocking was on. */
  mockMisses: number;
}

/** The flat summary of a replay (evaluation 5.10). */
export function summaryOf(settled: SettledReplay | null): ResultSummary {
  const findings = settled?.findings;
  return {
    state: findings?.state ?? null,
    verdict: settled?.verdict ?? null,
    pass_rate: settled?.passRate ?? null,
    total_cases: settled?.totalCases ?? null,
    success_cases: settled?.successCases ?? null,
    failed_cases: settled?.failedCases ?? null,
    requests_without_result: findings?.scope.requestsWithoutResult ?? null,
    needs_action_interfaces: findings?.needsActionInterfaces ?? null,
    to_review_interfaces: findings?.toReviewInterfaces ?? null,
    uncovered_interfaces: findings?.coverage.uncoveredInterfaces ?? null,
    mock_misses: settled?.mockMisses ?? 0,
  };
}
