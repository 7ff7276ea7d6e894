import { describe, expect, test } from 'vitest';
import { isSampled, samplePosition } from '../../../../functions/evaluation/domain/policies/sampling.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traces = Array.from({ length: 10_000 }, (_, index) => index.toString(16).padStart(32, '0'));

describe('stable_hash (evaluation 3.13)', () => {
  // Calculated by another implementation (hashlib).
  test.for<[salt: string, traceId: string, position: number]>([
    ['s', '4bf92f3577b34da6a3ce929d0e0e4736', 0.5932652523632806],
    ['orders', '4bf92f3577b34da6a3ce929d0e0e4736', 0.7171177938635032],
    ['', '00000000000000000000000000000001', 0.3317656719519013],
    [
      'sha256:9a759a759a759a759a759a759a759a759a759a759a759a759a759a759a759a75',
      'ffffffffffffffffffffffffffffffff',
      0.9134893638722894,
    ],
    ['s', 'é', 0.776375503465161],
  ])('maps salt %s and trace %s to %d', ([salt, traceId, position]) => {
    expect(samplePosition(salt, traceId)).toBe(position);
  });

  test('puts a position into the sample of every rate above it, and of none up to it', () => {
    const position = samplePosition('s', TRACE);
    expect(isSampled(position, position)).toBe(false);
    expect(isSampled(position, position + 2 ** -53)).toBe(true);
    expect(isSampled(1 - 2 ** -53, 1)).toBe(true);
  });

  test('selects everything at rate 1, and about 2 % at rate 0.02', () => {
    const at = (rate: number) => traces.filter((trace) => isSampled(samplePosition('s', trace), rate));
    expect(at(1)).toHaveLength(traces.length);
    expect(at(0.02).length).toBeGreaterThan(150);
    expect(at(0.02).length).toBeLessThan(250);
  });

  test('gives nested samples for one salt, and others for another salt', () => {
    const at = (salt: string, rate: number) => traces.filter((trace) => isSampled(samplePosition(salt, trace), rate));
    const wide = new Set(at('s', 0.1));
    expect(at('s', 0.02).every((trace) => wide.has(trace))).toBe(true);
    expect(at('other', 0.02).every((trace) => wide.has(trace))).toBe(false);
  });
});
