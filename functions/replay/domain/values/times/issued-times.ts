import { commonTimes, type Moments } from '../../../../compare/domain/generated/current-time.ts';
import type { FieldValue } from '../../../../compare/domain/generated/field-value.ts';
import { TIME_OF } from '../session-values.ts';

/** Epoch seconds with or without a fraction, or epoch milliseconds, of the years 2005 to 2055. */
const EPOCH = /^(?:1[1-9]|2[0-6])\d{8}(?:\d{3}|\.\d{1,9})?$/;
/** A date with a clock: a date alone is what people choose. */
const CLOCK = /^(?:\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d|\d{8}T\d{4}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d)/;
const MAX_LENGTH = 64;

/** A server has made a time for its session, or for a day after it, such as an expiry. */
const NEAR_MS = 24 * 60 * 60_000;

/** Whether a text is a time of the kind that servers issue and clients send back. */
export const isTimeText = (text: string): boolean =>
  text.length >= 10 && text.length <= MAX_LENGTH && (EPOCH.test(text) || CLOCK.test(text));

export const areTimes = (recorded: string, replayed: string): boolean => isTimeText(recorded) && isTimeText(replayed);

/** What a time identifies: it means something only in fields of the same name, as `time:date`. */
export const timeThing = <T extends string | null>(thing: T): T | string => (thing === null ? thing : TIME_OF + thing);

/** The time of the last change of a resource, which conditional requests send back. */
export const modifiedThing = (path: string): string => `${TIME_OF}modified@${path.split('?', 1)[0]}`;

/** Whether both texts are times of one form, each near the clock of its own response. */
export function areIssuedTimes(recorded: string, replayed: string, dates: Moments | null): boolean {
  if (dates === null) return false;
  return commonTimes(string(recorded), string(replayed)).some(
    ([a, b]) => Math.abs(a.time - dates.recordedAt) <= NEAR_MS && Math.abs(b.time - dates.replayedAt) <= NEAR_MS,
  );
}

const string = (text: string): FieldValue => ({ type: 'string', text });
