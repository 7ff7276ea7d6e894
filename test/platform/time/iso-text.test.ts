import { expect, test } from 'vitest';
import { isoDate, isoText, isoTextOrNull } from '../../../functions/platform/time/iso-text.ts';

test('isoText writes times with milliseconds in UTC', () => {
  expect(isoText(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(isoText(Date.UTC(2026, 1, 28, 23, 59, 59, 7))).toBe('2026-02-28T23:59:59.007Z');
});

test('isoTextOrNull keeps null, and writes 0 as a time', () => {
  expect([isoTextOrNull(null), isoTextOrNull(0)]).toEqual([null, '1970-01-01T00:00:00.000Z']);
});

test.for([
  [Date.UTC(2026, 0, 1) - 1, '2025-12-31'],
  [Date.UTC(2026, 0, 1), '2026-01-01'],
] as const)('isoDate returns for %j the day %j', ([time, day]) => {
  expect(isoDate(time)).toBe(day);
});
