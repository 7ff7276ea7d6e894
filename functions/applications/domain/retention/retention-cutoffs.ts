import type { MaxRetention } from './max-retention.ts';
import type { RetentionSettings } from './retention-settings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Times before which something is deleted, epoch ms; null where the service's own retention is the shorter one. */
export interface RetentionCutoffs {
  /** Of the arrival of rolling recordings. */
  cases: number | null;
  /** Of the creation of runs. */
  plans: number | null;
}

/**
 * What an application deletes at a time. Both are full hours: what came in within an hour goes together, in the hour
 * after its time is over, so that the counts of hours say how much that is.
 */
export const retentionCutoffs = (
  { caseHours, planDays }: RetentionSettings,
  max: MaxRetention,
  now: number,
): RetentionCutoffs => {
  const hour = now - (now % HOUR_MS);
  return {
    cases: isShorter(caseHours, max.caseHours) ? hour - caseHours * HOUR_MS : null,
    plans: isShorter(planDays, max.planDays) ? hour - planDays * DAY_MS : null,
  };
};

const isShorter = (own: number, max: number): boolean => own > 0 && own < max;
