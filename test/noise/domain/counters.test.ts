import { describe, expect, test } from 'vitest';
import { type Exchange, RECORDED_AT, suggestedOf } from './suggested-of.ts';

/** Responses to POSTs, one each second, with a number in a field. */
const posts = (name: string, recorded: readonly number[], replayed: readonly number[], operation = '/orders') =>
  recorded.map(
    (number, at): Exchange => ({
      recorded: { order: { [name]: number } },
      replayed: { order: { [name]: replayed[at] } },
      body: '{}',
      operation,
      recordedAt: RECORDED_AT + 1000 * at,
    }),
  );
/** Responses to a GET that was sent again, between those to POSTs. */
const gets = (name: string, triples: readonly (readonly [recorded: number, replayed: number, again: number])[]) =>
  triples.map(
    ([recorded, replayed, again], at): Exchange => ({
      recorded: { [name]: recorded },
      replayed: { [name]: replayed },
      again: { [name]: again },
      operation: '/state',
      recordedAt: RECORDED_AT + 1000 * at + 500,
    }),
  );
const suggested = (...exchanges: Exchange[]) =>
  suggestedOf(exchanges).flatMap(({ operation, path, reason }) =>
    operation === '/orders' ? [`${path} ${reason}`] : [],
  );

describe('numbers in responses that are never sent again (interface 3.1)', () => {
  test.for<[isCounter: boolean, why: string, name: string, recorded: number[], replayed: number[]]>([
    [true, 'a total that rises by one', 'total', [12, 13, 14, 15, 16], [25, 26, 27, 28, 29]],
    [true, 'a sequence with gaps', 'seq', [118, 121, 122, 130, 131], [131, 134, 135, 143, 144]],
    [false, 'too few requests', 'seq', [118, 119, 120, 121], [131, 132, 133, 134]],
    [false, 'gaps in a field with another name', 'stars', [118, 121, 122, 130, 131], [131, 134, 135, 143, 144]],
    [false, 'one number that is off', 'seq', [118, 119, 120, 121, 122], [131, 132, 133, 134, 140]],
    [false, 'numbers that fall', 'seq', [122, 121, 120, 119, 118], [131, 130, 129, 128, 127]],
    [false, 'one constant that became another', 'rev', [2, 2, 2, 2, 2], [3, 3, 3, 3, 3]],
    [false, 'prices', 'price', [10, 11, 12, 13, 14], [11, 12, 13, 14, 15]],
    [false, 'a sum of money', 'totalAmount', [1, 2, 3, 4, 5], [2, 3, 4, 5, 6]],
    [false, 'fractions', 'seq', [1.5, 2.5, 3.5, 4.5, 5.5], [2.5, 3.5, 4.5, 5.5, 6.5]],
  ])('are a counter (%s) for %s', ([isCounter, , name, recorded, replayed]) => {
    const found = suggested(...posts(name, recorded, replayed));
    expect(found).toEqual(isCounter ? [`order.${name} COUNTER`] : []);
  });

  test.for<[isCounter: boolean, why: string, of: string, recorded: number[], replayed: number[]]>([
    [true, 'between the numbers of the other requests', 'served', [10, 14], [200, 206]],
    [false, 'another name', 'sold', [10, 14], [200, 206]],
    [false, 'a number that does not belong there', 'served', [10, 14], [200, 900]],
    [false, 'a recorded number that does not belong there', 'served', [10, 9], [200, 206]],
  ])(
    'are a counter (%s) where a field of other requests rises each time: %s',
    ([isCounter, , name, recorded, replayed]) => {
      const seen = gets('served', [
        [12, 203, 204],
        [16, 208, 209],
      ]);
      const found = suggested(...posts(name, recorded, replayed), ...seen);
      expect(found).toEqual(isCounter ? [`order.${name} COUNTER`] : []);
    },
  );

  test('are not a counter if a field of other requests stays the same when they are sent again', () => {
    const seen = gets('served', [
      [12, 203, 203],
      [16, 208, 209],
    ]);
    expect(suggested(...posts('served', [10, 14], [200, 206]), ...seen)).toEqual([]);
  });

  test('leave a changed price beside a counter as a change', () => {
    const exchanges = posts('seq', [118, 119, 120, 121, 122], [131, 132, 133, 134, 135]).map((one) => ({
      ...one,
      recorded: { ...(one.recorded as object), price: 10 },
      replayed: { ...(one.replayed as object), price: 12 },
    }));
    expect(suggested(...exchanges)).toEqual(['order.seq COUNTER']);
  });
});
