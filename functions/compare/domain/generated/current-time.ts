import type { FieldValue } from './field-value.ts';

/** Maximum difference between a value and the time of its request, in ms (interface 3.1 b). */
export const NEAR_MS = 10 * 60_000;

/** The time that a value contains, with its format. */
export interface FieldTime {
  form: string;
  /** Epoch ms, with fractions. */
  time: number;
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)([Tt ])(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|z|UTC|[+-]\d\d(?::?\d\d)?))?(\[[\w/+-]{1,40}\])?$/;
const ISO_BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d{4})?$/;
const RFC_2822 =
  /^((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (GMT|UTC?|[+-]\d{4})$/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Digits before the decimal point, and units per millisecond. */
const EPOCHS = [
  { form: 'epoch s', digits: /^\d{10}(?:\.\d{1,9})?$/, perMs: 0.001 },
  { form: 'epoch ms', digits: /^\d{13}(?:\.\d{1,6})?$/, perMs: 1 },
  { form: 'epoch us', digits: /^\d{16}$/, perMs: 1000 },
] as const;

/**
 * Parses a time: ISO-8601 (UTC if it names no zone), RFC 2822 and HTTP dates, epoch s, ms, us. A date alone is not a
 * time.
 */
export function fieldTime({ type, text }: FieldValue): FieldTime | null {
  const epoch = EPOCHS.find(({ digits }) => digits.test(text));
  if (epoch) return { form: epoch.form, time: Number(text) / epoch.perMs };
  return type === 'string' ? (isoTime(text) ?? basicTime(text) ?? rfcTime(text)) : null;
}

export interface Moments {
  /** Epoch ms. */
  recordedAt: number;
  replayedAt: number;
}

/** The format in which both sides contain the time of their own request. Null if either does not (interface 3.1 b). */
export function currentTimeForm(recorded: FieldValue, replayed: FieldValue, moments: Moments): string | null {
  const a = fieldTime(recorded);
  const b = fieldTime(replayed);
  if (a === null || b === null || a.form !== b.form) return null;
  return isNear(a.time, moments.recordedAt) && isNear(b.time, moments.replayedAt) ? a.form : null;
}

const isNear = (time: number, moment: number) => Math.abs(time - moment) <= NEAR_MS;

function isoTime(text: string): FieldTime | null {
  const [, year, month, day, between, hour, minute, second, fraction, zone = '', region = ''] = ISO.exec(text) ?? [];
  const time = instant([year, month, day, hour, minute, second], fraction, zone);
  if (time === null) return null;
  return { form: `ISO-8601${between === ' ' ? ' with a space' : ''} ${zone || 'without zone'}${region}`, time };
}

function basicTime(text: string): FieldTime | null {
  const [, year, month, day, hour, minute, second, fraction, zone = ''] = ISO_BASIC.exec(text) ?? [];
  const time = instant([year, month, day, hour, minute, second], fraction, zone);
  return time === null ? null : { form: `ISO-8601 basic ${zone || 'without zone'}`, time };
}

function rfcTime(text: string): FieldTime | null {
  const [, weekday, day, name = '', year, hour, minute, second, zone = ''] = RFC_2822.exec(text) ?? [];
  const time = instant([year, String(MONTHS.indexOf(name) + 1), day, hour, minute, second], undefined, zone);
  return time === null ? null : { form: `RFC 2822${weekday ? '' : ' without weekday'} ${zone}`, time };
}

/** Null if there is no such date or time of day. */
function instant(parts: readonly (string | undefined)[], fraction: string | undefined, zone: string): number | null {
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
