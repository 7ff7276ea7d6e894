import { describe, expect, test } from 'vitest';
import {
  MAX_TRACE_SCORES,
  measurementsOf,
} from '../../../../functions/evaluation/domain/replay-regression/measurements.ts';
import { type CaseResult, summaryOf } from '../../../../functions/evaluation/domain/replay-regression/result-bundle.ts';
import type { EndpointTimes } from '../../../../functions/replay/domain/latency/endpoint-times.ts';

const findings = {
  state: 'NEEDS_ACTION' as const,
  scope: { interfacesInScope: 3, interfacesReplayed: 2, interfacesUnchanged: 1, requests: 3, requestsWithoutResult: 0 },
  needsActionInterfaces: 1,
  toReviewInterfaces: 0,
  coverage: { uncoveredInterfaces: 1, mainOperationsConfigured: false, uncoveredMainOperations: [] },
};
const settled = {
  verdict: 'FAIL' as const,
  passRate: 2 / 3,
  totalCases: 3,
  successCases: 2,
  failedCases: 1,
  findings,
  mockMisses: 7,
};
const caseOf = (index: number, state: CaseResult['state'] = 'passed'): CaseResult => ({
  case_id: `c${index}`,
  trace_id: 'a'.repeat(32),
  operation: '/a',
  plan_item_id: `p:${index}`,
  state,
  recorded_status: 200,
  replayed_status: 200,
  replayed_ms: 1,
  kinds: [],
});
const measured = (cases: CaseResult[], summary = summaryOf(settled), latency: EndpointTimes[] = []) =>
  measurementsOf({
    latency,
    workflow_run_id: 'wrun_1',
    attempt_id: 'fatt_1',
    summary,
    cases,
    operations: [{ operation: '/a', total_cases: 3, success_cases: 2 }],
  });

describe('the measurements of a succeeded attempt (evaluation 3.14)', () => {
  test('contain exact numbers, the state and the verdict of the run', () => {
    const ofRun = measured([]).measurements.filter(({ target_type }) => target_type === 'workflow_run');
    expect(Object.fromEntries(ofRun.map(({ name, value }) => [name, value]))).toEqual({
      'replay.pass_rate': String(2 / 3),
      'replay.total_cases': '3',
      'replay.success_cases': '2',
      'replay.failed_cases': '1',
      'replay.requests_without_result': '0',
      'replay.needs_action_interfaces': '1',
      'replay.to_review_interfaces': '0',
      'replay.uncovered_interfaces': '1',
      'replay.mock_misses': '7',
      'replay.state': 'NEEDS_ACTION',
      'replay.verdict_pass': false,
    });
  });

  test('contain each endpoint, and each case with a result by its trace', () => {
    const { measurements } = measured([caseOf(0), caseOf(1, 'failed'), caseOf(2, 'no_result')]);
    expect(measurements.filter(({ target_type }) => target_type !== 'workflow_run')).toMatchObject([
      { name: 'replay.operation_pass_rate', sample_key: '/a', metadata: { operation: '/a' }, value: String(2 / 3) },
      { name: 'replay.case_pass', target_id: 'a'.repeat(32), sample_key: 'c0', value: true },
      { name: 'replay.case_pass', sample_key: 'c1', value: false },
    ]);
  });

  test.for([
    [MAX_TRACE_SCORES, false],
    [MAX_TRACE_SCORES + 1, true],
  ] as const)('are limited for %i cases: lossy %s', ([count, lossy]) => {
    const result = measured(Array.from({ length: count }, (_, index) => caseOf(index)));
    expect(result.lossy).toBe(lossy);
    expect(result.measurements.filter(({ target_type }) => target_type === 'trace')).toHaveLength(MAX_TRACE_SCORES);
  });

  test('leave out unknown values', () => {
    const { measurements } = measured([], summaryOf(null));
    expect(measurements.map(({ name }) => name)).toEqual(['replay.mock_misses', 'replay.operation_pass_rate']);
  });

  test('contain the latency of each endpoint by method, and its ratio only where there is one', () => {
    const replayed = { p50: 10, p95: 30.5, p99: 40, n: 20 };
    const latency: EndpointTimes[] = [
      { operation: '/a', method: 'GET', replayed, ratio: { p95: 1.25, low: 1.125, high: 1.5 } },
      { operation: '/a', method: 'POST', replayed },
      { operation: '/b', replayed },
    ];
    const { measurements } = measured([], summaryOf(settled), latency);
    expect(
      measurements
        .filter(({ name }) => name.startsWith('replay.latency.'))
        .map(({ name, value, target_type, target_id, sample_key, metadata }) => [
          `${name.slice('replay.latency.'.length)} ${value} ${target_type} ${target_id}`,
          sample_key,
          metadata,
        ]),
    ).toEqual([
      ['p95_ms 30.5 framework_attempt fatt_1', 'GET /a', { operation: '/a', method: 'GET' }],
      ['p95_ratio 1.25 framework_attempt fatt_1', 'GET /a', { operation: '/a', method: 'GET' }],
      ['p95_ratio_low 1.125 framework_attempt fatt_1', 'GET /a', { operation: '/a', method: 'GET' }],
      ['p95_ms 30.5 framework_attempt fatt_1', 'POST /a', { operation: '/a', method: 'POST' }],
      ['p95_ms 30.5 framework_attempt fatt_1', '/b', { operation: '/b' }],
    ]);
  });
});
