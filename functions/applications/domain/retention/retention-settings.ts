import * as v from 'valibot';
import { wholeNumber } from '../recorder-settings.ts';

/** The longest times that a service can be set to keep something (functions/platform/settings/settings-schema.ts). */
const MAX_HOURS = 87_600;
const MAX_DAYS = 3650;

/**
 * How long an application keeps what it stores: hours of rolling recordings, and days of runs. 0 is as long as the
 * service does, which never keeps anything longer than its own settings say (docs/retention.md).
 */
export const RetentionSettings = v.object({ caseHours: v.number(), planDays: v.number() });
export type RetentionSettings = v.InferOutput<typeof RetentionSettings>;

/** The settings of an application that has none. */
export const DEFAULT_RETENTION: RetentionSettings = { caseHours: 0, planDays: 0 };

/** Whether two have the same values. */
export const isSameRetention = (one: RetentionSettings, other: RetentionSettings): boolean =>
  one.caseHours === other.caseHours && one.planDays === other.planDays;

/** The member `retention` of a change of settings. */
export const RetentionChange = v.nullish(
  v.object({ caseHours: v.nullish(wholeNumber(0, MAX_HOURS)), planDays: v.nullish(wholeNumber(0, MAX_DAYS)) }),
);
export type RetentionChange = v.InferOutput<typeof RetentionChange>;
