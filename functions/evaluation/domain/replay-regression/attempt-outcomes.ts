import type { Findings } from '../../../findings/domain/findings.ts';
import type { PlanRefusalCode } from '../../../replay/domain/create-plan.ts';
import type { TriggerInputCode } from '../../../replay/domain/trigger.ts';
import type { TERMINAL_ATTEMPT_STATUSES } from '../statuses.ts';

type TerminalAttemptStatus = (typeof TERMINAL_ATTEMPT_STATUSES)[number];

/** Outcome of a replay, or why there was none. */
export type ReplayOutcome =
  | Findings['state']
  | PlanRefusalCode
  | TriggerInputCode
  | 'INVALID_CASE_SET'
  | 'INTERNAL_ERROR'
  | 'TIMEOUT';

/** Status of an attempt by the outcome of its replay (evaluation 3.14, row by row). */
export const ATTEMPT_STATUS_OF: Readonly<Record<ReplayOutcome, TerminalAttemptStatus>> = {
  CLEAN: 'succeeded',
  NEEDS_ACTION: 'succeeded',
  REVIEW_ONLY: 'succeeded',
  LOW_COVERAGE: 'succeeded',
  NO_CASES: 'missing_evidence',
  REASON_101: 'missing_evidence',
  REASON_200: 'missing_evidence',
  ENVIRONMENT_FAILURE: 'subject_error',
  // `cancelled` or `timed_out` instead if the evaluation requested the interruption.
  INTERRUPTED: 'runner_error',
  MISSING_APP_ID: 'invalid_input',
  MISSING_TARGET_ENV: 'invalid_input',
  INVALID_CASE_SOURCE_HOURS: 'invalid_input',
  INVALID_CASE_SOURCE: 'invalid_input',
  INVALID_CASE_SET: 'invalid_input',
  UNKNOWN_OPERATION: 'invalid_input',
  EMPTY_OPERATIONS: 'invalid_input',
  APP_NOT_REGISTERED: 'invalid_input',
  // After ten minutes of retries (isRetryable).
  REASON_1: 'resource_exhausted',
  PLAN_RUNNING_1: 'resource_exhausted',
  CREATE_PLAN_FAILED: 'runner_error',
  INTERNAL_ERROR: 'runner_error',
  TIMEOUT: 'timed_out',
};

/** How long another plan of the application may block the attempt. */
const MAX_RETRY_MS = 10 * 60_000;

/** Whether a refused plan is requested again `ms` after the attempt began (evaluation 3.14). */
export const isRetryable = (code: PlanRefusalCode, ms: number): boolean =>
  ATTEMPT_STATUS_OF[code] === 'resource_exhausted' && ms < MAX_RETRY_MS;

/** How long a replay may take to stop (evaluation 3.7). */
const STOPPING_MS = 60_000;

/** Times that determine whether an attempt has ended, in epoch ms. Null for what has not happened. */
export interface AttemptClock {
  cancelRequestedAt: number | null;
  /** When the attempt times out. */
  deadline: number;
  settledAt: number | null;
  now: number;
}

/** When the replay was asked to stop: the run was cancelled, or the attempt timed out. Null while it may continue. */
function stopRequestedAt({ cancelRequestedAt, deadline, settledAt, now }: AttemptClock): number | null {
  const requestedAt = Math.min(cancelRequestedAt ?? Number.POSITIVE_INFINITY, deadline);
  return settledAt === null && requestedAt <= now ? requestedAt : null;
}

/** Whether a running replay must stop now. */
export const shouldStop = (clock: AttemptClock): boolean => stopRequestedAt(clock) !== null;

/** Whether the attempt has ended: the replay has settled, or was asked to stop a minute ago. */
export function hasEnded(clock: AttemptClock): boolean {
  const requestedAt = stopRequestedAt(clock);
  return clock.settledAt !== null || (requestedAt !== null && clock.now - requestedAt >= STOPPING_MS);
}

/** Error message of a replay that its evaluation interrupted. It distinguishes this from any other interruption. */
export const STOPPED = 'The evaluation run stopped the replay.';

/**
 * Outcome of a replay. `state` is null if it has not settled: a replay that was stopped or given up has timed out. Not
 * used for a cancelled run.
 */
export function outcomeOf(
  state: Findings['state'] | null,
  { isStopped, isLate }: { isStopped: boolean; isLate: boolean },
): ReplayOutcome {
  if (state === null) return isLate ? 'TIMEOUT' : 'INTERRUPTED';
  return state === 'INTERRUPTED' && isStopped ? 'TIMEOUT' : state;
}
