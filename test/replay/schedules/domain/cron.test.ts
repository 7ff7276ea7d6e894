import { describe, expect, test } from 'vitest';
import {
  isCron,
  isTimeZone,
  nextOccurrence,
  nextOccurrences,
} from '../../../../functions/replay/schedules/domain/cron.ts';

/** The next `count` times after `after`, in ISO-8601 to the minute. */
const following = (cron: string, timeZone: string, after: string, count: number): string[] =>
  nextOccurrences(cron, timeZone, Date.parse(after), count).map((at) => new Date(at).toISOString().slice(0, 16));

describe('a cron expression of five fields (interface 10)', () => {
  test.for(['* * * * *', '*/15 0-6/2 1,15 jan-mar MON-FRI', '0 3 * * 7', ' 0 3 * * 1'.trim(), '59 23 31 12 0'])(
    'is valid: %s',
    (cron) => {
      expect(isCron(cron)).toBe(true);
    },
  );

  test.for([
    '',
    '0 3 * *',
    '0 0 3 * * *',
    '0 0 3 * * * 2027',
    '@daily',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * 32 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5/15 * * * *',
    '30-10 * * * *',
    '0 3 L * *',
    '0 3 15W * *',
    '0 3 * * FRI#2',
    '0 3 * * +5',
    '? * * * *',
    '-5 * * * *',
    '1.5 * * * *',
    'a b c d e',
    '0 3 * foo *',
    `${'0,'.repeat(200)}0 * * * *`,
  ])('is invalid: %j', (cron) => {
    expect(isCron(cron)).toBe(false);
  });

  test('has its next time after the given one, to the millisecond', () => {
    const three = Date.parse('2026-11-22T03:00:00.000Z');
    expect(nextOccurrence('0 3 * * *', 'UTC', three - 1)).toBe(three);
    expect(nextOccurrence('0 3 * * *', 'UTC', three)).toBe(three + 86_400_000);
  });

  test.for<[string, string, string[]]>([
    ['a day of month or a day of week, if both are given', '0 0 13 * 5', ['2026-11-27T00:00', '2026-12-04T00:00']],
    ['leap days', '0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['nothing, if the date never comes', '0 0 30 2 *', []],
  ])('names %s', ([, cron, times]) => {
    expect(following(cron, 'UTC', '2026-11-22T12:00Z', 2)).toEqual(times);
  });
});

describe('the time zone of cron', () => {
  test.for(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'US/Eastern'])('is valid: %s', (timeZone) => {
    expect(isTimeZone(timeZone)).toBe(true);
  });

  test.for(['', '+02:00', '-0500', 'Mars/Phobos', 'Berlin', 'UTC+2', ' UTC', 'Europe/Berlin\n'])(
    'is invalid: %j',
    (timeZone) => {
      expect(isTimeZone(timeZone)).toBe(false);
    },
  );

  test.for<[string, string, string, string, string[]]>([
    // Clocks go from 02:00 to 03:00 (07:00 UTC) on 8 March.
    [
      'a skipped time of day runs after the gap',
      '30 2 * * *',
      'America/New_York',
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00', '2026-03-09T06:30'],
    ],
    [
      'steps skip the gap',
      '*/30 * * * *',
      'America/New_York',
      '2026-03-08T06:00Z',
      ['2026-03-08T06:30', '2026-03-08T07:00', '2026-03-08T07:30'],
    ],
    // Clocks go from 02:00 to 01:00 (06:00 UTC) on 1 November.
    [
      'a repeated time of day runs once',
      '30 1 * * *',
      'America/New_York',
      '2026-10-31T12:00Z',
      ['2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'so do lists of times',
      '15,45 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:15', '2026-10-25T00:45', '2026-10-26T01:15'],
    ],
    [
      'steps run in both hours',
      '*/30 1 * * *',
      'America/New_York',
      '2026-11-01T05:00Z',
      ['2026-11-01T05:30', '2026-11-01T06:00', '2026-11-01T06:30'],
    ],
    [
      'a gap of half an hour',
      '10 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:10'],
    ],
    [
      'midnight that is skipped',
      '0 0 * * *',
      'Africa/Cairo',
      '2026-04-23T12:00Z',
      ['2026-04-23T22:00', '2026-04-24T21:00'],
    ],
  ])('decides at changes of the clock: %s', ([, cron, timeZone, after, times]) => {
    expect(following(cron, timeZone, after, times.length)).toEqual(times);
  });
});
