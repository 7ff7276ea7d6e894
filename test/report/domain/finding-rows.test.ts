import { describe, expect, test } from 'vitest';
import { type FindingFilter, filteredFindings, findingRows } from '../../../functions/report/domain/finding-rows.ts';

const touched = (operationName: string, methods?: string[]) => ({
  operationName,
  affectedRequests: 1,
  totalRequests: 4,
  ...(methods && { methods }),
});

const counts = { affectedRequests: 1, totalRequests: 4 };

const rows = findingRows({
  fields: [
    {
      operation: '/orders',
      kind: 'FIELD_VALUE',
      subject: 'total',
      pairs: [
        { recorded: '10', replayed: '11', requests: 2, item: 8 },
        { recorded: '20', replayed: null, requests: 3, item: 9 },
      ],
    },
    {
      operation: '/carts',
      kind: 'FIELD_VALUE',
      subject: 'total',
      pairs: [{ recorded: '10', replayed: '11', requests: 4, item: 3 }],
    },
    {
      operation: '/carts',
      kind: 'FIELD_VALUE',
      subject: 'currency',
      pairs: [{ recorded: 'EUR', replayed: 'CHF', requests: 4, item: 3 }],
    },
    {
      operation: '/carts',
      kind: 'FIELD_TYPE',
      subject: 'total',
      pairs: [{ recorded: '"10"', replayed: '10', requests: 9, item: 1 }],
    },
  ],
  read: 9,
  failing: 9,
})([
  {
    group: 'needsAction',
    entry: {
      kind: 'FIELD_VALUE',
      subjects: ['total', 'currency'],
      interfaces: [touched('/orders', ['GET', 'POST']), touched('/carts')],
      ...counts,
    },
  },
  {
    group: 'toReview',
    entry: { kind: 'NEW_FIELD', subjects: ['eta'], interfaces: [touched('/orders', ['GET'])], ...counts },
  },
  { group: 'needsAction', entry: { kind: 'NOT_FOUND', subjects: ['404'], interfaces: [touched('/pay')], ...counts } },
]);

describe('findingRows', () => {
  test('adds up the requests of a pair of values over the endpoints of a finding, most frequent first', () => {
    expect(rows[0]?.pairs).toEqual([
      { recorded: '10', replayed: '11', requests: 6, item: 8 },
      { recorded: '20', replayed: null, requests: 3, item: 9 },
    ]);
  });

  test('has the values of each field of a finding, and none of a field without samples', () => {
    expect(rows[0]?.pairsOf('currency')).toEqual([{ recorded: 'EUR', replayed: 'CHF', requests: 4, item: 3 }]);
    expect(rows[0]?.pairsOf('tax')).toEqual([]);
    expect(rows[1]?.pairs).toEqual([]);
  });

  test('has no values for a round without samples', () => {
    const [row] = findingRows(undefined)(rows.slice(0, 1));
    expect(row).toMatchObject({ id: rows[0]?.id, group: 'needsAction', pairs: [] });
  });
});

const NO_FILTER: FindingFilter = { text: '', endpoint: '', kind: '', isNewOnly: false };

describe('filteredFindings', () => {
  test.for<[what: string, filter: Partial<FindingFilter>, found: string[]]>([
    ['nothing', {}, ['FIELD_VALUE', 'NEW_FIELD', 'NOT_FOUND']],
    ['a part of a field, whatever its case and the spaces around it', { text: ' CURR ' }, ['FIELD_VALUE']],
    ['a part of its first field', { text: 'TOTA' }, ['FIELD_VALUE']],
    ['a part of a recorded value', { text: 'eur' }, ['FIELD_VALUE']],
    ['a part of a replayed value of a later field', { text: 'chf' }, ['FIELD_VALUE']],
    ['a part of an endpoint', { text: '/ord' }, ['FIELD_VALUE', 'NEW_FIELD']],
    ['an endpoint with its methods', { text: 'get, post /orders' }, ['FIELD_VALUE']],
    ['a text that no finding has', { text: 'null' }, []],
    ['an endpoint by one of its methods', { endpoint: 'POST /orders' }, ['FIELD_VALUE']],
    ['an endpoint without known methods', { endpoint: '/carts' }, ['FIELD_VALUE']],
    ['a part of an endpoint as endpoint', { endpoint: '/cart' }, []],
    ['a kind', { kind: 'NEW_FIELD' }, ['NEW_FIELD']],
    ['new findings', { isNewOnly: true }, ['NOT_FOUND']],
    ['a kind among new findings', { kind: 'NEW_FIELD', isNewOnly: true }, []],
  ])('finds by %s', ([, filter, found]) => {
    const newIds = new Set([rows[2]?.id ?? '']);
    const shown = filteredFindings(rows, { ...NO_FILTER, ...filter }, newIds);
    expect(shown.map(({ entry }) => entry.kind)).toEqual(found);
  });
});
