import { endpointName } from '../../../findings/domain/endpoint-labels.ts';
import type { EndpointTimes } from '../../../replay/domain/latency/endpoint-times.ts';
import type { Measurement } from '../scores/score.ts';
import type { CaseResult, OperationCases, ResultSummary } from './result-bundle.ts';

/** Maximum trace scores of one attempt. More make the projection lossy (evaluation 3.14). @internal */
export const MAX_TRACE_SCORES = 5000;

/** Scores of the run, with the summary member that provides each value (evaluation 3.14). */
const OF_SUMMARY: readonly [name: string, member: keyof ResultSummary][] = [
  ['replay.pass_rate', 'pass_rate'],
  ['replay.total_cases', 'total_cases'],
  ['replay.success_cases', 'success_cases'],
  ['replay.failed_cases', 'failed_cases'],
  ['replay.requests_without_result', 'requests_without_result'],
  ['replay.needs_action_interfaces', 'needs_action_interfaces'],
  ['replay.to_review_interfaces', 'to_review_interfaces'],
  ['replay.uncovered_interfaces', 'uncovered_interfaces'],
  ['replay.mock_misses', 'mock_misses'],
];

export interface MeasuredAttempt {
  workflow_run_id: string;
  attempt_id: string;
  summary: ResultSummary;
  operations: readonly OperationCases[];
  latency: readonly EndpointTimes[];
  cases: readonly CaseResult[];
}

/**
 * Measurements of a succeeded attempt: of the run, of its endpoints and of its cases (evaluation 3.14). A missing value
 * yields no score.
 */
export function measurementsOf({ workflow_run_id, attempt_id, summary, operations, latency, cases }: MeasuredAttempt): {
  measurements: Measurement[];
  lossy: boolean;
} {
  const ofRun = (name: string, data_type: Measurement['data_type'], value: string | boolean): Measurement => ({
    name,
    data_type,
    value,
    target_type: 'workflow_run',
    target_id: workflow_run_id,
    sample_key: '',
    metadata: {},
  });
  const numbers = OF_SUMMARY.flatMap(([name, member]) => {
    const value = summary[member];
    return typeof value === 'number' ? [ofRun(name, 'numeric', String(value))] : [];
  });
  const ofState = summary.state === null ? [] : [ofRun('replay.state', 'categorical', summary.state)];
  const ofVerdict =
    summary.verdict === null ? [] : [ofRun('replay.verdict_pass', 'boolean', summary.verdict === 'PASS')];
  const ofOperations = operations.map(
    ({ operation, total_cases, success_cases }): Measurement => ({
      name: 'replay.operation_pass_rate',
      data_type: 'numeric',
      value: String(success_cases / total_cases),
      target_type: 'framework_attempt',
      target_id: attempt_id,
      sample_key: operation,
      metadata: { operation },
    }),
  );
  const withResult = cases.filter(({ state }) => state !== 'no_result');
  const ofCases = withResult.slice(0, MAX_TRACE_SCORES).map(
    ({ case_id, trace_id, operation, state }): Measurement => ({
      name: 'replay.case_pass',
      data_type: 'boolean',
      value: state === 'passed',
      target_type: 'trace',
      target_id: trace_id,
      sample_key: case_id,
      metadata: { operation },
    }),
  );
  return {
    measurements: [
      ...numbers,
      ...ofState,
      ...ofVerdict,
      ...ofOperations,
      ...latency.flatMap((times) => latencyOf(times, attempt_id)),
      ...ofCases,
    ],
    lossy: withResult.length > MAX_TRACE_SCORES,
  };
}

/**
 * Replayed p95 of an endpoint in ms, its ratio to the recorded one, and the lower end of that; without a ratio, p95
 * alone.
 */
function latencyOf({ operation, method, replayed, ratio }: EndpointTimes, attempt_id: string): Measurement[] {
  const values: readonly [name: string, value: number | undefined][] = [
    ['replay.latency.p95_ms', replayed.p95],
    ['replay.latency.p95_ratio', ratio?.p95],
    ['replay.latency.p95_ratio_low', ratio?.low],
  ];
  return values.flatMap(([name, value]): Measurement[] =>
    value === undefined
      ? []
      : [
          {
            name,
            data_type: 'numeric',
            value: String(value),
            target_type: 'framework_attempt',
            target_id: attempt_id,
            sample_key: endpointName(operation, method),
            metadata: { operation, ...(method !== undefined && { method }) },
          },
        ],
  );
}
