import type { Schedule } from './schedule.ts';

/**
 * The key of a run that a person or a program starts outside of the times of its schedule, made from the
 * Idempotency-Key of the caller. Keys of callers have no blanks, so none of them is equal to it, and neither is that of
 * an occurrence.
 */
export const manualStartKey = ({ appId, id, createdAt }: Schedule, given: string): string =>
  `schedule now ${JSON.stringify([appId, id, createdAt, given])}`;

/**
 * The schedule with a run that was started outside of its times; null if that is not to be noted: the schedule was
 * replaced, or the run is not newer than the last one (planIds sort by time). Its next time stays. `at`: epoch ms.
 */
export function afterManualStart(
  current: Schedule,
  started: Pick<Schedule, 'createdAt'>,
  { planId, at }: { planId: string; at: number },
): Schedule | null {
  const isNewer = current.lastPlanId === null || planId > current.lastPlanId;
  if (current.createdAt !== started.createdAt || !isNewer) return null;
  return { ...current, lastPlanId: planId, lastRunAt: at, lastError: null };
}
