import { describe, expect, test } from 'vitest';
import { growthPerHour } from './growth-per-hour.ts';

const every10s = (values: readonly number[]) => values.map((value, index) => ({ atMs: index * 10_000, value }));
const series = (length: number, of: (index: number) => number) => every10s(Array.from({ length }, (_, at) => of(at)));

describe('growthPerHour', () => {
  test.for<[string, (index: number) => number, number]>([
    ['a constant', () => 100, 0],
    ['1 in 10 s', (index) => index, 360],
    ['a fall', (index) => 1000 - index, -360],
    ['a warm-up that ends', (index) => Math.min(index, 30) * 10, 0],
    ['a saw that returns', (index) => 100 + (index % 2), 0],
    ['a leak below a saw', (index) => index / 36 + (index % 2) * 50, 10],
  ])('returns the growth of %s', ([, of, growth]) => {
    expect(Math.abs(growthPerHour(series(90, of)) - growth)).toBeLessThan(30);
    expect(Math.abs(growthPerHour(series(9000, of)) - growth)).toBeLessThan(1);
  });

  test('returns NaN for fewer than two samples', () => {
    expect(growthPerHour([])).toBeNaN();
    expect(growthPerHour(every10s([1]))).toBeNaN();
  });
});
