/** The time that a value contains, with its format. */
export interface FieldTime {
  form: string;
  /** Epoch ms, with fractions. */
  time: number;
  /** What the format leaves out, in ms: a minute where it has no seconds. */
  step: number;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Names of months, in full, as three letters or abbreviated with a period, as an expression. */
export const MONTH_NAME =
  'Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust|\\.)?|Sep(?:tember|t\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?';

/** The number of a month by its name; 0 for any other text. */
export const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Epoch ms of a date, a time of day and an offset such as `+08:00`; null if there is no such date or time of day. */
export function instant(
  parts: readonly (string | number | undefined)[],
  fraction: string | undefined,
  zone: string,
): number | null {
  const [year, month, day, hour, minute, second = 0] = parts.map((part) => (part === undefined ? part : Number(part)));
  if (year === undefined || month === undefined || day === undefined || hour === undefined || minute === undefined) {
    return null;
  }
  const [offset, offsetMinutes] = offsetOf(zone);
  if (hour > 23 || minute > 59 || second > 59 || Math.abs(offset) > 14 * 60 || offsetMinutes > 59) return null;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  return midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second + Number(`0.${fraction ?? 0}`)) * 1000;
}

/** Minutes east of UTC, and the minutes as written. */
function offsetOf(zone: string): [offset: number, minutes: number] {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return [sign === '-' ? -offset : offset, Number(minutes)];
}

/** The step of a time with or without seconds. */
export const stepOf = (second: string | undefined): number => (second === undefined ? 60_000 : 0);
