import * as v from 'valibot';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { ScheduledTrigger } from '../domain/schedule.ts';

/** A schedule as answers show it (interface 10); never its passThreshold (spec 2.1). */
export const ShownSchedule = v.object({
  id: v.string(),
  cron: v.string(),
  timeZone: v.string(),
  enabled: v.boolean(),
  notify: v.pipe(v.boolean(), v.description('Whether channels receive the results of its runs.')),
  ...v.omit(ScheduledTrigger, ['attributes']).entries,
  thresholdConfigured: v.pipe(
    v.boolean(),
    v.description('Whether a required pass rate is set; no response contains its value.'),
  ),
  attributes: v.nullable(v.record(v.string(), v.unknown())),
  nextRunAt: v.pipe(v.nullable(Time), v.description('null while the schedule is paused.')),
  paused: v.pipe(
    v.nullable(v.object({ by: v.string(), at: Time })),
    v.description('Who paused the schedule, and when. null while it is enabled, and if that was not stored.'),
  ),
  lastRunAt: v.pipe(v.nullable(Time), v.description('When the last run started.')),
  lastPlanId: v.nullable(v.string()),
  lastError: v.pipe(
    v.nullable(v.object({ errorCode: v.string(), errorMessage: v.string(), at: Time })),
    v.description(
      'Why the last run did not start: a code of the trigger (`ReplayTriggerAnswer`), or INTERNAL_ERROR, after which the service tries again. null once a run has started.',
    ),
  ),
  createdAt: Time,
  updatedAt: Time,
});
export type ShownSchedule = v.InferOutput<typeof ShownSchedule>;

/** The id in the examples. */
export const SCHEDULE_EXAMPLE_ID = 'nightly';

/** A schedule as requests send it. */
export const SCHEDULE_TO_SAVE_EXAMPLE = {
  cron: '30 2 * * 1-5',
  timeZone: 'Europe/Berlin',
  enabled: true,
  notify: false,
  targetEnv: EXAMPLE.targetEnv,
  caseSource: 'rolling' as const,
  caseSourceHours: 24,
};

/** A schedule as answers show it. */
export const SCHEDULE_EXAMPLE: ShownSchedule = {
  id: SCHEDULE_EXAMPLE_ID,
  ...SCHEDULE_TO_SAVE_EXAMPLE,
  operations: null,
  caseCountLimit: null,
  caseTags: {},
  enableMock: true,
  thresholdConfigured: false,
  attributes: null,
  nextRunAt: '2026-11-23T01:30:00.000Z',
  paused: null,
  lastRunAt: '2026-11-20T01:30:02.000Z',
  lastPlanId: EXAMPLE.planId,
  lastError: null,
  createdAt: EXAMPLE.time,
  updatedAt: EXAMPLE.time,
};
