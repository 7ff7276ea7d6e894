import { expect, test } from 'vitest';
import { currentTimeForm } from '../../../../functions/compare/domain/generated/current-time.ts';
import { localTimes } from '../../../../functions/compare/domain/generated/local-time.ts';
import { sameDistanceForm } from '../../../../functions/compare/domain/generated/time-distance.ts';
import { MAX_CLOCK_DRIFT_MS, timeOfDayForm } from '../../../../functions/compare/domain/generated/time-of-day.ts';

const text = (value: string) => ({ type: 'string' as const, text: value });
const AT_WHOLE_HOURS = { recordedAt: Date.UTC(2026, 10, 23, 9), replayedAt: Date.UTC(2026, 10, 24, 16) };
const MOMENTS = { recordedAt: Date.UTC(2026, 10, 23, 9, 5, 1), replayedAt: Date.UTC(2026, 10, 24, 16, 30, 12) };

test.for<[form: string, written: string, offset?: number]>([
  ['month/day/year comma 12 hours', '11/24/2026, 4:30:12 PM'],
  ['month/day/year comma 12 hours', '11/24/2026, 4:30:12\u202fPM'],
  ['month/day/year', '11/24/2026 16:30:12'],
  ['day/month/year comma', '24/11/2026, 16:30:12'],
  ['day.month.year', '24.11.2026 16:30:12'],
  ['day.month.year comma', '24.11.2026, 16:30:12'],
  ['day-month-year', '24-11-2026 16:30:12'],
  ['year/month/day', '2026/11/24 16:30:12'],
  [
    'month day year GMT+0000 (Coordinated Universal Time)',
    'Tue Nov 24 2026 16:30:12 GMT+0000 (Coordinated Universal Time)',
  ],
  ['month day year GMT+0100 (CET)', 'Tue Nov 24 2026 17:30:12 GMT+0100 (CET)'],
  ['month day year comma 12 hours', 'Nov 24, 2026, 4:30:12 PM'],
  ['month day year month in full 12 hours', 'November 24, 2026 at 4:30:12 PM'],
  ['day month year', '24 Nov 2026 16:30:12'],
  ['day month year +0000', '24/Nov/2026:16:30:12 +0000'],
  ['weekday month day time year', 'Tue Nov 24 16:30:12 2026'],
  ['weekday month day time year UTC', 'Tue Nov 24 16:30:12 UTC 2026'],
])('localTimes recognises %s: %s', ([form, written]) => {
  expect(localTimes(written)[0]).toEqual({ form: `local ${form}`, time: MOMENTS.replayedAt, step: 0 });
});

test.for<[form: string, written: string, hour: number, minute?: number]>([
  ['month abbreviated comma 12 hours no seconds', 'Nov. 24, 2026, 4:30 p.m.', 16, 30],
  ['month abbreviated comma 12 hours no seconds', 'Nov. 24, 2026, 4 p.m.', 16],
  ['month abbreviated comma 12 hours no seconds', 'Nov. 24, 2026, noon', 12],
  ['month abbreviated comma 12 hours no seconds', 'Nov. 24, 2026, midnight', 0],
  ['month in full comma 12 hours no seconds', 'November 24, 2026, 4 PM', 16],
])('localTimes recognises a time without seconds as month day year %s: %s', ([form, written, hour, minute = 0]) => {
  expect(localTimes(written)).toEqual([
    { form: `local month day year ${form}`, time: Date.UTC(2026, 10, 24, hour, minute), step: 60_000 },
  ]);
});

test('localTimes returns each style that a short name of a month may have', () => {
  const styles = (written: string) =>
    localTimes(written).map(({ form }) => form.replace(/^local month day year ?| ?comma 12 hours no seconds$/g, ''));
  expect(styles('Sept. 30, 2026, 4 p.m.')).toEqual(['month abbreviated']);
  expect(styles('June 30, 2026, 4 p.m.')).toEqual(['month in full', 'month abbreviated']);
  expect(styles('May 30, 2026, 4 p.m.')).toEqual(['', 'month in full', 'month abbreviated']);
  expect(styles('Feb 28, 2026, 4 p.m.')).toEqual(['']);
});

test('currentTimeForm recognises a shared style on both sides of the end of a month', () => {
  const [recorded, replayed] = [text('Feb. 28, 2026, 11:59 p.m.'), text('March 1, 2026, midnight')];
  const moments = { recordedAt: Date.UTC(2026, 1, 28, 23, 59, 30), replayedAt: Date.UTC(2026, 2, 1, 0, 0, 10) };
  expect(currentTimeForm(recorded, replayed, moments)).toBe(
    'local month day year month abbreviated comma 12 hours no seconds',
  );
});

test.for<[why: string, written: string]>([
  ['a date alone', '11/24/2026'],
  ['an hour without its half of the day', 'Nov. 24, 2026, 4'],
  ['an abbreviation that newspapers do not use', 'Mar. 24, 2026, 4 p.m.'],
  ['a word that does not name a time of day', 'Nov. 24, 2026, morning'],
  ['no such month', '13/13/2026 10:00:00'],
  ['no such day', '31.02.2026 10:00:00'],
  ['no such hour', '24.11.2026 25:00:00'],
  ['no such half day', '11/24/2026, 16:30:12 PM'],
  ['a version', '24.11.2026'],
  ['text behind it', '24.11.2026 16:30:12 open'],
  ['a sentence', 'November sale 2026: 20 percent'],
  ['a ratio', '16:9'],
  ['a long text', `24.11.2026 16:30:12 (${'x'.repeat(100)})`],
])('localTimes returns nothing for %s', ([, written]) => {
  expect(localTimes(written)).toEqual([]);
});

test('localTimes returns both readings where day and month may be swapped', () => {
  expect(
    localTimes('11/12/2026 10:00').map(({ form, time, step }) => [form, new Date(time).toISOString(), step]),
  ).toEqual([
    ['local month/day/year no seconds', '2026-11-12T10:00:00.000Z', 60_000],
    ['local day/month/year no seconds', '2026-12-11T10:00:00.000Z', 60_000],
  ]);
});

test.for<[form: string | null, why: string, recorded: string, replayed: string]>([
  ['local day/month/year', 'readings that both sides have', '12/11/2026 09:05:01', '13/11/2026 16:30:12'],
  [null, 'no reading that both sides have', '11/23/2026 09:05:01', '24/11/2026 16:30:12'],
  [null, 'another separator', '23.11.2026 09:05:01', '24.11.2026, 16:30:12'],
  [null, 'the seconds went', '23.11.2026 09:05:01', '24.11.2026 16:30'],
  [null, '12 hours instead of 24', '11/23/2026 09:05:01', '11/24/2026 4:30:12 PM'],
])('currentTimeForm of local times is %s: %s', ([form, , recorded, replayed]) => {
  const days = 11 * 24 * 3_600_000;
  const shifted = form === null ? 0 : days;
  const moments = { recordedAt: MOMENTS.recordedAt - shifted, replayedAt: MOMENTS.replayedAt - shifted };
  expect(currentTimeForm(text(recorded), text(replayed), moments)).toBe(form);
});

test.for<[form: string | null, why: string, recorded: string, replayed: string]>([
  ['local day.month.year', 'eight hours east', '23.11.2026 17:05:01', '25.11.2026 00:30:12'],
  ['local day.month.year no seconds', 'without seconds', '23.11.2026 17:05', '25.11.2026 00:30'],
  ['local day.month.year no seconds', 'a minute that had just begun', '23.11.2026 17:05', '25.11.2026 00:31'],
  [null, 'two minutes later', '23.11.2026 17:05', '25.11.2026 00:32'],
  [null, 'an hour later', '23.11.2026 17:05:01', '25.11.2026 01:30:12'],
  [null, 'the same day', '23.11.2026 17:05:01', '23.11.2026 17:35:01'],
])('sameDistanceForm of local times is %s: %s', ([form, , recorded, replayed]) => {
  expect(sameDistanceForm(text(recorded), text(replayed), MOMENTS)).toBe(form);
});

const clock = (time: number) => new Date(time).toISOString().slice(11, 19);

test.for<[form: string | null, why: string, recorded: string, replayed: string]>([
  ['time of day', 'in UTC', '09:05:01', '16:30:12'],
  ['time of day', 'five and a half hours east', '14:35:01', '22:00:12'],
  ['time of day', 'the next day in its zone', '23:05:01', '06:30:12'],
  ['time of day, 12 hours', '12 hours', '9:05:01 AM', '4:30:12 PM'],
  ['time of day', 'the most that it may drift', '09:05:01', clock(MOMENTS.replayedAt + MAX_CLOCK_DRIFT_MS)],
  [null, 'a second more', '09:05:01', clock(MOMENTS.replayedAt + MAX_CLOCK_DRIFT_MS + 1000)],
  [null, 'another zone', '09:05:01', '17:30:12'],
  [null, 'no offset of a zone', '09:09:01', '16:34:12'],
  [null, 'without seconds', '09:05', '16:30'],
  [null, 'opening hours', '09:00:00', '10:00:00'],
  [null, 'another format', '09:05:01', '4:30:12 PM'],
  [null, 'no such hour', '33:05:01', '16:30:12'],
])('timeOfDayForm is %s: %s', ([form, , recorded, replayed]) => {
  expect(timeOfDayForm(text(recorded), text(replayed), MOMENTS)).toBe(form);
});

test('timeOfDayForm is null for opening hours, even if they moved with the clock', () => {
  expect(timeOfDayForm(text('08:00:00'), text('15:00:00'), AT_WHOLE_HOURS)).toBeNull();
  expect(timeOfDayForm(text('08:00:00'), text('15:00:01'), AT_WHOLE_HOURS)).toBe('time of day');
});
