import * as v from 'valibot';
import { ReplayOrder } from '../../domain/order/run-order.ts';
import { AskedPace } from '../../domain/pacing/recorded-pace.ts';
import { CaseOrder, CaseSource } from '../../domain/plan.ts';
import { nextOccurrence } from './cron.ts';

/** Maximum schedules of one application. */
export const MAX_SCHEDULES = 50;

/** Id of a schedule, unique in its application. */
export const ScheduleId = v.pipe(v.string(), v.regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/));

/** What the runs of a schedule replay: the members of a trigger (spec 2.1), with defaults applied. */
export const ScheduledTrigger = v.object({
  targetEnv: v.string(),
  /** Null: the whole application. */
  operations: v.nullable(v.array(v.string())),
  caseSource: CaseSource,
  caseSourceHours: v.number(),
  /** Null: the server's setting. */
  caseCountLimit: v.nullable(v.number()),
  /** Absent: `newest`. */
  caseSelection: v.optional(CaseOrder),
  /** Absent: as the application says. */
  order: v.optional(ReplayOrder),
  /** 0: as fast as the load allows. Absent: as the application says. */
  pace: v.optional(AskedPace),
  /** The running build, or none; absent: as the application says. */
  baselineEnv: v.optional(v.string()),
  caseTags: v.record(v.string(), v.string()),
  enableMock: v.boolean(),
  /** Present: sealed values go as `[redacted]`. */
  credentials: v.optional(v.literal('none')),
  /** The given object as JSON text, or null. */
  attributes: v.nullable(v.string()),
});
export type ScheduledTrigger = v.InferOutput<typeof ScheduledTrigger>;

/** Why a run was not started, as the trigger answers it (spec 7.1). */
const RunRefusal = v.object({
  errorCode: v.string(),
  errorMessage: v.string(),
  /** Epoch ms. */
  at: v.number(),
});
export type RunRefusal = v.InferOutput<typeof RunRefusal>;

/** Cron replays of an application (interface 10). Times are epoch ms. */
export const Schedule = v.object({
  id: v.string(),
  appId: v.string(),
  /** Five fields. */
  cron: v.string(),
  /** IANA name. */
  timeZone: v.string(),
  enabled: v.boolean(),
  /** Whether channels receive the results of its runs; false in rows of earlier versions (spec 6.2.1). */
  notify: v.optional(v.boolean(), false),
  trigger: ScheduledTrigger,
  /** Opened only where a run starts. */
  sealedPassThreshold: v.nullable(v.string()),
  /** Who paused it and when; absent while it is not paused, and for pauses of earlier versions. */
  paused: v.optional(v.object({ by: v.string(), at: v.number() })),
  /** Null while the schedule is paused. */
  nextAt: v.nullable(v.number()),
  /** The occurrence that a tick has been starting since `since`; at `retryAt` another one takes it over. */
  claimed: v.nullable(v.object({ at: v.number(), since: v.number(), retryAt: v.number() })),
  lastPlanId: v.nullable(v.string()),
  lastRunAt: v.nullable(v.number()),
  /** Null once a later run has started. */
  lastError: v.nullable(RunRefusal),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Schedule = v.InferOutput<typeof Schedule>;

/** What callers set of a schedule. */
export type ScheduleSettings = Pick<Schedule, 'cron' | 'timeZone' | 'enabled' | 'notify' | 'trigger'>;

/**
 * The schedule after its settings were changed, or a new one. A changed time counts from now on; a pause drops the
 * occurrence that was not started yet.
 */
export function changedSchedule(
  before: Schedule | undefined,
  { id, appId, settings, sealedPassThreshold, by, now }: ChangeOfSchedule,
): Schedule {
  const { cron, timeZone, enabled } = settings;
  const isSameTime = before?.enabled && before.cron === cron && before.timeZone === timeZone;
  const nextAt = isSameTime ? before.nextAt : nextOccurrence(cron, timeZone, now);
  const { paused: pausedBefore, ...kept } = before ?? {};
  const paused = before?.enabled === false ? pausedBefore : { by, at: now };
  return {
    lastPlanId: null,
    lastRunAt: null,
    lastError: null,
    createdAt: now,
    ...kept,
    ...settings,
    ...(!enabled && paused && { paused }),
    id,
    appId,
    sealedPassThreshold,
    nextAt: enabled ? nextAt : null,
    claimed: enabled ? (before?.claimed ?? null) : null,
    updatedAt: now,
  };
}

interface ChangeOfSchedule extends Pick<Schedule, 'id' | 'appId' | 'sealedPassThreshold'> {
  settings: ScheduleSettings;
  /** The name of the caller. */
  by: string;
  now: number;
}

/** When a tick has to look at a schedule next; null: never. */
export const dueAt = ({ claimed, nextAt }: Pick<Schedule, 'claimed' | 'nextAt'>): number | null =>
  claimed?.retryAt ?? nextAt;
