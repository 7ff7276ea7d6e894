import { type FieldTime, instant, MONTH_NAME, monthOf, stepOf } from './calendar.ts';
import { monthStyles } from './month-styles.ts';

const SPACE = '[ \\u00a0\\u202f]';
const WEEKDAY = '(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? )?';
/** Hours, minutes, seconds, their fraction, and the half of the day; or a word (Django's format `P`). */
const CLOCK = `(?:(?<hour>\\d{1,2})(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:\\.(?<fraction>\\d{1,9}))?)?)?(?:${SPACE}?(?<half>[AaPp])\\.?[Mm]\\.?)?|(?<word>noon|midnight))`;
const ZONE = `(?<zone> ?(?:GMT|UTC|Z)?(?<offset>[+-]\\d\\d:?\\d\\d)?(?: \\([^()]{1,60}\\))?)`;

/** Dates as people write them; `a` and `b` are day and month in either order. */
const DATES = [
  { form: 'with slashes', text: '(?<a>\\d{1,2})/(?<b>\\d{1,2})/(?<year>\\d{4})' },
  { form: 'day.month.year', text: '(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})' },
  { form: 'day-month-year', text: '(?<day>\\d{1,2})-(?<month>\\d{1,2})-(?<year>\\d{4})' },
  { form: 'year/month/day', text: '(?<year>\\d{4})/(?<month>\\d{1,2})/(?<day>\\d{1,2})' },
  { form: 'month day year', text: `${WEEKDAY}(?<name>${MONTH_NAME}) (?<day>\\d{1,2}),? (?<year>\\d{4})` },
  { form: 'day month year', text: `${WEEKDAY}(?<day>\\d{1,2})[ /-](?<name>${MONTH_NAME})[ /-]?,? ?(?<year>\\d{4})` },
].map(({ form, text }) => ({ form, text: RegExp(`^${text}(?<between>,? (?:at )?|:)${CLOCK}${ZONE}$`) }));

/** As the C library writes a time, with the year at its end. */
const C_TIME = {
  form: 'weekday month day time year',
  text: RegExp(`^${WEEKDAY}(?<name>${MONTH_NAME}) {1,2}(?<day>\\d{1,2}) ${CLOCK}${ZONE} (?<year>\\d{4})$`),
};

/** What each time of day has: a look at it costs less than the expressions. */
const TIME_OF_DAY = /:|\d[ \u00a0\u202f]?[AaPp]\.?[Mm]|noon|midnight/;

const MAX_LENGTH = 100;

/**
 * The times that a text may mean as people write them: `11/24/2026, 4:30:12 PM`, `24.11.2026 16:30`,
 * `Tue Nov 24 2026 16:30:12 GMT+0000 (…)`. More than one where day and month may be swapped. UTC if it names no offset.
 */
export function localTimes(text: string): FieldTime[] {
  if (text.length > MAX_LENGTH || !/^[\dMTWFSJANOD]/.test(text) || !TIME_OF_DAY.test(text)) return [];
  for (const { form, text: expression } of [...DATES, C_TIME]) {
    const parts = expression.exec(text)?.groups;
    if (parts) return timesOf(form, parts);
  }
  return [];
}

type Parts = Readonly<Record<string, string | undefined>>;

function timesOf(form: string, parts: Parts): FieldTime[] {
  const { name, day, month, a, b } = parts;
  if (a === undefined || b === undefined) {
    return timeOf(form, parts, name === undefined ? Number(month) : monthOf(name), Number(day));
  }
  return [
    ...timeOf('month/day/year', parts, Number(a), Number(b)),
    ...timeOf('day/month/year', parts, Number(b), Number(a)),
  ];
}

function timeOf(date: string, parts: Parts, month: number, day: number): FieldTime[] {
  const { name = '', year, between = '', second, fraction, half, word, zone = '', offset = '' } = parts;
  // Whole hours go without minutes only where the half of the day is written.
  const minute = parts.minute ?? (half || word ? '00' : undefined);
  const hour = word === undefined ? hourOf(Number(parts.hour), half) : WORD_HOURS[word];
  const time = hour === undefined ? null : instant([year, month, day, hour, minute, second], fraction, offset);
  if (time === null) return [];
  return monthStyles(name).map((style) => {
    const traits = [
      style,
      between.startsWith(',') && 'comma',
      (half ?? word) !== undefined && '12 hours',
      second === undefined && 'no seconds',
      zone.trim(),
    ];
    return { form: ['local', date, ...traits.filter(Boolean)].join(' '), time, step: stepOf(second) };
  });
}

const WORD_HOURS: Readonly<Record<string, number>> = { noon: 12, midnight: 0 };

/** Undefined if there is no such hour of a half day. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}
