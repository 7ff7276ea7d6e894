import { isoText } from '../../../platform/time/iso-text.ts';
import { objectKeepingNumbers } from '../../../platform/values/json-text.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { ShownSchedule } from './shown-schedule.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : isoText(at));

/** A stored schedule as answers show it. */
export function scheduleView({
  trigger,
  sealedPassThreshold,
  lastError,
  paused,
  ...schedule
}: Schedule): ShownSchedule {
  const { attributes, ...asked } = trigger;
  const { id, cron, timeZone, enabled, notify, nextAt, lastPlanId, lastRunAt, createdAt, updatedAt } = schedule;
  return {
    id,
    cron,
    timeZone,
    enabled,
    notify,
    ...asked,
    thresholdConfigured: sealedPassThreshold !== null,
    attributes: attributes === null ? null : objectKeepingNumbers(attributes),
    nextRunAt: isoOrNull(nextAt),
    paused: paused ? { by: paused.by, at: isoText(paused.at) } : null,
    lastRunAt: isoOrNull(lastRunAt),
    lastPlanId,
    lastError: lastError && { ...lastError, at: isoText(lastError.at) },
    createdAt: isoText(createdAt),
    updatedAt: isoText(updatedAt),
  };
}
