import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spread } from '../../../functions/replay/domain/spread.ts';

const cases = (shapes: string) => [...shapes].map((shape, index) => ({ one: `${shape}${index}`, shape }));

describe('spread', () => {
  test.for<[string, number, string[], [number, number]]>([
    ['', 3, [], [0, 0]],
    ['aaaab', 2, ['a0', 'b4'], [2, 2]],
    ['aaaab', 3, ['a0', 'b4', 'a1'], [2, 2]],
    ['aabbc', 2, ['a0', 'b2'], [2, 3]],
    ['abc', 9, ['a0', 'b1', 'c2'], [3, 3]],
    ['aaabac', 5, ['a0', 'b3', 'c5', 'a1', 'a2'], [3, 3]],
  ])('selects of %s at most %i', ([shapes, limit, chosen, [covered, of]]) => {
    expect(spread(cases(shapes), limit)).toEqual({ chosen, shapes: { covered, of } });
  });

  test('selects as many cases as `newest`, none twice, and every shape before a second case of another', () => {
    const shape = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (given, limit) => {
        const { chosen, shapes } = spread(cases(given.join('')), limit);
        expect(chosen).toHaveLength(Math.min(limit, given.length));
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(new Set(chosen.map(([first]) => first)).size).toBe(shapes.covered);
        expect(shapes).toEqual({ covered: Math.min(limit, new Set(given).size), of: new Set(given).size });
      }),
    );
  });
});
