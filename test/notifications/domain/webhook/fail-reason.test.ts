import { describe, expect, test } from 'vitest';
import { failReason } from '../../../../functions/notifications/domain/webhook/fail-reason.ts';
import type { RoundResult } from '../../../../functions/replay/domain/plan.ts';

const failed: RoundResult = {
  verdict: 'FAIL',
  passRate: 0.75,
  totalCases: 40,
  successCases: 30,
  failedCases: 10,
  settledAt: 0,
};
const none = { totalCases: 0, successCases: 0, failedCases: 0, passRate: 0 };
const stopped = 'The run was stopped.';

describe('failReason (spec 6.1, in the order of spec 3.4)', () => {
  test.for<[reason: string | null, result: Partial<RoundResult>, errorMessage: string | null, threshold: boolean]>([
    [null, { verdict: 'PASS' }, null, true],
    [null, { verdict: 'PASS' }, stopped, false],
    [stopped, {}, stopped, true],
    [stopped, none, stopped, false],
    ['There was no case to replay.', none, null, true],
    ['Cases without a result: 1 of 40.', { failedCases: 9 }, null, true],
    ['The pass rate is below the required one: 10 of 40 cases failed.', {}, null, true],
    ['10 of 40 cases failed.', {}, null, false],
  ])('returns %s', ([reason, result, errorMessage, passThresholdGiven]) => {
    expect(failReason({ result: { ...failed, ...result }, errorMessage, passThresholdGiven })).toBe(reason);
  });
});
