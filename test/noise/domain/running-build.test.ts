import { describe, expect, test } from 'vitest';
import { type Exchange, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const at = (seconds: number) => new Date(REPLAYED_AT + seconds * 1000).toISOString();
const ID = ['9b2d6a1e-5c3f-4d8a-b7e6-1f0c9d8e7a61', '3f8e1c7d-2a9b-4e6f-8d5c-0b1a2c3d4e5f'] as const;
const OTHER_ID = 'c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f';
const text = (size: number, id: string) => `parcel ${id} weighs ${size} kg`;

/**
 * What is suggested of a request that the running build answered with the first value, and the target with the second.
 */
const suggested = (exchanges: readonly Exchange[]) =>
  suggestedOf(exchanges, 'http://main.test').map(({ path, reason }) => `${path} ${reason}`);
const one = (before: unknown, now: unknown, again?: unknown, name = 'v', more: Partial<Exchange> = {}) => ({
  recorded: { [name]: before },
  replayed: { [name]: now },
  ...(again !== undefined && { again: { [name]: again } }),
  recordedAt: REPLAYED_AT,
  ...more,
});
const post = { path: '/o', body: '{}' };
const PRESENCE = 'gift DIFFERS_ON_BASELINE';

describe('two requests to the running build', () => {
  test.for<[name: string, exchange: Exchange, expected: string[]]>([
    ['a value that differs between them', one('a', 'b', 'c'), ['v DIFFERS_ON_BASELINE']],
    ['an id that differs between them', one(ID[0], OTHER_ID, ID[1]), ['v DIFFERS_ON_BASELINE']],
    ['a list whose order differs', one([1, 2, 3], [3, 1, 2], [2, 3, 1]), ['v DIFFERS_ON_BASELINE']],
    ['a current time of the same second', one(at(0), at(1), at(0)), ['v CURRENT_TIME']],
    [
      'a text whose id differs between them',
      one(text(5, ID[0]), text(5, OTHER_ID), text(5, ID[1])),
      ['v DIFFERS_ON_BASELINE'],
    ],
  ])('explain %s', ([, exchange, expected]) => {
    expect(suggested([exchange])[0]).toContain(expected[0]);
    expect(suggested([exchange])).toHaveLength(1);
  });

  test.for<[name: string, exchange: Exchange]>([
    ['a value that they share', one('a', 'b', 'a')],
    ['an id that they share, where the target makes one each time', one(ID[0], OTHER_ID, ID[0])],
    [
      'a random text that they share',
      one('k3J9xQ2mV7tR8wYzL5nB4c', 'Zp6Hd1Fs0Ga9Kj8Xc7Vb5N', 'k3J9xQ2mV7tR8wYzL5nB4c'),
    ],
    ['a part of a text that they share', one(text(5, ID[0]), text(7, OTHER_ID), text(5, ID[1]))],
    ['a list whose order they share', one([...'abcdefgh'], [...'hgfedcba'], [...'abcdefgh'])],
    ['a duration that they share', one(12, 40, 12, 'tookMs')],
    ['a field that the target lacks', { recorded: { a: 1, b: 2 }, replayed: { a: 1 }, again: { a: 1, b: 3 } }],
    ['a type that changed', one(5, '5', 6)],
    ['a time in another form', one(at(0), REPLAYED_AT, at(3))],
  ])('leave %s as a change', ([, exchange]) => {
    expect(suggested([exchange])).toEqual([]);
  });

  const has = { a: 1, gift: { sku: 'S-1', price: 5 } };
  const lacks = { a: 1 };
  test.for<[name: string, exchanges: Exchange[], expected: string[]]>([
    ['the second response lacks, as the target does', [{ recorded: has, replayed: lacks, again: lacks }], [PRESENCE]],
    ['the second response has as the target does', [{ recorded: lacks, replayed: has, again: has }], [PRESENCE]],
    [
      'they have in turn, in either order',
      [
        { recorded: has, replayed: lacks, again: lacks },
        { recorded: lacks, replayed: has, again: has },
      ],
      [PRESENCE],
    ],
    ['both have and the target lacks', [{ recorded: has, replayed: lacks, again: has }], []],
    ['both lack and the target has', [{ recorded: lacks, replayed: has, again: lacks }], []],
    ['a request was not sent again for', [{ recorded: has, replayed: lacks }], []],
    [
      'the target lacks in another request, where both have it',
      [
        { recorded: has, replayed: lacks, again: lacks },
        { recorded: has, replayed: lacks, again: has },
      ],
      [],
    ],
    [
      'the target has in another request, where both lack it',
      [
        { recorded: lacks, replayed: has, again: has },
        { recorded: lacks, replayed: has, again: lacks },
      ],
      [],
    ],
    [
      'the target lacks in another request, which was not sent again',
      [
        { recorded: has, replayed: lacks, again: lacks },
        { recorded: has, replayed: lacks },
      ],
      [],
    ],
    [
      'the second response has, and the target with another value',
      [{ recorded: lacks, replayed: { a: 1, gift: { sku: 'S-1', price: 6 } }, again: has }],
      [],
    ],
    [
      'a value inside differs of in another request',
      [
        { recorded: has, replayed: lacks, again: lacks },
        { recorded: has, replayed: { a: 1, gift: { sku: 'S-1', price: 6 } }, again: has },
      ],
      [],
    ],
    [
      'has another type in another request',
      [
        { recorded: has, replayed: lacks, again: lacks },
        { recorded: has, replayed: { a: 1, gift: 'S-1' }, again: has },
      ],
      [],
    ],
    [
      'stands beside one that both have and the target lacks',
      [{ recorded: { ...has, b: 2 }, replayed: lacks, again: { ...lacks, b: 2 } }],
      [PRESENCE],
    ],
    [
      'is of one of two elements, and the target lacks it in both',
      [{ recorded: { items: [has, has] }, replayed: { items: [lacks, lacks] }, again: { items: [lacks, has] } }],
      [],
    ],
    [
      'is a new sensitive one',
      [{ recorded: lacks, replayed: { a: 1, password: 'x' }, again: { a: 1, password: 'x' } }],
      [],
    ],
  ])('explain a field only where it differs between them: one that %s', ([, exchanges, expected]) => {
    expect(suggested(exchanges)).toEqual(expected);
  });

  test('leave the id of an object made in the run, if they share it', () => {
    const made = (id: string) => ({ session: { id, createdAt: at(-5) } });
    const exchange = { recorded: made('a8Kd92mX'), replayed: made('Zq71Lp0s'), again: made('a8Kd92mX') };
    expect(suggested([{ ...exchange, recordedAt: REPLAYED_AT }])).toEqual([]);
  });

  test('explain a duration by its name, if it differs in a third of the requests or more', () => {
    const same = one(3, 4, 3, 'tookMs');
    const differing = one(3, 4, 5, 'tookMs');
    expect(suggested([differing, same, same])).toEqual(['tookMs MEASURED_DURATION']);
    expect(suggested([differing, same, same, same])).toEqual([]);
  });

  test('say nothing of a request that was not sent again, whose form counts as before', () => {
    expect(suggested([one(ID[0], OTHER_ID, undefined, 'v', post)])).toEqual(['v RANDOM_ID']);
    expect(suggested([one('a', 'b', undefined, 'v', post)])).toEqual([]);
  });

  test('count the requests that were sent again as evidence', () => {
    expect(suggestedOf([one('a', 'b', 'c'), one('a', 'd', 'e')], 'http://main.test')[0]?.evidence).toEqual({
      requests: 2,
      sentAgain: 2,
      reasons: [{ reason: 'DIFFERS_ON_BASELINE', requests: 2, forms: [] }],
    });
  });
});
