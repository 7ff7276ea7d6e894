import { describe, expect, test } from 'vitest';
import { MIN_PAIRS, p95Ratio, type TimedPair } from '../../../../functions/replay/domain/latency/p95-ratio.ts';
import { numberBelow, seededNumbers } from '../../../../functions/replay/domain/latency/seeded-numbers.ts';

/** Runs whose interval is looked at; each rate below has 3 standard errors of room. */
const RUNS = 200;

/**
 * Creates a source of pairs with log-normal durations, whose logarithms correlate; the replayed ones are `factor` times
 * as long.
 */
function timedPairs() {
  const take = seededNumbers();
  const fraction = () => ((take(1)[0] ?? 0) + 1) / (2 ** 32 + 1);
  const normal = () => Math.sqrt(-2 * Math.log(fraction())) * Math.cos(2 * Math.PI * fraction());
  return (count: number, { factor, correlation }: { factor: number; correlation: number }): TimedPair[] =>
    Array.from({ length: count }, () => {
      const shared = Math.sqrt(correlation) * normal();
      const duration = () => Math.exp(3 + 0.5 * (shared + Math.sqrt(1 - correlation) * normal()));
      return { recorded: duration(), replayed: factor * duration() };
    });
}

describe('the p95 ratio of an endpoint', () => {
  test('is of the nearest ranks: the second longest of 20', () => {
    const pairs = Array.from({ length: 20 }, (_, at) => ({ recorded: at + 1, replayed: 2 * (at + 1) }));
    expect(p95Ratio(pairs)).toEqual({ p95: 2, low: 2, high: 2 });
    expect(p95Ratio(pairs.map((pair) => ({ ...pair, recorded: 20 - pair.recorded })))?.p95).toBeCloseTo(38 / 18, 3);
  });

  test.for([
    [MIN_PAIRS - 1, false],
    [MIN_PAIRS, true],
  ] as const)('of %i requests is there: %s', ([count, isThere]) => {
    const pairs = Array.from({ length: count }, () => ({ recorded: 10, replayed: 100 }));
    expect(p95Ratio(pairs) !== null).toBe(isThere);
  });

  test('has the same interval each time', () => {
    const pairs = timedPairs()(50, { factor: 1, correlation: 0 });
    expect(p95Ratio(pairs)).toEqual(p95Ratio(pairs));
  });

  test('is a number where recorded durations are below the precision', () => {
    const pairs = Array.from({ length: 20 }, () => ({ recorded: 0, replayed: 5 }));
    expect(p95Ratio(pairs)).toEqual({ p95: 50, low: 50, high: 50 });
  });

  test.for([
    { count: 20, correlation: 0 },
    { count: 20, correlation: 0.7 },
    { count: 60, correlation: 0.7 },
  ])('has an interval that holds the true ratio in about 95 of 100 runs: %o', ({ count, correlation }) => {
    const pairs = timedPairs();
    const intervals = Array.from({ length: RUNS }, () => p95Ratio(pairs(count, { factor: 1.2, correlation })));
    const rate = (holds: (low: number, high: number) => boolean) =>
      intervals.filter((one) => one && holds(one.low, one.high)).length / RUNS;
    expect(rate((low, high) => low <= 1.2 && high >= 1.2)).toBeGreaterThan(0.88);
    // A gate at the true ratio fails without a reason about once in 40 runs.
    expect(rate((low) => low > 1.2)).toBeLessThan(0.08);
  });

  test('has a narrower interval where both durations of a request are long for the same reason', () => {
    const width = (correlation: number) => {
      const ratio = p95Ratio(timedPairs()(200, { factor: 1, correlation }));
      return (ratio?.high ?? 0) - (ratio?.low ?? 0);
    };
    expect(width(0.95)).toBeLessThan(width(0) / 2);
  });

  test('of twice as slow an endpoint is proven over 1.2 with 100 requests', () => {
    expect(p95Ratio(timedPairs()(100, { factor: 2, correlation: 0.5 }))?.low).toBeGreaterThan(1.2);
  });
});

describe('seeded numbers', () => {
  test('continue where the last ones ended, and begin the same each time', () => {
    const [one, other] = [seededNumbers(), seededNumbers()];
    expect([...one(3), ...one(5)]).toEqual([...other(8)]);
  });

  test('are spread evenly over what is below an end', () => {
    const counts = new Array<number>(10).fill(0);
    for (const one of seededNumbers()(100_000)) {
      const number = numberBelow(10, one);
      counts[number] = (counts[number] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});
