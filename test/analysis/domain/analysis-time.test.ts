import { describe, expect, test } from 'vitest';
import { isStale, waitSeconds } from '../../../functions/analysis/domain/analysis-time.ts';

describe('an analysis without a heartbeat (interface 2.5)', () => {
  test.for([
    [299_999, false],
    [300_000, true],
  ] as const)('is stale after %i ms: %s', ([silence, stale]) => {
    expect(isStale(1000, 1000 + silence)).toBe(stale);
  });
});

describe('the wait of a notification for an analysis (spec 6.2.3)', () => {
  test.for([
    ['until the next heartbeat is due', 1_200_000, 0, 0, 300],
    ['a whole number of seconds, rounded up', 1_200_000, 0, 1, 300],
    ['one second in the last millisecond before a heartbeat is due', 1_200_000, 0, 299_999, 1],
    ['no longer if the heartbeat did not come', 1_200_000, 0, 300_000, 0],
    ['until the next heartbeat is due after another one', 1_200_000, 200_000, 300_000, 200],
    ['at most until the deadline', 1_200_000, 1_000_000, 1_100_000, 100],
    ['one second in the last millisecond before the deadline', 1_200_000, 1_100_000, 1_199_999, 1],
    ['no longer at the deadline', 1_200_000, 1_100_000, 1_200_000, 0],
  ] as const)('lasts %s', ([, deadline, heartbeatAt, now, seconds]) => {
    expect(waitSeconds({ deadline, heartbeatAt }, now)).toBe(seconds);
  });
});
