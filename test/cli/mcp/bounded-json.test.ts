import { describe, expect, test } from 'vitest';
import { boundedJson } from '../../../cli/mcp/bounded-json.ts';

describe('an answer for an agent', () => {
  test('is written as it is where it fits', () => {
    const value = { a: [1, 'two', null], b: { c: true } };
    expect(boundedJson(value, 100)).toBe(JSON.stringify(value));
  });

  test.for([
    ['a long list', { rows: Array.from({ length: 5_000 }, (_, n) => `row ${n}`) }, /… \d+ more"\]/],
    ['a long text', { body: 'x'.repeat(100_000) }, /… \d+ more characters/],
    [
      'many members',
      Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`m${n}`, n])),
      /"left_out":"\d+ more members"/,
    ],
    ['what no limit makes small', Array.from({ length: 4 }, () => nested(12)), /The response is too large/],
  ] as const)('is valid JSON of bounded length, and says what is left out of %s', ([, value, note]) => {
    const text = boundedJson(value, 2_000);
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).toMatch(note);
  });

  test('keeps characters of two code units valid where a text is cut', () => {
    const text = boundedJson({ body: '😀'.repeat(5_000) }, 2_000);
    expect(JSON.parse(text).body).toMatch(/more characters$/);
    expect(text.isWellFormed()).toBe(true);
  });
});

/** Lists in lists. */
function nested(depth: number): unknown {
  return depth === 0 ? 'leaf' : Array.from({ length: 2 }, () => nested(depth - 1));
}
