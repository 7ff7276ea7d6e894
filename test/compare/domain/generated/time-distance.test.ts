import { describe, expect, test } from 'vitest';
import { fieldValue } from '../../../../functions/compare/domain/generated/field-value.ts';
import {
  isOtherDistance,
  isOtherTimeForm,
  MAX_DRIFT_MS,
  MIN_OTHER_DISTANCE_MS,
  sameDistanceForm,
} from '../../../../functions/compare/domain/generated/time-distance.ts';

const RECORDED = Date.UTC(2026, 10, 20, 10, 0, 0);
const REPLAYED = Date.UTC(2026, 10, 21, 15, 30, 0);
const HOUR = 3_600_000;
const of = (value: unknown) => {
  const found = fieldValue(JSON.stringify(value));
  if (found === null) throw new Error('no field value');
  return found;
};
const iso = (time: number) => new Date(time).toISOString();
const formOf = (recorded: unknown, replayed: unknown, moments = { recordedAt: RECORDED, replayedAt: REPLAYED }) =>
  sameDistanceForm(of(recorded), of(replayed), moments);

describe('sameDistanceForm', () => {
  test.for<[form: string | null, why: string, recorded: unknown, replayed: unknown]>([
    ['ISO-8601 Z', 'an hour later', iso(RECORDED + HOUR), iso(REPLAYED + HOUR)],
    ['ISO-8601 Z', 'the most that it may drift', iso(RECORDED + HOUR), iso(REPLAYED + HOUR + MAX_DRIFT_MS)],
    [null, 'a ms more', iso(RECORDED + HOUR), iso(REPLAYED + HOUR + MAX_DRIFT_MS + 1)],
    [null, 'a ms less', iso(RECORDED + HOUR), iso(REPLAYED + HOUR - MAX_DRIFT_MS - 1)],
    ['epoch ms', 'a number', RECORDED - HOUR, REPLAYED - HOUR],
    [null, 'another form', iso(RECORDED + HOUR), String(REPLAYED + HOUR)],
    [null, 'no time', 'soon', 'sooner'],
  ])('is %s: %s', ([form, , recorded, replayed]) => {
    expect(formOf(recorded, replayed)).toBe(form);
  });

  test.for<[form: string | null, passed: number, drift: number]>([
    ['ISO-8601 Z', 2000, 1000],
    [null, 2000, 1001],
    [null, 2000, 2000],
    [null, 0, 0],
    [null, -4000, 0],
  ])('is %s if %d ms passed between both and the time drifted by %d ms', ([form, passed, drift]) => {
    const moments = { recordedAt: RECORDED, replayedAt: RECORDED + passed };
    expect(formOf(iso(RECORDED + HOUR), iso(RECORDED + HOUR + passed - drift), moments)).toBe(form);
  });
});

describe('sameDistanceForm of times in minutes', () => {
  const form = 'local year/month/day no seconds';
  test.for<[why: string, form: string | null, recorded: string, replayed: string, at: number, passed: number]>([
    ['the next minute of a clock in another zone', form, '2026/11/20 11:00', '2026/11/20 11:01', 51_000, 15_000],
    ['a minute before', form, '2026/11/20 10:59', '2026/11/20 11:00', 51_000, 15_000],
    ['the clock of the response counts whole seconds', form, '2026/11/20 11:00', '2026/11/20 11:01', 51_000, 8_000],
    ['two minutes', null, '2026/11/20 11:00', '2026/11/20 11:02', 51_000, 15_000],
    ['a time that no clock showed', null, '2026/11/20 11:05', '2026/11/20 11:06', 51_000, 15_000],
    ['a time ahead', null, '2026/11/20 11:02', '2026/11/20 11:03', 51_000, 15_000],
    ['back', null, '2026/11/20 11:01', '2026/11/20 11:00', 51_000, 15_000],
  ])('is right for %s', ([, expected, recorded, replayed, at, passed]) => {
    const moments = { recordedAt: RECORDED + at, replayedAt: RECORDED + at + passed };
    expect(formOf(recorded, replayed, moments)).toBe(expected);
  });
});

test.for<[isOther: boolean, recorded: unknown, replayed: unknown]>([
  [false, '2026-11-20T10:00:00Z', '2026-11-21T15:30:00.5Z'],
  [true, '2026-11-20T10:00:00Z', '2026-11-21T15:30:00+00:00'],
  [true, '2026-11-20T10:00:00Z', '2026-11-21 15:30:00Z'],
  [true, '2026-11-20T10:00:00Z', 'Sat, 21 Nov 2026 15:30:00 GMT'],
  [true, '2026-11-20T10:00:00Z', '21/11/2026'],
  [true, '20/11/2026', '2026-11-21T15:30:00Z'],
  [true, 1_795_255_200, 1_795_255_200_000],
  [false, 1_295_255_200, 1_795_255_200_000],
  [false, 1_795_255_200, 17],
  [false, 'one', 'other'],
])('isOtherTimeForm is %s for %j and %j', ([isOther, recorded, replayed]) => {
  expect(isOtherTimeForm(of(recorded), of(replayed))).toBe(isOther);
});

test.for<[isOther: boolean, why: string, before: number, now: number, again: number]>([
  [true, 'half an hour less, both times', HOUR, HOUR / 2, HOUR / 2],
  [true, 'the least change', HOUR, HOUR - MIN_OTHER_DISTANCE_MS, HOUR - MIN_OTHER_DISTANCE_MS],
  [false, 'a ms less', HOUR, HOUR - MIN_OTHER_DISTANCE_MS + 1, HOUR - MIN_OTHER_DISTANCE_MS],
  [true, 'the most that both replays may drift', HOUR, HOUR / 2, HOUR / 2 + MAX_DRIFT_MS],
  [false, 'a ms more', HOUR, HOUR / 2, HOUR / 2 + MAX_DRIFT_MS + 1],
])('isOtherDistance is %s: %s', ([isOther, , before, now, again]) => {
  const value = (time: number, distance: number) => ({ value: of(iso(time + distance)), at: time });
  const sides = [value(RECORDED, before), value(REPLAYED, now), value(REPLAYED + 5000, again)] as const;
  expect(isOtherDistance(...sides)).toBe(isOther);
});
