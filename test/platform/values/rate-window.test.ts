import { expect, test } from 'vitest';
import { takeFromWindow } from '../../../functions/platform/values/rate-window.ts';

const LIMITS = [{ max: 2, windowMs: 60_000 }];
const NOW = 1_800_000_000_000;

test.for<[string, number[], number | null]>([
  ['nothing taken', [], null],
  ['one taken', [NOW - 1], null],
  ['two taken, the first a window ago', [NOW - 60_000, NOW - 1], null],
  ['two taken, the first a ms later', [NOW - 59_999, NOW - 1], 1],
  ['a clock that was set back by 45 s', [NOW + 44_000, NOW + 45_000], 60_000],
  ['a clock that was set back by a day', [NOW + 86_300_000, NOW + 86_400_000], 60_000],
])('takeFromWindow decides with %s', ([, times, fullForMs]) => {
  const looked = takeFromWindow(times, LIMITS, NOW);
  expect('fullForMs' in looked ? looked.fullForMs : null).toBe(fullForMs);
});

test('takeFromWindow does not raise the limit for a clock that was set back', () => {
  const after = takeFromWindow([NOW + 45_000], LIMITS, NOW);
  expect(after).toEqual({ taken: [NOW, NOW] });
});
