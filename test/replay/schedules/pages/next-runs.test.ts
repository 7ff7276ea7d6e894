import { expect, test } from 'vitest';
import { nextRuns } from '../../../../functions/replay/schedules/pages/next-runs.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const NIGHTLY = { cron: '0 2 * * *', timeZone: 'Europe/Berlin' };
const textOf = async (schedule: Parameters<typeof nextRuns>[0]) =>
  String(await nextRuns(schedule, NOW))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('the next runs are in words and in the time zone of the schedule, with the two after them', async () => {
  const nextAt = Date.parse('2026-11-21T01:00:00Z');
  expect(await textOf({ ...NIGHTLY, nextAt })).toBe('tomorrow at 02:00 in 15 hours, then Sunday and Monday');
});

test('runs of one day are named by their times, and those of each hour as such', async () => {
  const nextAt = Date.parse('2026-11-20T10:15:00Z');
  expect(await textOf({ cron: '15,45 * * * *', timeZone: 'UTC', nextAt })).toContain('then 10:45 and 11:15');
  expect(await textOf({ cron: '15 * * * *', timeZone: 'UTC', nextAt })).toBe(
    'today at 10:15 UTC in 15 minutes, then each hour',
  );
});

test('a day after tomorrow is named by its date', async () => {
  const nextAt = Date.parse('2026-11-26T15:00:00Z');
  expect(await textOf({ cron: '0 16 * * 4', timeZone: 'Europe/Berlin', nextAt })).toContain(
    'Thursday 26 November at 16:00 in 6 days',
  );
});

test('a paused schedule says when it would run', async () => {
  expect(await textOf({ ...NIGHTLY, nextAt: null })).toBe('none while paused would be tomorrow at 02:00');
});
