import { describe, expect, test } from 'vitest';
import type { CallCounts } from '../../../functions/replay/domain/calls/result-calls.ts';
import { canResend } from '../../../functions/replay/domain/can-resend.ts';

const counts = (change: Partial<CallCounts>): CallCounts => ({
  state: 'answered',
  recording: 2,
  target: 0,
  default: 0,
  nothing: 0,
  misses: 0,
  ...change,
});

describe('canResend (interface 3.1 a)', () => {
  test.for<[boolean, string, CallCounts | undefined, boolean]>([
    [true, 'GET', undefined, false],
    [true, 'HEAD', undefined, false],
    [true, 'OPTIONS', undefined, false],
    [false, 'POST', undefined, false],
    [false, 'PUT', undefined, false],
    [false, 'PATCH', undefined, false],
    [false, 'DELETE', undefined, false],
    [false, 'get', undefined, false],
    [true, 'POST', counts({}), false],
    [false, 'POST', counts({ state: 'answered', recording: 0 }), false],
    [false, 'POST', counts({ state: 'not asked', recording: 0 }), false],
    [false, 'POST', counts({ state: 'not recorded', recording: 0, target: 1 }), false],
    [false, 'POST', counts({ state: 'real', recording: 0, target: 2 }), false],
    [false, 'POST', counts({ state: 'mixed', target: 1, misses: 1 }), false],
    [false, 'POST', counts({ state: 'mixed' }), false],
    [true, 'GET', counts({ state: 'real', recording: 0, target: 2 }), false],
    [true, 'POST', undefined, true],
    [true, 'DELETE', counts({ state: 'real', recording: 0, target: 2 }), true],
  ])('returns %s for %s with calls %j, resendUnsafe %s', ([may, method, calls, resendUnsafe]) => {
    expect(canResend(method, calls, { resendUnsafe })).toBe(may);
  });
});
