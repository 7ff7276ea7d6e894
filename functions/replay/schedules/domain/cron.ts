import { Cron } from 'croner';

/** Longest cron expression. */
export const MAX_CRON_CHARACTERS = 200;

/** Lists of values, ranges and steps; days and months also by their names. Extensions of cron are not read. */
const FIELD = String.raw`(?:\*|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3}))?)(?:\/\d{1,2})?`;
const FIELDS = new RegExp(String.raw`^${FIELD}(?:,${FIELD})*(?:\s+${FIELD}(?:,${FIELD})*){4}$`, 'i');

/**
 * The first time after `after` that a cron expression names in a time zone, in epoch ms; null if it never comes. Where
 * clocks are set forward, a skipped time of day counts as the first one after the gap; where they are set back, a
 * repeated one counts once. Expressions with `*` or steps in minute or hour follow elapsed time instead: they skip the
 * gap and run in both hours.
 */
export const nextOccurrence = (cron: string, timeZone: string, after: number): number | null =>
  parsed(cron, timeZone).nextRun(new Date(after))?.getTime() ?? null;

/** The next `most` times after `after` that a cron expression names, in epoch ms; fewer if it names no more. */
export function nextOccurrences(cron: string, timeZone: string, after: number, most: number): number[] {
  const times: number[] = [];
  for (let at = nextOccurrence(cron, timeZone, after); at !== null && times.length < most; ) {
    times.push(at);
    at = nextOccurrence(cron, timeZone, at);
  }
  return times;
}

/** Whether a text is a cron expression of 5 fields: minute, hour, day of month, month, day of week. */
export function isCron(text: string): boolean {
  if (text.length > MAX_CRON_CHARACTERS || !FIELDS.test(text)) return false;
  try {
    parsed(text, 'UTC');
    return true;
  } catch (fault) {
    if (fault instanceof TypeError || fault instanceof RangeError) return false;
    throw fault;
  }
}

/** Whether a text names a time zone of the IANA database; offsets such as `+02:00` do not. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch (fault) {
    if (fault instanceof RangeError) return false;
    throw fault;
  }
}

/** Without a function to call, it starts no timer. */
const parsed = (cron: string, timezone: string) =>
  new Cron(cron, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' });
