import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../../functions/compare/domain/kinds.ts';
import type { CurrentRules } from '../../../../functions/findings/domain/classify.ts';
import { saysAllOf, stillFailing } from '../../../../functions/findings/domain/failed-cases.ts';
import { filteredCases, neighboursOf, pageOfCases } from '../../../../functions/report/pages/request/failing-cases.ts';

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

describe('the way through failing requests', () => {
  test.for([
    [0, null, 1],
    [1, null, 2],
    [2, 1, 4],
    [3, 2, 4],
    [7, 4, 9],
    [9, 7, null],
    [50, 9, null],
  ])('around %i: %s and %s', ([item, previous, next]) => {
    expect(neighboursOf(CLUSTERS, item ?? 0)).toEqual({ previous, next });
  });

  test('none fails', () => {
    expect(neighboursOf([], 3)).toEqual({ previous: null, next: null });
  });
});

describe('failing requests', () => {
  test.for([
    [{ operation: '', method: '', kind: '', subject: '' }, [1, 2, 4, 7, 9]],
    [{ operation: '/a', method: '', kind: '', subject: '' }, [1, 2, 4, 9]],
    [{ operation: '', method: '', kind: 'NEW_FIELD', subject: '' }, [2]],
    [{ operation: '', method: '', kind: 'FIELD_VALUE', subject: 'y' }, []],
    [{ operation: '', method: '', kind: '', subject: '500' }, [7]],
    [{ operation: '', method: 'POST', kind: '', subject: '' }, [7]],
    [{ operation: '/a', method: 'POST', kind: '', subject: '' }, []],
  ] as const)('%o', ([filter, expected]) => {
    const { total, cases } = pageOfCases(filteredCases(CLUSTERS, filter), 0, 50);
    expect([total, ...cases.map(({ item }) => item)]).toEqual([expected.length, ...expected]);
  });

  test('pages follow the plan across clusters', () => {
    const { total, cases } = pageOfCases(CLUSTERS, 2, 2);
    expect([total, ...cases.map(({ item, cluster: { operation } }) => `${item} ${operation}`)]).toEqual([
      5,
      '4 /a',
      '7 /b',
    ]);
  });

  test.for([
    [4, 4, ['9 /a']],
    [5, 0, ['1 /a', '2 /a']],
  ] as const)('a page that begins at %i of 5 shows those from %i on', ([start, expected, shown]) => {
    const { from, cases } = pageOfCases(CLUSTERS, start, 2);
    expect([from, cases.map(({ item, cluster: { operation } }) => `${item} ${operation}`)]).toEqual([expected, shown]);
  });

  test('what a rule of today takes out fails no more, in part or as a whole', () => {
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
  ])('those of when the round settled are those of today: %s', ([, differences, requests, expected]) => {
    const today = {
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
    expect(saysAllOf(settled, { clusters: [today], rulesOf: () => rules })).toBe(expected);
  });
});
