/** The counters of the circuit breaker, also part of a worker's ChunkProgress. */
export interface TimeoutCounts {
  timeouts: number;
  timeoutsInRow: number;
}

/** The initial counts. */
export const NO_TIMEOUTS: TimeoutCounts = { timeouts: 0, timeoutsInRow: 0 };

const MAX_CONSECUTIVE_TIMEOUTS = 40;
const MIN_TIMEOUTS = 20;
const MAX_TIMEOUT_SHARE = 0.1;

/**
 * Returns the counts after one more outcome: only a request that used up its whole timeout counts, any faster one ends
 * the row (interface 2.3).
 */
export const countedTimeouts = (
  { timeouts, timeoutsInRow }: TimeoutCounts,
  { kind }: { kind: 'response' | 'timeout' | 'connection-failure' },
): TimeoutCounts =>
  kind === 'timeout' ? { timeouts: timeouts + 1, timeoutsInRow: timeoutsInRow + 1 } : { timeouts, timeoutsInRow: 0 };

/**
 * Merges the counts of a plan's workers: rows of different workers are interleaved with responses, so they do not add
 * up.
 */
export const mergedTimeouts = (workers: readonly TimeoutCounts[]): TimeoutCounts => ({
  timeouts: workers.reduce((sum, { timeouts }) => sum + timeouts, 0),
  timeoutsInRow: workers.reduce((max, { timeoutsInRow }) => Math.max(max, timeoutsInRow), 0),
});

/**
 * Whether the rest of a plan is not sent: more than 40 timeouts in a row, or at least 20 that are more than 10 % of its
 * requests (interface 2.3).
 */
export const isBroken = ({ timeouts, timeoutsInRow }: TimeoutCounts, requestsOfPlan: number): boolean =>
  timeoutsInRow > MAX_CONSECUTIVE_TIMEOUTS ||
  (timeouts >= MIN_TIMEOUTS && timeouts > requestsOfPlan * MAX_TIMEOUT_SHARE);
