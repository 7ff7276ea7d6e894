import type { Keys } from '../../../platform/world.ts';

/** The stack lets the functions that start runs of schedules open this subject, and no others. */
const contextOf = (threshold: ThresholdOf) => ({
  tenant: 'system',
  subject: 'schedule-thresholds',
  field: JSON.stringify([threshold.tenant, threshold.appId, threshold.id]),
});

interface ThresholdOf {
  tenant: string;
  appId: string;
  /** Of the schedule. */
  id: string;
}

/** Seals the passThreshold of a schedule, which no answer contains (spec 2.1); null if there is none. */
export const sealScheduleThreshold = async (keys: Keys, of: ThresholdOf, threshold: number | null) =>
  threshold === null ? null : keys.seal(String(threshold), contextOf(of));

/** Opens the passThreshold of a schedule; null if there is none. */
export const openScheduleThreshold = async (keys: Keys, of: ThresholdOf, sealed: string | null) =>
  sealed === null ? null : Number(await keys.open(sealed, contextOf(of)));
