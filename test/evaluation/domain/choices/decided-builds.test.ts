import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { decidedBuilds } from '../../../../functions/evaluation/domain/choices/decided-builds.ts';
import { type OfferedRules, offeredPolicy } from '../../../../functions/evaluation/domain/choices/offered-policy.ts';
import type { MeasuredBuild } from '../../../../functions/evaluation/domain/choices/predicted-decision.ts';
import { GatePolicy } from '../../../../functions/evaluation/domain/gates/gate-policy.ts';

const policyOf = (rules: Partial<OfferedRules>) =>
  v.parse(GatePolicy, offeredPolicy({ ruleSet: 'release', passRate: 0.9, maxWorse: 0.01, ...rules }));

/** A build of which `failed` of 100 requests differ. */
const build = (state: MeasuredBuild['state'], failed: number, low?: number): MeasuredBuild => ({
  state,
  settledAt: 1_700_000_000_000,
  summary: {
    state,
    verdict: 'PASS',
    pass_rate: (100 - failed) / 100,
    total_cases: 100,
    success_cases: 100 - failed,
    failed_cases: failed,
    requests_without_result: 0,
    needs_action_interfaces: state === 'NEEDS_ACTION' ? 1 : 0,
    to_review_interfaces: state === 'REVIEW_ONLY' ? 1 : 0,
    uncovered_interfaces: 0,
    mock_misses: 0,
  },
  latency:
    low === undefined
      ? []
      : [
          {
            operation: '/a',
            method: 'GET',
            replayed: { p50: 1, p95: 2, p99: 3, n: 100 },
            ratio: { p95: low + 0.1, low, high: low + 0.2 },
          },
        ],
});

describe('what rules would have decided about builds (evaluation 3.9)', () => {
  test.for<[string, Partial<OfferedRules>, MeasuredBuild | null, 'pass' | 'fail' | null]>([
    ['a clean build', {}, build('CLEAN', 0), 'pass'],
    ['findings to review', {}, build('REVIEW_ONLY', 2), 'pass'],
    ['findings to review, by the rules of a clean build', { ruleSet: 'clean' }, build('REVIEW_ONLY', 2), 'fail'],
    ['a finding that needs action', {}, build('NEEDS_ACTION', 2), 'fail'],
    ['a pass rate at the limit', { passRate: 0.98 }, build('REVIEW_ONLY', 2), 'pass'],
    ['a pass rate under the limit', { passRate: 0.981 }, build('REVIEW_ONLY', 2), 'fail'],
    ['too little that was replayed', {}, build('LOW_COVERAGE', 0), 'fail'],
    ['a build that was not reached', {}, build('ENVIRONMENT_FAILURE', 100), null],
    ['results that have expired', {}, null, null],
    ['a build at the limit of its p95', { ruleSet: 'fast' }, build('CLEAN', 0, 1.2), 'pass'],
    ['a build that is proven to be slower', { ruleSet: 'fast' }, build('CLEAN', 0, 1.21), 'fail'],
    ['a build with too few requests for a ratio', { ruleSet: 'fast' }, build('CLEAN', 0), null],
  ])('%s', ([, rules, one, decision]) => {
    expect(decidedBuilds(policyOf(rules), [one])).toEqual([decision]);
  });

  test('a build is compared with the newest before it that passed', () => {
    const builds = [build('REVIEW_ONLY', 2), build('NEEDS_ACTION', 9), build('REVIEW_ONLY', 1), build('CLEAN', 0)];
    expect(decidedBuilds(policyOf({}), builds)).toEqual(['pass', 'fail', 'pass', 'pass']);
    expect(decidedBuilds(policyOf({}), builds.toSpliced(2, 1))).toEqual(['fail', 'fail', 'pass']);
    expect(decidedBuilds(policyOf({ maxWorse: 0.02 }), builds.toSpliced(2, 1))).toEqual(['pass', 'fail', 'pass']);
  });
});
