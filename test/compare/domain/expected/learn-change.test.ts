import { describe, expect, test } from 'vitest';
import { MAX_PAIRS, MAX_VALUE_LENGTH } from '../../../../functions/compare/domain/expected/change.ts';
import { changeText } from '../../../../functions/compare/domain/expected/change-text.ts';
import { coversPair } from '../../../../functions/compare/domain/expected/covers-pair.ts';
import { learnChange } from '../../../../functions/compare/domain/expected/learn-change.ts';

const pairs = (...given: (readonly [unknown, unknown])[]) =>
  given.map(([recorded, replayed]) => ({ recorded: json(recorded), replayed: json(replayed) }));
const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
const urls = (change: (url: string) => string) =>
  ['no=1', 'no=22', 'code=x'].map((query) => {
    const url = `https://carrier.example/de/parcel?${query}`;
    return [url, change(url)] as const;
  });

describe('the change that pairs of values have in common', () => {
  test.for([
    ['one pair', pairs([1, 2]), { is: 'pairs', pairs: pairs([1, 2]) }],
    ['one pair many times', pairs(...Array(50).fill([1, 2])), { is: 'pairs', pairs: pairs([1, 2]) }],
    ['two pairs', pairs([1, 2], ['a', 'b']), { is: 'pairs', pairs: pairs([1, 2], ['a', 'b']) }],
    ['a field that goes', pairs(['a', undefined], ['b', undefined], [3, undefined]), { is: 'removed' }],
    ['a word of texts', pairs(...urls((url) => url.replace('/de/', '/'))), { is: 'text', removed: 'de/', added: '' }],
    ['numbers as texts', pairs([2, '2'], [10, '10'], [-1.5, '-1.5']), { is: 'retyped' }],
    ['a sum', pairs([1, 1.1], [2.35, 2.45], [10, 10.1]), { is: 'sum', by: '0.1' }],
    ['a negative sum', pairs([100, 0], [250, 150], [300, 200]), { is: 'sum', by: '-100' }],
    ['a rounded factor', pairs([29.5, 35.11], [10, 11.9], [99.99, 118.99]), { is: 'factor', by: 1.19, decimals: 2 }],
  ] as const)('is found for %s', ([, given, change]) => {
    expect(learnChange(given)).toEqual(change);
    for (const pair of given) expect(coversPair(change as never, pair)).toBe(true);
  });

  test.for([
    ['nothing', []],
    ['a sealed value', pairs([`sealed.v1.${'a'.repeat(40)}.`, 'b'])],
    ['a value that is too long', pairs(['x'.repeat(MAX_VALUE_LENGTH), 'y'])],
    ['more pairs than are listed', pairs(...Array.from({ length: MAX_PAIRS + 1 }, (_, n) => [n, n * n + 7] as const))],
  ] as const)('is unknown for %s', ([, given]) => {
    expect(learnChange(given)).toBeNull();
  });

  test('is listed up to the maximum of pairs', () => {
    const given = pairs(...Array.from({ length: MAX_PAIRS }, (_, n) => [n, n * n + 7] as const));
    expect(learnChange(given)).toEqual({ is: 'pairs', pairs: given });
  });
});

test.for([
  [6000, true],
  [6001, false],
] as const)('pairs of %i characters together are listed: %s', ([length, isListed]) => {
  const [whole, rest] = [
    pairs(...Array.from({ length: 7 }, (_, n) => [`${n}`.repeat(798), null] as const)),
    length - 7 * 804,
  ];
  const last = pairs([7, 'x'.repeat(rest - 3)]);
  expect(learnChange([...whole, ...last]) !== null).toBe(isListed);
});

describe('a learned change covers', () => {
  const text = learnChange(pairs(...urls((url) => url.replace('/de/', '/'))));
  const factor = learnChange(pairs([29.5, 35.11], [10, 11.9], [99.99, 118.99]));
  const sum = learnChange(pairs([1, 1.1], [2.35, 2.45], [10, 10.1]));
  test.for([
    [text, 'https://other.example/de/a', 'https://other.example/a', true],
    [text, 'https://other.example/de/a', 'https://other.example/b', false],
    [text, 'https://other.example/de/a', 'https://other.example/fr/a', false],
    [text, 'https://other.example/ende/a', 'https://other.example/en/a', false],
    [text, 1, 2, false],
    [factor, 200, 238, true],
    [factor, 200, 239, false],
    [factor, 200, 238.004, false],
    [factor, '200', '238', false],
    [sum, 7, 7.1, true],
    [sum, 7, 7.2, false],
    [sum, 7, undefined, false],
    [sum, undefined, 7, false],
  ] as const)('by its relation only: %#', ([change, recorded, replayed, isCovered]) => {
    expect(change && coversPair(change, { recorded: json(recorded), replayed: json(replayed) })).toBe(isCovered);
  });

  test('no part of a number: 10 to 11 is not 20 to 21', () => {
    const change = learnChange(pairs(['v10', 'v11'], ['v20', 'v21'], ['v30', 'v31']));
    expect(change?.is).toBe('pairs');
  });
});

test('rounded numbers that several factors fit have none', () => {
  // 11/12, and 0.91, 0.92 and 0.93 as well.
  expect(learnChange(pairs([12, 11], [24, 22], [36, 33]))?.is).toBe('pairs');
  expect(learnChange(pairs([1200, 1140], [2400, 2280], [36_000, 34_200]))).toMatchObject({ is: 'factor', by: 0.95 });
});

test('values that only begin like a text of JSON have no relation', () => {
  const headers = ['1', '2', '3'].map((n) => ({ recorded: `"v${n}", W/"a"`, replayed: `"v${n}", W/"b"` }));
  expect(learnChange(headers)).toEqual({ is: 'pairs', pairs: headers });
  const [header = { recorded: null, replayed: null }] = headers;
  expect(coversPair({ is: 'text', removed: 'a', added: 'b' }, header)).toBe(false);
  expect(coversPair({ is: 'retyped' }, header)).toBe(false);
});

test('a change is shown in words, and without values to readers who may not see them', () => {
  const change = learnChange(pairs(['secret a', 'secret b']));
  expect(change && changeText(change, false)).toBe('"secret a" → "secret b"');
  expect(change && changeText(change, true)).not.toContain('secret');
  expect(changeText({ is: 'any' }, false)).toBeNull();
});
