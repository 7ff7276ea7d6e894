import { describe, expect, test } from 'vitest';
import {
  ATTEMPT_STATUS_OF,
  type AttemptClock,
  hasEnded,
  isRetryable,
  outcomeOf,
  type ReplayOutcome,
  shouldStop,
} from '../../../../functions/evaluation/domain/replay-regression/attempt-outcomes.ts';

describe('the status of an attempt (evaluation 3.14)', () => {
  test.for<[string, ReplayOutcome[]]>([
    ['succeeded', ['CLEAN', 'NEEDS_ACTION', 'REVIEW_ONLY', 'LOW_COVERAGE']],
    ['missing_evidence', ['NO_CASES', 'REASON_101', 'REASON_200']],
    ['subject_error', ['ENVIRONMENT_FAILURE']],
    ['runner_error', ['INTERRUPTED', 'CREATE_PLAN_FAILED', 'INTERNAL_ERROR']],
    ['invalid_input', ['MISSING_APP_ID', 'MISSING_TARGET_ENV', 'INVALID_CASE_SOURCE', 'INVALID_CASE_SOURCE_HOURS']],
    ['invalid_input', ['UNKNOWN_OPERATION', 'EMPTY_OPERATIONS', 'APP_NOT_REGISTERED', 'INVALID_CASE_SET']],
    ['resource_exhausted', ['REASON_1', 'PLAN_RUNNING_1']],
    ['timed_out', ['TIMEOUT']],
  ])('is %s for the outcomes %j', ([status, outcomes]) => {
    expect(outcomes.map((outcome) => ATTEMPT_STATUS_OF[outcome])).toEqual(outcomes.map(() => status));
  });
});

test.for<[Parameters<typeof isRetryable>[0], number, boolean]>([
  ['PLAN_RUNNING_1', 0, true],
  ['REASON_1', 599_999, true],
  ['REASON_1', 600_000, false],
  ['CREATE_PLAN_FAILED', 0, false],
  ['REASON_200', 0, false],
])('%s after %i ms is retried: %s', ([code, ms, expected]) => {
  expect(isRetryable(code, ms)).toBe(expected);
});

describe('the end of a replay (evaluation 3.7)', () => {
  const clock: AttemptClock = { cancelRequestedAt: null, deadline: 100_000, settledAt: null, now: 0 };
  test.for<[string, Partial<AttemptClock>, boolean, boolean]>([
    ['it continues', { now: 99_999 }, false, false],
    ['after its timeout', { now: 100_000 }, true, false],
    ['a minute before', { now: 159_999 }, true, false],
    ['a minute after', { now: 160_000 }, true, true],
    ['it was cancelled', { now: 5000, cancelRequestedAt: 5000 }, true, false],
    ['cancelled a minute ago', { now: 65_000, cancelRequestedAt: 5000 }, true, true],
    ['it has settled', { now: 50, settledAt: 40 }, false, true],
    ['it has settled, and was cancelled then', { now: 50, settledAt: 40, cancelRequestedAt: 45 }, false, true],
  ])('is requested and awaited at the right times: %s', ([, given, toStop, ended]) => {
    expect([shouldStop({ ...clock, ...given }), hasEnded({ ...clock, ...given })]).toEqual([toStop, ended]);
  });
});

test.for<[string, Parameters<typeof outcomeOf>, ReplayOutcome]>([
  ['settled', ['CLEAN', { isStopped: false, isLate: true }], 'CLEAN'],
  ['interrupted by a user', ['INTERRUPTED', { isStopped: false, isLate: true }], 'INTERRUPTED'],
  ['interrupted by its evaluation', ['INTERRUPTED', { isStopped: true, isLate: true }], 'TIMEOUT'],
  ['given up', [null, { isStopped: false, isLate: true }], 'TIMEOUT'],
  ['gone', [null, { isStopped: false, isLate: false }], 'INTERRUPTED'],
])('the outcome of a replay is right for one that is %s', ([, given, expected]) => {
  expect(outcomeOf(...given)).toBe(expected);
});
