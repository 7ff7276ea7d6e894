import { describe, expect, test } from 'vitest';
import { isStale, waitSeconds } from '../../../functions/analysis/domain/analysis-time.ts';

describe('an analysis without a heartbeat (interface 2.5)', () => {
  test.for([
    [299_999, false],
    [300_000, true],
  ] as const)('after %i ms: stale %s', ([silence, stale]) => {
    expect(isStale(1000, 1000 + silence)).toBe(stale);
  });
});

describe('how long a notification waits (spec 6.2.3)', () => {
  test.for([
    ['up to the heartbeat that must come', 1_200_000, 0, 0, 300],
    ['a started second counts whole', 1_200_000, 0, 1, 300],
    ['the last millisecond before it', 1_200_000, 0, 299_999, 1],
    ['when it did not come', 1_200_000, 0, 300_000, 0],
    ['after another heartbeat', 1_200_000, 200_000, 300_000, 200],
    ['up to the deadline', 1_200_000, 1_000_000, 1_100_000, 100],
    ['the last millisecond', 1_200_000, 1_100_000, 1_199_999, 1],
    ['at the deadline', 1_200_000, 1_100_000, 1_200_000, 0],
  ] as const)('%s', ([, deadline, heartbeatAt, now, seconds]) => {
    expect(waitSeconds({ deadline, heartbeatAt }, now)).toBe(seconds);
  });
});
