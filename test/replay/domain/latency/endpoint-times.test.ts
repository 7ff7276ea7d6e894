import { describe, expect, test } from 'vitest';
import { type ComparableTimes, comparableTimes } from '../../../../functions/replay/domain/latency/comparable-times.ts';
import { MAX_TIMED, timesSampler } from '../../../../functions/replay/domain/latency/endpoint-times.ts';

function timesOf(...chunks: { operation: string; method?: string; comparable?: ComparableTimes[] }[]) {
  const sampler = timesSampler();
  for (const chunk of chunks) sampler.add([chunk]);
  return [...sampler.times()];
}

const range = (count: number, timesOfOne: (at: number) => ComparableTimes) =>
  Array.from({ length: count }, (_, at) => timesOfOne(at + 1));

describe('durations that can be compared', () => {
  const timed = { recordedStatus: 200, replayedStatus: 200, recordedMs: 12.345, replayedMs: 6.789 };

  test.for([
    [{}, [12.3, 6.8]],
    [{ replayedStatus: 201 }, [12.3, 6.8]],
    [{ recordedMs: null }, [null, 6.8]],
    [{ recordedMs: 0.04 }, [0, 6.8]],
    [{ replayedStatus: 404 }, null],
    [{ replayedStatus: 500 }, null],
    [{ recordedStatus: 404, replayedStatus: 400 }, [12.3, 6.8]],
    [{ replayedStatus: null }, null],
    [{ recordedStatus: null }, null],
  ] as const)('of a request with %o are %o', ([more, expected]) => {
    expect(comparableTimes({ ...timed, ...more })).toEqual(expected);
  });
});

describe('the times of endpoints', () => {
  test('are gathered over chunks, by endpoint and method, in the order of their names', () => {
    const [a, b] = [range(12, (at) => [at, 2 * at]), range(3, (at) => [at, at])];
    const times = timesOf(
      { operation: '/b', method: 'GET', comparable: b },
      { operation: '/a', method: 'POST', comparable: a },
      { operation: '/a', method: 'GET', comparable: a },
      { operation: '/a', method: 'GET', comparable: a },
    );
    expect(times.map(({ operation, method, replayed }) => [operation, method, replayed.n])).toEqual([
      ['/a', 'GET', 24],
      ['/a', 'POST', 12],
      ['/b', 'GET', 3],
    ]);
    expect(times[0]).toEqual({
      operation: '/a',
      method: 'GET',
      recorded: { p50: 6, p95: 12, p99: 12, n: 24 },
      replayed: { p50: 12, p95: 24, p99: 24, n: 24 },
      ratio: { p95: 2, low: 2, high: 2 },
    });
    expect(times[1]).not.toHaveProperty('ratio');
  });

  test('lack those of recordings without a duration, and the ratio if too few have one', () => {
    const [endpoint] = timesOf({ operation: '/a', comparable: range(40, (at) => [at > 20 ? 10 : null, 10]) });
    expect(endpoint).toMatchObject({ recorded: { n: 20 }, replayed: { n: 40 }, ratio: { p95: 1 } });
    const [few] = timesOf({ operation: '/a', comparable: range(40, (at) => [at > 21 ? 10 : null, 10]) });
    expect(few).toMatchObject({ recorded: { n: 19 } });
    expect(few).not.toHaveProperty('ratio');
    const [none] = timesOf({ operation: '/a', comparable: range(40, () => [null, 10]) });
    expect(none).toEqual({ operation: '/a', replayed: { p50: 10, p95: 10, p99: 10, n: 40 } });
  });

  test('leave out endpoints without a duration', () => {
    expect(timesOf({ operation: '/a' }, { operation: '/b', comparable: [] })).toEqual([]);
  });

  test('come from a random part of many requests, from the first to the last, and count all', () => {
    const count = 20 * MAX_TIMED;
    const chunks = Array.from({ length: 20 }, (_, chunk) => ({
      operation: '/a',
      comparable: range(MAX_TIMED, (at): ComparableTimes => [100, chunk * MAX_TIMED + at]),
    }));
    const [times] = timesOf(...chunks);
    expect(times).toEqual(timesOf(...chunks)[0]);
    expect(times?.replayed.n).toBe(count);
    expect(Math.abs((times?.replayed.p50 ?? 0) / count - 0.5)).toBeLessThan(0.06);
    expect(Math.abs((times?.replayed.p95 ?? 0) / count - 0.95)).toBeLessThan(0.03);
  });
});
