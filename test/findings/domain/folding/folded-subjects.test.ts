import { describe, expect, test } from 'vitest';
import {
  foldedSubjects,
  MIN_KEYS_OF_FORM,
  MIN_KEYS_OF_SHAPE,
} from '../../../../functions/findings/domain/folding/folded-subjects.ts';
import type { Cluster } from '../../../../functions/replay/domain/results/clusters.ts';

const clusterOf = (subject: string): Cluster => ({
  operation: '/a',
  hasResult: true,
  failure: null,
  differences: [{ kind: 'FIELD_VALUE', subject, rule: null }],
  truncated: false,
  requests: 1,
  samples: [],
});
const folded = (subjects: readonly string[]): string[] => {
  const fold = foldedSubjects(subjects.map(clusterOf))('/a') ?? ((subject: string) => subject);
  return [...new Set(subjects.map(fold))].sort();
};
const named = (count: number, name: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => name(n));
const word = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');

describe('foldedSubjects', () => {
  test.each<[string, string[], string[]]>([
    ['numbered names', named(MIN_KEYS_OF_FORM, (n) => `prices.p${n}.price`), ['prices.*.price']],
    ['SKUs', named(MIN_KEYS_OF_FORM, (n) => `prices['sku-${n}'].price`), ['prices.*.price']],
    ['names at the root', named(MIN_KEYS_OF_FORM, (n) => `f${n}`), ['*']],
    ['random names', named(MIN_KEYS_OF_FORM, (n) => `stock.a${n}b${n}`), ['stock.*']],
    ['numbers below compared forms', [...named(MIN_KEYS_OF_FORM, (n) => `p['${n}'].x`), 'p.*.x'], ['p.*.x']],
    ['in lists', named(MIN_KEYS_OF_FORM, (n) => `items[*].prices.p${n}`), ['items[*].prices.*']],
    ['maps in maps', named(MIN_KEYS_OF_FORM * 2, (n) => `o.k${n}.l.m${n}.x`), ['o.*.l.*.x']],
    [
      'names without digits that all differ in the same member',
      named(MIN_KEYS_OF_SHAPE, (n) => `prices.${word(n)}.price`),
      ['prices.*.price'],
    ],
  ])('folds %s', (_, subjects, expected) => {
    expect(folded(subjects)).toEqual(expected);
    expect(folded(subjects.toReversed())).toEqual(expected);
  });

  test.each<[string, string[]]>([
    ['one fewer of a form', named(MIN_KEYS_OF_FORM - 1, (n) => `prices.p${n}.price`)],
    ['one fewer of a shape', named(MIN_KEYS_OF_SHAPE - 1, (n) => `prices.${word(n)}.price`)],
    ['many fields without digits', named(MIN_KEYS_OF_SHAPE * 2, (n) => word(n))],
    ['numbers after different words', named(MIN_KEYS_OF_FORM, (n) => `${word(n)}1`)],
    ['headers', named(MIN_KEYS_OF_FORM, (n) => `@headers['x-${n}']`)],
  ])('does not fold %s', (_, subjects) => {
    expect(folded(subjects)).toEqual(subjects.toSorted());
  });

  test('keeps fields beside keys and different fields below them apart', () => {
    const keys = named(MIN_KEYS_OF_FORM, (n) => `p${n}`);
    const subjects = ['price', 'cost', 'line1', ...keys.flatMap((key) => [`${key}.price`, `${key}.cost`])];
    expect(folded(subjects)).toEqual(['*.cost', '*.price', 'cost', 'line1', 'price']);
  });

  test('does not count names of other endpoints or other objects', () => {
    const half = MIN_KEYS_OF_FORM / 2;
    const clusters = [
      ...named(half, (n) => `p.k${n}`).map(clusterOf),
      ...named(half, (n) => `q.k${n}`).map(clusterOf),
      ...named(half, (n) => `p.k${half + n}`).map((subject) => ({ ...clusterOf(subject), operation: '/b' })),
    ];
    expect(foldedSubjects(clusters)('/a')).toBeNull();
    expect(foldedSubjects(clusters)('/b')).toBeNull();
  });
});
