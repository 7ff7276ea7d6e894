import { describe, expect, test } from 'vitest';
import { MAX_CHANCE_LENGTH } from '../../../functions/noise/domain/judge-order.ts';
import { answer, type Exchange, suggestedOf } from './suggested-of.ts';

const suggested = (exchanges: readonly Exchange[]) =>
  suggestedOf(exchanges).map(({ path, ruleKind, reason }) => [path, ruleKind, reason].join(' '));
const products = (...ids: number[]) => ids.map((number) => ({ id: number, name: `product ${number}` }));
const LONG = Array.from({ length: MAX_CHANCE_LENGTH + 1 }, (_, at) => at + 1);
const rotated = (list: readonly number[], by: number) => [...list.slice(by), ...list.slice(0, by)];
const ORDER = 'ignore-order DIFFERS_BETWEEN_REPLAYS';

const id = (run: number, at: number) => `${run}${at}0e8a3c-5d1b-4c2a-9f3e-1a2b3c4d5e6f`;
/** Elements of these names, in the order of ids that chance made. */
const made = (run: number, names: string) => [...names].map((sku, at) => ({ id: id(run, at), sku, cents: 1 }));
const byKind = (kind: string, elements: ReturnType<typeof made>) => elements.map((element) => ({ kind, ...element }));
/** Elements beside one with an id of its own and a revision, in the order of their ids. */
const besideFixed = (elements: ReturnType<typeof made>, hash: string) =>
  [...elements, { id: '19-fixed', sku: 'z', cents: 1, rev: `1-${hash}` }].sort((a, b) => (a.id < b.id ? -1 : 1));
const ID = 'items[*].id ignore RANDOM_ID';

describe('the order of a list (interface 3.1 a)', () => {
  test.for<[suggested: string[], why: string, exchanges: Exchange[]]>([
    [
      [`items ${ORDER}`],
      'differs between two replays of the new build',
      [{ recorded: { items: [1, 2, 3] }, replayed: { items: [3, 1, 2] }, again: { items: [2, 3, 1] } }],
    ],
    [
      [`items ${ORDER}`],
      'of objects with ids',
      [
        {
          recorded: { items: products(1, 2, 3) },
          replayed: { items: products(3, 1, 2) },
          again: { items: products(1, 2, 3) },
        },
      ],
    ],
    [
      [`$ ${ORDER}`],
      'of a response that is a list',
      [{ recorded: products(1, 2, 3), replayed: products(3, 1, 2), again: products(2, 1, 3) }],
    ],
    [
      [],
      'is another one in the new build, each time',
      [{ recorded: [1, 2, 3], replayed: [3, 1, 2], again: [3, 1, 2] }],
    ],
    [[], 'of a request that was not sent again', [{ recorded: [1, 2, 3], replayed: [3, 1, 2] }]],
    [
      [`items ${ORDER}`],
      'a short list has the same order twice by chance',
      [
        { recorded: { items: [1, 2] }, replayed: { items: [2, 1] }, again: { items: [2, 1] } },
        { recorded: { items: [1, 2] }, replayed: { items: [2, 1] }, again: { items: [1, 2] } },
      ],
    ],
    [
      [],
      'short lists have the same order twice too often',
      [1, 2, 3, 4].map((time) => ({
        recorded: { items: [1, 2] },
        replayed: { items: [2, 1] },
        again: { items: time === 1 ? [1, 2] : [2, 1] },
      })),
    ],
    [
      [],
      'a long list has the same order twice',
      [
        { recorded: { items: LONG }, replayed: { items: rotated(LONG, 1) }, again: { items: rotated(LONG, 1) } },
        { recorded: { items: LONG }, replayed: { items: rotated(LONG, 1) }, again: { items: rotated(LONG, 2) } },
      ],
    ],
    [
      [`items ${ORDER}`],
      'its length changed elsewhere, which remains a finding',
      [
        { recorded: { items: [1, 2, 3] }, replayed: { items: [3, 1, 2] }, again: { items: [2, 3, 1] } },
        { recorded: { items: [1, 2, 3] }, replayed: { items: [1, 2] }, again: { items: [1, 2] } },
      ],
    ],
    [
      [],
      'a rule for it would cover the order of another list',
      [
        {
          recorded: { m: { '1001': [1, 2, 3], total: [1, 2, 3] } },
          replayed: { m: { '1001': [3, 1, 2], total: [3, 1, 2] } },
          again: { m: { '1001': [2, 3, 1], total: [3, 1, 2] } },
        },
      ],
    ],
  ])('has the suggestions %j: %s', ([expected, , exchanges]) => {
    expect(suggested(exchanges)).toEqual(expected);
  });

  test.for<[suggested: string[], why: string, recorded: unknown[], replayed: unknown[]]>([
    [['items ignore-order SORTED_BY_RANDOM_ID', ID], 'up', made(1, 'abcd'), made(2, 'cadb')],
    [[ID], 'another order', made(1, 'abcd'), made(2, 'cadb').reverse()],
    [[ID], 'not sorted when it was recorded', made(1, 'abcd').reverse(), made(2, 'cadb')],
    [[ID], 'too short to tell', made(1, 'abc'), made(2, 'cab')],
    [
      ['items ignore-order SORTED_BY_RANDOM_ID', ID, 'items[*].rev ignore RANDOM_ID'],
      'fixed ids are among the random ones, and revisions',
      besideFixed(made(1, 'abcd'), 'd41d8cd98f00b204e9800998ecf8427e'),
      besideFixed(made(2, 'cadb'), '0cc175b9c0f1b6a831c399e269772661'),
    ],
    [
      ['items ignore-order SORTED_BY_RANDOM_ID', ID],
      'by another member first',
      [...byKind('a', made(1, 'abcd')), ...byKind('b', made(3, 'efg'))],
      [...byKind('a', made(2, 'cadb')), ...byKind('b', made(4, 'gef'))],
    ],
    [
      [ID],
      'by another member, whose order changed',
      [...byKind('a', made(1, 'abcd')), ...byKind('b', made(3, 'efg'))],
      [...byKind('b', made(4, 'gef')), ...byKind('a', made(2, 'cadb'))],
    ],
    [[ID], 'one element is another', made(1, 'abcd'), [...made(2, 'cad'), { id: id(2, 9), sku: 'b', cents: 2 }]],
  ])('has, for a list that is sorted by random ids, the suggestions %j: %s', ([expected, , recorded, replayed]) => {
    expect(suggested([{ recorded: { items: recorded }, replayed: { items: replayed } }])).toEqual(expected);
  });

  test('has the number of its requests and of those that differed between the replays', () => {
    const [one] = suggestedOf([
      { recorded: { items: [1, 2] }, replayed: { items: [2, 1] }, again: { items: [2, 1] } },
      { recorded: { items: [1, 2] }, replayed: { items: [2, 1] }, again: { items: [1, 2] } },
    ]);
    expect(one?.evidence).toEqual({
      requests: 2,
      sentAgain: 2,
      reasons: [{ reason: 'DIFFERS_BETWEEN_REPLAYS', requests: 1, forms: [] }],
    });
  });

  test('hides no value that changed in a list of random order', () => {
    const priced = (ids: number[], cents: number) =>
      ids.map((number) => ({ id: number, cents: number === 2 ? cents : 100 }));
    const exchange = {
      recorded: { items: priced([1, 2, 3], 100) },
      replayed: { items: priced([3, 1, 2], 90) },
      again: { items: priced([2, 3, 1], 90) },
    };
    expect(suggested([exchange])).toEqual([`items ${ORDER}`]);
    expect(answer(exchange.again).body).toContain('90');
  });
});
