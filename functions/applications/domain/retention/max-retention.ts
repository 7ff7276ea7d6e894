import type { RetentionSettings } from './retention-settings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long the service keeps what no application keeps shorter. */
export type MaxRetention = Readonly<RetentionSettings>;

/** The maximum of each setting, from those of the service. */
export const maxRetentionOf = (config: { caseRetentionMs: number; planRetentionMs: number }): MaxRetention => ({
  caseHours: config.caseRetentionMs / HOUR_MS,
  planDays: config.planRetentionMs / DAY_MS,
});
