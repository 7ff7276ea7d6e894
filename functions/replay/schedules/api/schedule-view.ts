import { isoText } from '../../../platform/time/iso-text.ts';
import { parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import type { Schedule } from '../domain/schedule.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : isoText(at));

/** A schedule as answers show it (interface 10); never its passThreshold (spec 2.1). */
export function scheduleView({ trigger, sealedPassThreshold, lastError, ...schedule }: Schedule) {
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
    attributes: attributes === null ? null : parseKeepingNumbers(attributes),
    nextRunAt: isoOrNull(nextAt),
    lastRunAt: isoOrNull(lastRunAt),
    lastPlanId,
    lastError: lastError && { ...lastError, at: isoText(lastError.at) },
    createdAt: isoText(createdAt),
    updatedAt: isoText(updatedAt),
  };
}
