import { type FieldTime, instant, monthOf, stepOf } from './calendar.ts';
import type { FieldValue } from './field-value.ts';
import { localTimes } from './local-time.ts';

/** Maximum difference between a value and the time of its request, in ms (interface 3.1 b). */
export const NEAR_MS = 10 * 60_000;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)([Tt ])(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|z|UTC|[+-]\d\d(?::?\d\d)?))?(\[[\w/+-]{1,40}\])?$/;
const ISO_BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d{4})?$/;
const RFC_2822 =
  /^((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (GMT|UTC?|[+-]\d{4})$/;

/** Digits before the decimal point, and units per millisecond. */
const EPOCHS = [
  { form: 'epoch s', digits: /^\d{10}(?:\.\d{1,9})?$/, perMs: 0.001 },
  { form: 'epoch ms', digits: /^\d{13}(?:\.\d{1,6})?$/, perMs: 1 },
  { form: 'epoch us', digits: /^\d{16}$/, perMs: 1000 },
] as const;

/**
 * Parses a time: ISO-8601 (UTC if it names no zone), RFC 2822 and HTTP dates, epoch s, ms, us, and times as people
 * write them. A date alone is not a time. More than one where day and month may be swapped.
 */
export function fieldTimes({ type, text }: FieldValue): readonly FieldTime[] {
  const epoch = EPOCHS.find(({ digits }) => digits.test(text));
  if (epoch) return [{ form: epoch.form, time: Number(text) / epoch.perMs, step: 0 }];
  if (type !== 'string') return [];
  const time = isoTime(text) ?? basicTime(text) ?? rfcTime(text);
  return time === null ? localTimes(text) : [time];
}

/** The time that a value most likely contains. */
export const fieldTime = (value: FieldValue): FieldTime | null => fieldTimes(value)[0] ?? null;

/** The times of both sides in each format that they share. */
export function commonTimes(recorded: FieldValue, replayed: FieldValue): (readonly [FieldTime, FieldTime])[] {
  const others = fieldTimes(replayed);
  return fieldTimes(recorded).flatMap((one) =>
    others.filter(({ form }) => form === one.form).map((other) => [one, other] as const),
  );
}

export interface Moments {
  /** Epoch ms. */
  recordedAt: number;
  replayedAt: number;
}

/** The format in which both sides contain the time of their own request. Null if either does not (interface 3.1 b). */
export function currentTimeForm(recorded: FieldValue, replayed: FieldValue, moments: Moments): string | null {
  const common = commonTimes(recorded, replayed).find(
    ([a, b]) => isNear(a.time, moments.recordedAt) && isNear(b.time, moments.replayedAt),
  );
  return common?.[0].form ?? null;
}

const isNear = (time: number, moment: number) => Math.abs(time - moment) <= NEAR_MS;

function isoTime(text: string): FieldTime | null {
  const [, year, month, day, between, hour, minute, second, fraction, zone = '', region = ''] = ISO.exec(text) ?? [];
  const time = instant([year, month, day, hour, minute, second], fraction, zone);
  if (time === null) return null;
  return {
    form: `ISO-8601${between === ' ' ? ' with a space' : ''} ${zone || 'without zone'}${region}`,
    time,
    step: stepOf(second),
  };
}

function basicTime(text: string): FieldTime | null {
  const [, year, month, day, hour, minute, second, fraction, zone = ''] = ISO_BASIC.exec(text) ?? [];
  const time = instant([year, month, day, hour, minute, second], fraction, zone);
  return time === null ? null : { form: `ISO-8601 basic ${zone || 'without zone'}`, time, step: stepOf(second) };
}

function rfcTime(text: string): FieldTime | null {
  const [, weekday, day, name = '', year, hour, minute, second, zone = ''] = RFC_2822.exec(text) ?? [];
  const time = instant([year, monthOf(name), day, hour, minute, second], undefined, zone);
  return time === null
    ? null
    : { form: `RFC 2822${weekday ? '' : ' without weekday'} ${zone}`, time, step: stepOf(second) };
}
