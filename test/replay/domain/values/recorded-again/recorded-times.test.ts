import { expect, test } from 'vitest';
import { timeAsRecorded } from '../../../../../functions/replay/domain/values/recorded-again/recorded-times.ts';

const times = {
  recordedAt: Date.parse('2026-11-20T10:00:00.400Z'),
  replayedAt: Date.parse('2026-11-22T23:30:00.100Z'),
};

test.each([
  ['2026-11-22T23:30:00Z', '2026-11-20T10:00:00Z'],
  ['2026-11-22T23:29:58.123456Z', '2026-11-20T09:59:58.123456Z'],
  ['2026-11-23T00:30:00+01:00', '2026-11-20T11:00:00+01:00'],
  ['2026-11-22 18:30:05-0500', '2026-11-20 05:00:05-0500'],
  ['2026-11-23T00:29:00Z', '2026-11-20T10:59:00Z'],
  ['1795390200', '1795168800'],
  ['1795390200123', '1795168800123'],
] as const)('%s of a replay is written as %s', (given, expected) => {
  expect(timeAsRecorded(given, times)).toBe(expected);
});

test.each([
  '2026-11-23T00:30:01Z',
  '2026-11-22',
  '2026-11-20T10:00:00Z',
  '1795390200.5',
  '1895390200',
  '17953902001',
  '2026-13-22T23:30:00Z',
  'on 2026-11-22T23:30:00Z',
])('%s stays: it is not a time near the response', (given) => {
  expect(timeAsRecorded(given, times)).toBeNull();
});
