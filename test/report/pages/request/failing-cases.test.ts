import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../../functions/compare/domain/kinds.ts';
import type { CurrentRules } from '../../../../functions/findings/domain/classify.ts';
import { saysAllOf, stillFailing } from '../../../../functions/findings/domain/failed-cases.ts';
import type { ResultHead } from '../../../../functions/replay/domain/results/result-head.ts';
import { filteredClusters, requestsOf } from '../../../../functions/report/domain/failing-requests.ts';
import { neighboursOf, withoutMarked } from '../../../../functions/report/pages/request/failing-cases.ts';
import { positionAmong } from '../../../../functions/report/pages/request/toolbar/request-position.ts';
import { failingPage, MAX_RESULTS_SEARCHED } from '../../../../functions/report/service/failing-page.ts';

const cluster = (operation: string, items: number[], ...differences: [Kind, string][]) => ({
  operation,
  items,
  samples: [],
  differences: differences.map(([kind, subject]) => ({ kind, subject })),
});

const CLUSTERS = [
  cluster('/a', [1, 4, 9], ['FIELD_VALUE', 'x']),
  cluster('/a', [2], ['FIELD_VALUE', 'x'], ['NEW_FIELD', 'y']),
  { ...cluster('/b', [7], ['SERVER_ERROR', '500']), method: 'POST' },
];

describe('the neighbours of a failing request', () => {
  test.for([
    [0, null, 1],
    [1, null, 2],
    [2, 1, 4],
    [3, 2, 4],
    [7, 4, 9],
    [9, 7, null],
    [50, 9, null],
  ])('are around %i: %s and %s', ([item, previous, next]) => {
    expect(neighboursOf(CLUSTERS, item ?? 0)).toEqual({ previous, next });
  });

  test('leave out requests marked as expected, also in the numbers', () => {
    const left = withoutMarked(CLUSTERS, [{ item: 4 }, { item: 7 }]);
    expect(neighboursOf(left, 2)).toEqual({ previous: 1, next: 9 });
    expect(positionAmong(left, 9)).toEqual({ position: 3, total: 3 });
    expect(positionAmong(left, 4)).toEqual({ position: null, total: 3 });
  });

  test('are null if no request fails', () => {
    expect(neighboursOf([], 3)).toEqual({ previous: null, next: null });
  });
});

const ANY = { operation: '', method: '', endpoint: '', kind: '', subject: '' };

describe('the failing requests', () => {
  test.for<[filter: Partial<typeof ANY>, items: number[]]>([
    [{}, [1, 2, 4, 7, 9]],
    [{ operation: '/a' }, [1, 2, 4, 9]],
    [{ kind: 'NEW_FIELD' }, [2]],
    [{ kind: 'FIELD_VALUE', subject: 'y' }, []],
    [{ subject: '500' }, [7]],
    [{ method: 'POST' }, [7]],
    [{ operation: '/a', method: 'POST' }, []],
    [{ endpoint: 'POST /b' }, [7]],
    [{ endpoint: '/b' }, []],
  ])('are filtered by %o', ([filter, items]) => {
    const found = requestsOf(filteredClusters(CLUSTERS, { ...ANY, ...filter }));
    expect(found.map(({ item }) => item)).toEqual(items);
  });

  /** A store whose requests have paths by their position. */
  const read: number[][] = [];
  const store = {
    results: {
      headsOf: async (_: object, __: number, items: readonly number[]) => {
        read.push([...items]);
        // only the path of a head is read
        return new Map(items.map((item) => [item, { path: `/Item/${item}` } as ResultHead]));
      },
    },
  };
  const pageFrom = async (from: number, text = '', requests = requestsOf(CLUSTERS)) => {
    const page = await failingPage(store, { plan: { planId: 'p', resultShards: null }, round: 1 }, requests, {
      text,
      from,
      max: 2,
    });
    return { ...page, rows: page.rows.map(({ item }) => item) };
  };

  test.for<[from: number, text: string, page: object]>([
    [0, '', { from: 0, rows: [1, 2], next: 2 }],
    [2, '', { from: 2, rows: [4, 7], next: 4 }],
    [4, '', { from: 4, rows: [9], next: null }],
    [5, '', { from: 0, rows: [1, 2], next: 2 }],
    [0, ' ITEM/7 ', { from: 0, rows: [7], next: null }],
    [0, 'server err', { from: 0, rows: [7], next: null }],
    [0, 'post /b', { from: 0, rows: [7], next: null }],
    [0, 'item', { from: 0, rows: [1, 2], next: 2 }],
    [0, 'nothing', { from: 0, rows: [], next: null }],
  ])('are listed from %i with the text "%s"', async ([from, text, page]) => {
    expect(await pageFrom(from, text)).toEqual(page);
  });

  test(`are searched in ${MAX_RESULTS_SEARCHED} results, and the next page continues`, async () => {
    const items = Array.from({ length: MAX_RESULTS_SEARCHED + 1 }, (_, item) => item);
    const many = requestsOf([cluster('/a', items, ['FIELD_VALUE', 'x'])]);
    read.length = 0;
    const wanted = `/item/${MAX_RESULTS_SEARCHED}`;
    expect(await pageFrom(0, wanted, many)).toEqual({ from: 0, rows: [], next: MAX_RESULTS_SEARCHED });
    expect(read.flat()).toHaveLength(MAX_RESULTS_SEARCHED);
    expect(await pageFrom(MAX_RESULTS_SEARCHED, wanted, many)).toMatchObject({
      rows: [MAX_RESULTS_SEARCHED],
      next: null,
    });
  });

  test('exclude what a current rule ignores, in part or as a whole', () => {
    const rules: CurrentRules = {
      ruleFor: (subject) => (subject === 'x' ? 'r' : null),
      has: () => true,
      isSuggested: () => false,
    };
    const left = stillFailing({ replayed: [], clusters: CLUSTERS }, () => rules);
    expect(left.map(({ items, differences }) => [items, differences])).toEqual([
      [[2], [{ kind: 'NEW_FIELD', subject: 'y' }]],
      [[7], [{ kind: 'SERVER_ERROR', subject: '500' }]],
    ]);
  });

  test.for<[string, [Kind, string][], number, boolean]>([
    ['the same differences of as many requests', [['FIELD_VALUE', 'x']], 3, true],
    ['fewer requests', [['FIELD_VALUE', 'x']], 2, false],
    ['more requests', [['FIELD_VALUE', 'x']], 4, false],
    [
      'another field beside it',
      [
        ['FIELD_VALUE', 'x'],
        ['NEW_FIELD', 'y'],
      ],
      3,
      false,
    ],
    ['nothing that fails', [], 3, false],
  ])('are current or not since the round settled: %s', ([, differences, requests, expected]) => {
    const current = {
      operation: '/a',
      hasResult: true,
      failure: null,
      truncated: false,
      requests,
      samples: [],
      differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
    };
    const rules: CurrentRules = { ruleFor: () => null, has: () => false, isSuggested: () => false };
    const settled = [cluster('/a', [1, 4, 9], ['FIELD_VALUE', 'x'])];
    expect(saysAllOf(settled, { clusters: [current], rulesOf: () => rules })).toBe(expected);
  });
});
