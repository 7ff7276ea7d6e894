import type { Moments } from './current-time.ts';
import type { FieldValue } from './field-value.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** Offsets of time zones are multiples of this. */
const QUARTER_MS = 15 * 60_000;
/** Maximum distance between a time of day and the clock of its response, in ms; both count whole seconds. @internal */
export const MAX_CLOCK_DRIFT_MS = 2000;

const CLOCK = /^(\d{1,2}):([0-5]\d):([0-5]\d)(?:[.,](\d{1,9}))?(?:[ \u00a0\u202f]?([AaPp])[Mm])?$/;

/**
 * The format in which both sides contain the time of day of their response, in one time zone. Times of day without
 * seconds, or with none but whole minutes, may be opening hours and do not count.
 */
export function timeOfDayForm(recorded: FieldValue, replayed: FieldValue, moments: Moments): string | null {
  const a = clockOf(recorded);
  const b = clockOf(replayed);
  if (a === null || b === null || a.form !== b.form || (a.time % MINUTE_MS === 0 && b.time % MINUTE_MS === 0))
    return null;
  const offset = Math.round((a.time - moments.recordedAt) / QUARTER_MS) * QUARTER_MS;
  const isOfResponse = (time: number, at: number) => {
    const apart = Math.abs(time - at - offset) % DAY_MS;
    return Math.min(apart, DAY_MS - apart) <= MAX_CLOCK_DRIFT_MS;
  };
  return isOfResponse(a.time, moments.recordedAt) && isOfResponse(b.time, moments.replayedAt) ? a.form : null;
}

function clockOf({ type, text }: FieldValue): { form: string; time: number } | null {
  const [found, hour, minute, second, fraction = 0, half] = (type === 'string' && CLOCK.exec(text)) || [];
  if (found === undefined || Number(hour) > (half === undefined ? 23 : 12)) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const time = ((hours * 60 + Number(minute)) * 60 + Number(second) + Number(`0.${fraction}`)) * 1000;
  return { form: `time of day${half === undefined ? '' : ', 12 hours'}`, time };
}
