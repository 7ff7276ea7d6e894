import type { Findings } from '../../../findings/domain/findings.ts';
import type { PlanRefusalCode } from '../../../replay/domain/create-plan.ts';
import type { TriggerInputCode } from '../../../replay/domain/trigger.ts';
import type { TERMINAL_ATTEMPT_STATUSES } from '../../domain/statuses.ts';

type TerminalAttemptStatus = (typeof TERMINAL_ATTEMPT_STATUSES)[number];

/** How a replay may come out, or why there is none. */
export type ReplayOutcome =
  | Findings['state']
  | PlanRefusalCode
  | TriggerInputCode
  | 'INVALID_CASE_SET'
  | 'INTERNAL_ERROR'
  | 'TIMEOUT';

/** The attempt's status by the outcome of its replay (evaluation 3.14, row by row). */
export const ATTEMPT_STATUS_OF: Readonly<Record<ReplayOutcome, TerminalAttemptStatus>> = {
  CLEAN: 'succeeded',
  NEEDS_ACTION: 'succeeded',
  REVIEW_ONLY: 'succeeded',
  LOW_COVERAGE: 'succeeded',
  NO_CASES: 'missing_evidence',
  REASON_101: 'missing_evidence',
  REASON_200: 'missing_evidence',
  ENVIRONMENT_FAILURE: 'subject_error',
  // Cancelled, or timed out, where we asked for it.
  INTERRUPTED: 'runner_error',
  MISSING_APP_ID: 'invalid_input',
  MISSING_TARGET_ENV: 'invalid_input',
  INVALID_CASE_SOURCE_HOURS: 'invalid_input',
  INVALID_CASE_SOURCE: 'invalid_input',
  INVALID_CASE_SET: 'invalid_input',
  UNKNOWN_OPERATION: 'invalid_input',
  EMPTY_OPERATIONS: 'invalid_input',
  APP_NOT_REGISTERED: 'invalid_input',
  // After ten minutes of further tries (isTriedAgain).
  REASON_1: 'resource_exhausted',
  PLAN_RUNNING_1: 'resource_exhausted',
  CREATE_PLAN_FAILED: 'runner_error',
  INTERNAL_ERROR: 'runner_error',
  TIMEOUT: 'timed_out',
};

/** How long another plan of the application may stand in the way. */
const MOST_TRIES_MS = 10 * 60_000;

/** Whether a plan that is refused now is asked for again `ms` after the attempt began (evaluation 3.14). */
export const isTriedAgain = (code: PlanRefusalCode, ms: number): boolean =>
  ATTEMPT_STATUS_OF[code] === 'resource_exhausted' && ms < MOST_TRIES_MS;

/** How long after being told to stop a replay may take to do so (evaluation 3.7). */
const STOPPING_MS = 60_000;

/** What decides when an attempt has ended; times in epoch ms, null where it has not happened. */
export interface AttemptClock {
  cancelRequestedAt: number | null;
  /** From when on its time is over. */
  deadline: number;
  settledAt: number | null;
  now: number;
}

/** When a replay was to stop: where the run is to be cancelled, or its time is over; null while it may go on. */
function stopAskedAt({ cancelRequestedAt, deadline, settledAt, now }: AttemptClock): number | null {
  const asked = Math.min(cancelRequestedAt ?? Number.POSITIVE_INFINITY, deadline);
  return settledAt === null && asked <= now ? asked : null;
}

/** Whether a replay that goes on is to be stopped now. */
export const isToStop = (clock: AttemptClock): boolean => stopAskedAt(clock) !== null;

/** Whether nothing more is waited for: the replay has settled, or was told to stop a minute ago. */
export function hasEnded(clock: AttemptClock): boolean {
  const asked = stopAskedAt(clock);
  return clock.settledAt !== null || (asked !== null && clock.now - asked >= STOPPING_MS);
}

/** What a replay is interrupted with by its evaluation, which tells that from any other interruption. */
export const STOPPED = 'The evaluation run stopped the replay.';

/** What became of a replay, `state` null where it has not settled: one that was stopped, or given up, had no time left. A cancelled run looks at none of it. */
export function outcomeOf(
  state: Findings['state'] | null,
  { isStopped, isLate }: { isStopped: boolean; isLate: boolean },
): ReplayOutcome {
  if (state === null) return isLate ? 'TIMEOUT' : 'INTERRUPTED';
  return state === 'INTERRUPTED' && isStopped ? 'TIMEOUT' : state;
}
