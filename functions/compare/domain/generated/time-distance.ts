import type { FieldTime } from './calendar.ts';
import { commonTimes, fieldTime, fieldTimes, type Moments } from './current-time.ts';
import type { FieldValue } from './field-value.ts';

/**
 * Maximum change of the distance between a time and its response, in ms; the clock of a response counts whole seconds.
 * @internal
 */
export const MAX_DRIFT_MS = 2000;
/**
 * Of the time between both responses, so that a value that stays near its old one never seems to have moved along. A
 * build replayed seconds after its recording needs this much: whole seconds make up most of such a time.
 */
const MAX_DRIFT_SHARE = 0.5;
/** From this change of its distance on a time is another one, in ms: slow responses explain less. @internal */
export const MIN_OTHER_DISTANCE_MS = 10_000;
const YEAR_MS = 365 * 24 * 3_600_000;

/** The format in which both sides contain a time at the same distance from their response. Null if there is none. */
export function sameDistanceForm(recorded: FieldValue, replayed: FieldValue, moments: Moments): string | null {
  const passed = moments.replayedAt - moments.recordedAt;
  const common = commonTimes(recorded, replayed).find(([a, b]) => {
    const drift = Math.abs(b.time - a.time - passed);
    if (passed <= 0 || drift > MAX_DRIFT_MS + a.step) return false;
    return drift <= MAX_DRIFT_SHARE * passed || (isOnClock(a, moments.recordedAt) && isOnClock(b, moments.replayedAt));
  });
  return common?.[0].form ?? null;
}

/** Offsets of zones are multiples of it, in ms. */
const ZONE_STEP_MS = 15 * 60_000;

/** Whether a time of minutes is what the clock of some zone showed at a moment, or a minute before. */
function isOnClock({ time, step }: FieldTime, moment: number): boolean {
  const behind = (moment + MAX_DRIFT_MS - time) % ZONE_STEP_MS;
  return (behind < 0 ? behind + ZONE_STEP_MS : behind) < 2 * step;
}

/** Whether the format of a time changed: a value that differs each time is not noise then. */
export function isOtherTimeForm(recorded: FieldValue, replayed: FieldValue): boolean {
  const a = fieldTime(recorded);
  const b = fieldTime(replayed);
  if ((a === null && b === null) || commonTimes(recorded, replayed).length > 0) return false;
  // Digits alone may be a number of any meaning.
  if (isWritten(a) || isWritten(b)) return true;
  return a !== null && b !== null && Math.abs(a.time - b.time) < YEAR_MS;
}

const isWritten = (time: FieldTime | null) => time !== null && !time.form.startsWith('epoch');

/** One value of a field, with the time of its response in epoch ms. */
export interface TimedValue {
  value: FieldValue;
  at: number;
}

/** Whether a time keeps its distance from the response in both replays, and had another one when it was recorded. */
export function isOtherDistance(recorded: TimedValue, replayed: TimedValue, again: TimedValue): boolean {
  return fieldTimes(recorded.value).some(({ form, time, step }) => {
    const distanceOf = ({ value, at }: TimedValue) =>
      (fieldTimes(value).find((other) => other.form === form)?.time ?? Number.NaN) - at;
    const [before, now, then] = [time - recorded.at, distanceOf(replayed), distanceOf(again)];
    return Math.abs(then - now) <= MAX_DRIFT_MS && Math.abs(before - now) >= MIN_OTHER_DISTANCE_MS + step;
  });
}
