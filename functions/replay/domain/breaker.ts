/** What the circuit breaker counts; a worker's ChunkProgress has it too. */
export interface TimeoutCounts {
  timeouts: number;
  timeoutsInRow: number;
}

/** Before the first request. */
export const NO_TIMEOUTS: TimeoutCounts = { timeouts: 0, timeoutsInRow: 0 };

const MOST_IN_ROW = 40;
const LEAST_TIMEOUTS = 20;
const MOST_SHARE = 0.1;

/** The counts after one more outcome: only a request that used up its whole timeout counts, anything faster ends the row (interface 2.3). */
export const countedTimeouts = (
  { timeouts, timeoutsInRow }: TimeoutCounts,
  { kind }: { kind: 'response' | 'timeout' | 'connection-failure' },
): TimeoutCounts =>
  kind === 'timeout' ? { timeouts: timeouts + 1, timeoutsInRow: timeoutsInRow + 1 } : { timeouts, timeoutsInRow: 0 };

/** The counts of a plan from those of its workers: rows of different workers have answers between them, so they do not add up. */
export const mergedTimeouts = (workers: readonly TimeoutCounts[]): TimeoutCounts => ({
  timeouts: workers.reduce((sum, { timeouts }) => sum + timeouts, 0),
  timeoutsInRow: workers.reduce((most, { timeoutsInRow }) => Math.max(most, timeoutsInRow), 0),
});

/** Whether the rest of a plan is not sent: more than 40 timeouts in a row, or at least 20 that are more than 10 % of its requests (interface 2.3). */
export const isBroken = ({ timeouts, timeoutsInRow }: TimeoutCounts, requestsOfPlan: number): boolean =>
  timeoutsInRow > MOST_IN_ROW || (timeouts >= LEAST_TIMEOUTS && timeouts > requestsOfPlan * MOST_SHARE);
