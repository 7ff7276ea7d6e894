import { commonTimes, type Moments } from '../../../../compare/domain/generated/current-time.ts';
import type { FieldValue } from '../../../../compare/domain/generated/field-value.ts';
import { TIME_OF } from '../session-values.ts';

/** Epoch seconds with or without a fraction, or epoch milliseconds, of the years 2005 to 2055. */
const EPOCH = /^(?:1[1-9]|2[0-6])\d{8}(?:\d{3}|\.\d{1,9})?$/;
/** A date with a clock: a date alone is what people choose. */
const CLOCK = /^(?:\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d|\d{8}T\d{4}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d)/;
const MIN_LENGTH = 10;
const MAX_LENGTH = 64;

/** A server has made a time for its session, or for a day after it, such as an expiry. */
const NEAR_MS = 24 * 60 * 60_000;

/** Whether a text is a time of the kind that servers issue and clients send back. */
export function isTimeText(text: string): boolean {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return false;
  // Most texts are words; this is asked of every value.
  const first = text.charCodeAt(0);
  const isDigit = first >= ZERO && first <= NINE;
  if (!isDigit) return text.charCodeAt(3) === COMMA && CLOCK.test(text);
  return text.charCodeAt(4) === DASH || text.charCodeAt(8) === LETTER_T ? CLOCK.test(text) : EPOCH.test(text);
}

const [ZERO, NINE, COMMA, DASH, LETTER_T] = [0x30, 0x39, 0x2c, 0x2d, 0x54];

export const areTimes = (recorded: string, replayed: string): boolean => isTimeText(recorded) && isTimeText(replayed);

/**
 * What a time identifies: it means something only in fields of the same name, as `time:date`. A cursor that is written
 * like a time stays a cursor.
 */
export const timeEntity = <T extends string | null>(entity: T, text: string): T | string =>
  entity === null || (OPAQUE.has(entity) && !/^\d+$/.test(text)) ? entity : TIME_OF + entity;

const OPAQUE: ReadonlySet<string> = new Set(['cursor', 'csrf']);

/** The time of the last change of a resource, which conditional requests send back. */
export const modifiedEntity = (path: string): string => `${TIME_OF}modified@${path.split('?', 1)[0]}`;

/** Whether both texts are times of one form, each near the clock of its own response. */
export function areIssuedTimes(recorded: string, replayed: string, dates: Moments | null): boolean {
  if (dates === null) return false;
  return commonTimes(string(recorded), string(replayed)).some(
    ([a, b]) => Math.abs(a.time - dates.recordedAt) <= NEAR_MS && Math.abs(b.time - dates.replayedAt) <= NEAR_MS,
  );
}

const string = (text: string): FieldValue => ({ type: 'string', text });
