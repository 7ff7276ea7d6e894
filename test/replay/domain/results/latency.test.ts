import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bucketOf,
  bucketStart,
  latencyOf,
  mergeLatency,
  quantileOf,
  wholeLatency,
} from '../../../../functions/replay/domain/results/latency.ts';

const timed = (operation: string, recordedMs: number | null, replayedMs: number | null) => ({
  operation,
  recordedMs,
  replayedMs,
});

describe('the durations of requests', () => {
  test.for([
    [0, 0],
    [1, 1],
    [31, 31],
    [32, 32],
    [33, 32],
    [34, 34],
    [63, 62],
    [64, 64],
    [67, 64],
    [1000, 992],
    [120_000, 118_784],
  ])('are counted with %i ms as %i ms', ([ms, start]) => {
    expect(bucketStart(bucketOf(ms ?? 0))).toBe(start);
  });

  test('are in buckets that begin at or below them, and are at most 6.25 % wide', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (ms) => {
        const start = bucketStart(bucketOf(ms));
        expect(start).toBeLessThanOrEqual(ms);
        expect(bucketStart(bucketOf(ms) + 1)).toBeGreaterThan(ms);
        expect(ms - start).toBeLessThanOrEqual(start / 16);
      }),
    );
  });

  test('have quantiles: the smallest duration that the share does not exceed', () => {
    const [endpoint] = latencyOf(Array.from({ length: 20 }, (_, index) => timed('/a', index + 1, null)));
    expect([0.5, 0.95, 0.99, 1].map((share) => quantileOf(endpoint?.recorded ?? [], share))).toEqual([10, 19, 20, 20]);
    expect(quantileOf(endpoint?.replayed ?? [], 0.5)).toBeNull();
  });

  test('are the same from chunks of any size', () => {
    const requests = [timed('/b', 5, 7), timed('/a', null, 40), timed('/b', 5, null), timed('/b', 900, 3)];
    expect(mergeLatency(requests.flatMap((one) => latencyOf([one])))).toEqual(latencyOf(requests));
    expect(latencyOf(requests).map(({ operation }) => operation)).toEqual(['/a', '/b']);
    expect(wholeLatency(latencyOf(requests)).replayed.map(([, count]) => count)).toEqual([1, 1, 1]);
  });
});
