import type { Moments } from './current-time.ts';
import { isAgeName } from './field-name.ts';
import type { FieldValue } from './field-value.ts';

const SECOND = 1000;
const UNITS: Readonly<Record<string, number>> = {
  second: SECOND,
  minute: 60 * SECOND,
  hour: 3600 * SECOND,
  day: 24 * 3600 * SECOND,
  week: 7 * 24 * 3600 * SECOND,
  month: 30.44 * 24 * 3600 * SECOND,
  year: 365.25 * 24 * 3600 * SECOND,
};
const AMOUNT = /^(?:about |over |almost )?(\d{1,4}|an?|one) (second|minute|hour|day|week|month|year)s?$/i;

/** Least time between both responses from which a number that rose with it is not a coincidence, in ms. @internal */
export const MIN_PASSED_MS = 60_000;
/**
 * How far a number may be from having risen with the clock, in ms; the clock of a response counts whole seconds.
 * @internal
 */
export const MAX_AGE_DRIFT_MS = 2000;

/**
 * The format in which both sides count the time between their response and one fixed moment: words such as `3 minutes
 * ago`, or a number of seconds or milliseconds in a field named like an age, such as the uptime of an instance.
 */
export function elapsedForm(
  recorded: FieldValue,
  replayed: FieldValue,
  name: string,
  { recordedAt, replayedAt }: Moments,
): string | null {
  const passed = replayedAt - recordedAt;
  if (passed < MIN_PASSED_MS || recorded.type !== replayed.type) return null;
  if (recorded.type === 'string') return isOneMoment(recorded.text, replayed.text, passed) ? 'time in words' : null;
  if (!isAgeName(name)) return null;
  const risen = Number(replayed.text) - Number(recorded.text);
  const unit = [SECOND, 1].find((ms) => Math.abs(Math.abs(risen) * ms - passed) <= MAX_AGE_DRIFT_MS);
  if (unit === undefined) return null;
  return unit === 1 ? 'milliseconds that pass' : 'seconds that pass';
}

/** How many of the smaller unit of both texts must have passed, so that rounding explains no change. */
const MIN_UNITS = 0.25;
/** The same of two times ahead: `in 2 days` may be how long something takes, whenever it is asked. */
const MIN_UNITS_AHEAD = 4;

/** Whether both texts name a moment that is the same one after the time that passed, rounded in one way. */
function isOneMoment(recorded: string, replayed: string, passed: number): boolean {
  const a = wordsOfTime(recorded);
  const b = wordsOfTime(replayed);
  if (a === null || b === null) return false;
  const least = a.count > 0 && b.count > 0 ? MIN_UNITS_AHEAD : MIN_UNITS;
  if (passed < least * Math.min(a.unit, b.unit)) return false;
  return ROUNDED.some((by) => {
    const [before, after] = [momentsOf(a, by), momentsOf(b, by)];
    return after.from + passed < before.to && after.to + passed > before.from;
  });
}

/** How far an amount may be below the exact one, if it is rounded down or to the nearest. */
const ROUNDED = [0, 0.5];

interface WordsOfTime {
  /** Negative for the past; 0 for now. */
  count: number;
  /** In ms. */
  unit: number;
}

function wordsOfTime(text: string): WordsOfTime | null {
  if (/^(?:just )?now$/i.test(text)) return { count: 0, unit: MIN_PASSED_MS };
  const [, after, before] = /^(?:in (.{1,30})|(.{1,30}) ago)$/i.exec(text) ?? [];
  const [, amount = '', name = ''] = AMOUNT.exec(after ?? before ?? '') ?? [];
  const unit = UNITS[name.toLowerCase()];
  if (unit === undefined) return null;
  const count = /^\d/.test(amount) ? Number(amount) : 1;
  return { count: after === undefined ? -count : count, unit };
}

/** The moments that words may mean, in ms from the response. */
function momentsOf({ count, unit }: WordsOfTime, below: number): { from: number; to: number } {
  if (count === 0) return { from: -unit, to: unit };
  const [least, most] = [(Math.abs(count) - below) * unit, (Math.abs(count) + 1 - below) * unit];
  return count < 0 ? { from: -most, to: -least } : { from: least, to: most };
}
