import { nextOccurrence } from './cron.ts';
import { dueAt, type RunRefusal, type Schedule } from './schedule.ts';

/** How long an occurrence belongs to the tick that claimed it; after that another tick takes it over. @internal */
export const CLAIM_MS = 60_000;
/** How long an occurrence is tried again while another plan of the application is being created. @internal */
export const MAX_RETRY_MS = 600_000;

/** A schedule with an occurrence that a tick has claimed. */
export type ClaimedSchedule = Schedule & { claimed: NonNullable<Schedule['claimed']> };

/** The schedule with its due occurrence claimed; null if none is due. All missed occurrences become this one. */
export function claimedSchedule(schedule: Schedule, now: number): ClaimedSchedule | null {
  const { cron, timeZone, nextAt, claimed } = schedule;
  const due = dueAt(schedule);
  if (due === null || due > now) return null;
  return {
    ...schedule,
    nextAt: nextAt !== null && nextAt <= now ? nextOccurrence(cron, timeZone, now) : nextAt,
    claimed: { at: claimed?.at ?? due, since: claimed?.since ?? now, retryAt: now + CLAIM_MS },
  };
}

/**
 * The Idempotency-Key of an occurrence: it becomes one plan, regardless of how many ticks start it. Keys of callers
 * have no blanks, so none of them is equal to it.
 */
export const occurrenceKey = ({ appId, id, createdAt, claimed }: ClaimedSchedule): string =>
  `schedule ${JSON.stringify([appId, id, createdAt, claimed.at])}`;

/** The result of an attempt to start an occurrence. `at`: epoch ms. */
export type RunOutcome = { planId: string; at: number } | { refusal: RunRefusal };

/**
 * The schedule with the result of an occurrence; null if it is not to be noted. Since the claim, the schedule may have
 * been changed, paused or replaced, and another tick may have started the occurrence.
 */
export function scheduleAfter(current: Schedule, run: ClaimedSchedule, outcome: RunOutcome): Schedule | null {
  if (current.createdAt !== run.createdAt) return null;
  const isOpen = current.claimed?.at === run.claimed.at;
  const ended = isOpen ? { ...current, claimed: null } : current;
  if ('planId' in outcome) return { ...ended, lastPlanId: outcome.planId, lastRunAt: outcome.at, lastError: null };
  if (!isOpen) return null;
  return { ...(isRetried(run, outcome.refusal) ? current : ended), lastError: outcome.refusal };
}

/** REASON_1: another plan of the application is being created at this moment. INTERNAL_ERROR: it may be repeated. */
const isRetried = ({ claimed }: ClaimedSchedule, { errorCode, at }: RunRefusal): boolean =>
  errorCode === 'INTERNAL_ERROR' || (errorCode === 'REASON_1' && at < claimed.since + MAX_RETRY_MS);
