import * as v from 'valibot';
import { accept, type Refusal, type Result, refuse } from '../../../platform/result.ts';
import { parseTrigger, TriggerBody } from '../../domain/trigger.ts';
import { isCron, isTimeZone, MAX_CRON_CHARACTERS, nextOccurrence } from './cron.ts';
import { type Schedule, ScheduleId, type ScheduleSettings } from './schedule.ts';

/** Limit of operations, caseTags and attributes of a schedule, in bytes of JSON. */
export const MAX_SCHEDULE_BYTES = 64 * 1024;

const DEFAULT_TIME_ZONE = 'UTC';

/** The body of a schedule (interface 10). All members are optional in a change. */
export const ScheduleBody = v.object({
  id: v.optional(ScheduleId),
  cron: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_CRON_CHARACTERS),
      v.check((cron) => isCron(cron)),
      v.description(
        'Five fields: minute, hour, day of month, month, day of week (0 or 7 is Sunday). Takes lists, ranges, steps (`*/15`, `1-5/2`) and English names of months and days.',
      ),
    ),
  ),
  timeZone: v.nullish(
    v.pipe(
      v.string(),
      v.check((timeZone) => isTimeZone(timeZone)),
      v.description(`IANA time zone of cron. Default: ${DEFAULT_TIME_ZONE}.`),
    ),
  ),
  enabled: v.nullish(v.pipe(v.boolean(), v.description('false pauses the schedule. Default: true.'))),
  notify: v.nullish(
    v.pipe(v.boolean(), v.description('true sends the results of its runs to notification channels. Default: false.')),
  ),
  ...v.partial(v.omit(TriggerBody, ['appId'])).entries,
});

/** A schedule as sent. */
export interface ScheduleInput {
  appId: string;
  id: string;
  body: Readonly<Record<string, unknown>>;
  /** JSON text of the body's `attributes`, numbers as written; null if there are none. */
  attributesText: string | null;
  /** The request was sent by a replay. */
  isReplayed: boolean;
}

export interface SentSchedule {
  settings: ScheduleSettings;
  /** Undefined: unchanged. */
  passThreshold: number | null | undefined;
}

/**
 * Checks a new schedule, or the changed members of an existing one; null means the default. The error names the member,
 * and is that of a trigger for its members (spec 7.1).
 */
export function parseSchedule(
  { appId, id, body: sent, attributesText, isReplayed }: ScheduleInput,
  before: Schedule | undefined,
  now: number,
): Result<SentSchedule, 'INVALID_SCHEDULE'> {
  const body: ScheduleInput['body'] = before === undefined ? sent : { ...membersOf(before), ...sent };
  const { cron, timeZone = DEFAULT_TIME_ZONE, enabled = true, notify = false } = withoutNull(body);
  if (!v.is(ScheduleId, id)) return invalid('id must be 1 to 64 characters of A-Z a-z 0-9 . _ -, neither . nor ..');
  if (sent.id !== undefined && sent.id !== id) return invalid('id must equal the id in the path');
  if (typeof cron !== 'string') return invalid('cron is missing');
  if (!isCron(cron.trim()))
    return invalid(
      'cron must have 5 valid fields: minute, hour, day of month, month and day of week, such as 30 2 * * 1-5',
    );
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
    return invalid('timeZone must be the name of an IANA time zone, such as Europe/Berlin');
  if (typeof enabled !== 'boolean') return invalid('enabled must be true or false');
  if (typeof notify !== 'boolean') return invalid('notify must be true or false');
  if (nextOccurrence(cron.trim(), timeZone, now) === null) return invalid('cron names a date that never occurs');
  const keepsAttributes = sent.attributes === undefined && before !== undefined;
  const trigger = parseTrigger({
    body: { ...body, appId },
    attributesText: keepsAttributes ? before.trigger.attributes : attributesText,
    idempotencyKey: null,
    isReplayed,
    isAnonymous: false,
  });
  if (!trigger.ok) return invalid(trigger.message);
  const { appId: _appId, idempotencyKey: _key, passThreshold, ...asked } = trigger.value;
  if (Buffer.byteLength(JSON.stringify([asked.operations, asked.caseTags, asked.attributes])) > MAX_SCHEDULE_BYTES)
    return invalid('operations, caseTags and attributes must not be larger than 64 KiB in total');
  return accept({
    settings: { cron: cron.trim(), timeZone, enabled, notify, trigger: asked },
    passThreshold: sent.passThreshold === undefined ? undefined : passThreshold,
  });
}

/** The members of a stored schedule as a request would send them. */
function membersOf({ cron, timeZone, enabled, notify, trigger }: Schedule): Record<string, unknown> {
  const { attributes, ...others } = trigger;
  return { cron, timeZone, enabled, notify, ...others, attributes: attributes === null ? null : {} };
}

const withoutNull = (body: ScheduleInput['body']): ScheduleInput['body'] =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

const invalid = (message: string): Refusal<'INVALID_SCHEDULE'> => refuse('INVALID_SCHEDULE', message);
