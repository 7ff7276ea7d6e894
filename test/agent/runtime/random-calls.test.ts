import { describe, expect, test } from 'vitest';
import { randomCalls, recordedRandomness, seededDraw } from '../../../agent/runtime/random-calls.ts';

describe('random values', () => {
  test('are stored as one call of the runtime for each function, and read back', () => {
    const randomness = new Map<string, unknown[]>([
      ['Math.random', [0.5, 0.25]],
      ['crypto.randomUUID', ['a']],
    ]);
    const calls = randomCalls(randomness);
    expect(calls[0]).toMatchObject({
      kind: 'other',
      target: 'runtime',
      operation: 'random',
      request: { function: 'Math.random' },
    });
    expect(recordedRandomness({ items: calls })).toEqual(randomness);
    expect(recordedRandomness(null)).toEqual(new Map());
  });

  test('repeat for the same seed, lie in [0, 1) and differ from each other', () => {
    const [one, same, other] = [seededDraw('case-1'), seededDraw('case-1'), seededDraw('case-2')];
    const values = Array.from({ length: 1000 }, one);
    expect(Array.from({ length: 1000 }, same)).toEqual(values);
    expect(other()).not.toBe(values[0]);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(new Set(values).size).toBe(1000);
    expect(values.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
  });
});
