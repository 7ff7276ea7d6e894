import { describe, expect, test } from 'vitest';
import { familiesOf } from '../../../../functions/replay/domain/order/families.ts';
import {
  learnedFamilies,
  type ObservedRequest,
  withLearned,
} from '../../../../functions/replay/domain/order/learned-families.ts';
import { isWrite, MAX_RECORDED_ORDER, runOrder } from '../../../../functions/replay/domain/order/run-order.ts';

describe('the order of a run', () => {
  const reads = [{ method: 'GET' }, { method: 'HEAD' }];
  const writes = [...reads, { method: 'POST' }];
  const many = Array.from({ length: MAX_RECORDED_ORDER }, () => ({ method: 'GET' }));
  test.for([
    ['only reads', {}, reads, { used: 'sessions', reason: 'only reads' }],
    ['writes', {}, writes, { used: 'recorded', reason: 'writes' }],
    ['a method that is not known', {}, [{}], { used: 'recorded', reason: 'writes' }],
    ['as many as are ordered whole', {}, [...many.slice(1), { method: 'PUT' }], { used: 'recorded', reason: 'writes' }],
    ['one more', {}, [...many, { method: 'PUT' }], { used: 'families', reason: 'many writes' }],
    ['many reads', {}, [...many, { method: 'GET' }], { used: 'sessions', reason: 'only reads' }],
    ['a setting', { setting: 'sessions' }, writes, { used: 'sessions', reason: 'setting' }],
    [
      'the run before the setting',
      { setting: 'sessions', run: 'recorded' },
      reads,
      { used: 'recorded', reason: 'run' },
    ],
    ['a pace before the setting', { setting: 'sessions', pace: 2 }, reads, { used: 'recorded', reason: 'pace' }],
  ] as const)('is decided for %s', ([, asked, requests, expected]) => {
    const facts = { requests: requests.length, hasWrites: requests.some(isWrite) };
    expect(runOrder({ run: undefined, pace: undefined, setting: 'auto', ...asked, ...facts })).toEqual(expected);
  });
});

describe('resource families', () => {
  test.for([
    ['/orders', ['order']],
    ['/orders/{id}/items', ['order', 'item']],
    ['GET /orders/{id}', ['order']],
    ['/api/v2/Categories', ['category']],
    ['/orders/17?full=1', ['order']],
    ['/', ['/']],
    ['/graphql', ['/']],
    ['/address', ['address']],
  ] as const)('are read from %s', ([operation, families]) => {
    expect(familiesOf([operation, '/other'])(operation)).toEqual(families);
  });

  test('have no name from the common beginning of all paths', () => {
    const families = familiesOf(['/shop/eu/orders', '/shop/eu/orders/{id}', '/shop/eu/carts']);
    expect(families('/shop/eu/orders')).toEqual(['order']);
    expect(families('/shop/eu/carts')).toEqual(['cart']);
  });

  describe('from recordings', () => {
    const families = familiesOf(['/orders', '/stock', '/offers']);
    const read = (operation: string, answered: string): ObservedRequest => ({
      operation,
      method: 'GET',
      read: { asked: operation, answered },
    });
    const write = (operation: string): ObservedRequest => ({ operation, method: 'POST' });

    test('include a read that changed each time another endpoint wrote', () => {
      const seen = [read('/stock', 'a'), write('/orders'), read('/stock', 'b'), write('/orders'), read('/stock', 'c')];
      const learned = learnedFamilies(seen, families);
      expect(learned).toEqual(new Map([['/stock', new Set(['/orders'])]]));
      const all = withLearned(families, learned);
      expect(all('/stock').filter((family) => all('/orders').includes(family))).toEqual(['by /orders']);
      expect(all('/offers')).toEqual(['offer']);
    });

    test.for<[string, ObservedRequest[]]>([
      ['once is not a proof', [read('/stock', 'a'), write('/orders'), read('/stock', 'b')]],
      [
        'a read that also changes without a write',
        [
          read('/stock', 'a'),
          write('/orders'),
          read('/stock', 'b'),
          write('/orders'),
          read('/stock', 'c'),
          read('/stock', 'd'),
        ],
      ],
      [
        'writes of several endpoints between',
        [
          read('/stock', 'a'),
          write('/orders'),
          write('/offers'),
          read('/stock', 'b'),
          write('/orders'),
          write('/offers'),
          read('/stock', 'c'),
        ],
      ],
      [
        'a read that stays the same',
        [read('/stock', 'a'), write('/orders'), read('/stock', 'a'), write('/orders'), read('/stock', 'a')],
      ],
    ])('are not learned: %s', ([, seen]) => {
      expect(learnedFamilies(seen, families).size).toBe(0);
    });
  });
});
