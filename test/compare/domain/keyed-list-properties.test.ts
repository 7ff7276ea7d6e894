import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTwo, differencesIn, rulesOf } from './compare-two.ts';

const everyList = rulesOf(
  { kind: 'array-key', path: '$', keys: ['k'] },
  { kind: 'array-key', path: '$..*', keys: ['k'] },
);
const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.string({ maxLength: 2 }), fc.boolean(), fc.constant(null));
/** Documents of nested keyed lists. Keys repeat, are missing, and have any scalar type. */
const { list } = fc.letrec<{ value: unknown; list: unknown[] }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    tie('list'),
    fc.record({ k: scalar, v: tie('value'), l: tie('list') }, { requiredKeys: [] }),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
}));

/** The same document with the elements of every list in another order. */
function reordered(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) {
    const ranked = value.map((element) => ({ rank: random(), element: reordered(element, random) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ element }) => element);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, reordered(member, random)]));
}

/** Random numbers between 0 and 1, the same for one seed. */
function randomOf(initial: number): () => number {
  let state = initial;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

const seed = fc.integer({ min: 1, max: 0x7fffffff });
const compared = (a: unknown, b: unknown) => differencesIn(compareTwo(JSON.stringify(a), JSON.stringify(b), everyList));

describe('the comparison of keyed lists of any documents (interface 11, array-key)', () => {
  test('ignores the order of elements at any depth and with any keys', () => {
    fc.assert(
      fc.property(list, seed, (recorded, from) => {
        expect(compared(recorded, reordered(recorded, randomOf(from)))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('reports every change of content, and never as ARRAY_ORDER', () => {
    fc.assert(
      fc.property(list, list, (recorded, replayed) => {
        const differences = compared(recorded, replayed);
        expect(differences.length > 0).toBe(unordered(recorded) !== unordered(replayed));
        expect(differences.filter((one) => one.startsWith('ARRAY_ORDER'))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('finds the same differences when the sides are swapped', () => {
    const elements = fc.array(fc.record({ k: fc.integer({ min: 0, max: 3 }), v: scalar }), { maxLength: 6 });
    fc.assert(
      fc.property(elements, elements, (recorded, replayed) => {
        expect(compared(recorded, replayed).sort()).toEqual(compared(replayed, recorded).sort());
      }),
      { numRuns: 1000 },
    );
  });

  test('reports lost and gained elements as ARRAY_LENGTH, and compares pairs by field, with unique keys', () => {
    const elements = fc.uniqueArray(
      fc.record({ k: fc.nat({ max: 8 }), v: fc.nat({ max: 1 }), w: fc.nat({ max: 1 }) }),
      {
        selector: ({ k }) => k,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(elements, elements, (recorded, replayed) => {
        const other = new Map(replayed.map((element) => [element.k, element]));
        const pairs = recorded.flatMap((a) => {
          const b = other.get(a.k);
          return b === undefined ? [] : [{ a, b }];
        });
        const expected = [
          ...(pairs.length < Math.max(recorded.length, replayed.length) ? ['ARRAY_LENGTH $'] : []),
          ...(pairs.some(({ a, b }) => a.v !== b.v) ? ['FIELD_VALUE [*].v'] : []),
          ...(pairs.some(({ a, b }) => a.w !== b.w) ? ['FIELD_VALUE [*].w'] : []),
        ];
        expect(compared(recorded, replayed).sort()).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

/** A document as text, independent of the order of elements. */
function unordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(unordered).sort().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${name}:${unordered(member)}`);
  return `{${members.sort().join()}}`;
}
