import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import {
  changesSince,
  type EndpointFinding,
  endpointFindings,
  shifts,
} from '../../../functions/findings/domain/changes.ts';
import type { CurrentRules } from '../../../functions/findings/domain/classify.ts';
import { type Cluster, outcomeKey } from '../../../functions/replay/domain/results/clusters.ts';

const noRules: CurrentRules = { ruleFor: () => null, has: () => false, isSuggested: () => false };
const cluster = (operation: string, requests: number, ...differences: [Kind, string][]): Cluster => ({
  operation,
  hasResult: true,
  failure: null,
  differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
  truncated: false,
  requests,
  samples: [],
});
const rows = (clusters: Cluster[], rules = noRules, marked = new Map<string, number>()) =>
  endpointFindings({ clusters, rulesOf: () => rules, marked });
const finding = (kind: Kind, subject: string, affectedRequests = 1): EndpointFinding => ({
  group: 'needsAction',
  kind,
  subject,
  operationName: '/a',
  affectedRequests,
  totalRequests: 10,
});

describe('the differences by endpoint', () => {
  test('add up the requests of an endpoint, and leave out those without a result', () => {
    const lost = { ...cluster('/a', 5), hasResult: false };
    expect(
      rows([
        cluster('/a', 3, ['FIELD_VALUE', 'x']),
        cluster('/a', 2, ['FIELD_VALUE', 'x'], ['NEW_FIELD', 'y']),
        cluster('/a', 4),
        lost,
      ]),
    ).toEqual([
      {
        group: 'needsAction',
        kind: 'FIELD_VALUE',
        subject: 'x',
        operationName: '/a',
        affectedRequests: 5,
        totalRequests: 9,
      },
      {
        group: 'toReview',
        kind: 'NEW_FIELD',
        subject: 'y',
        operationName: '/a',
        affectedRequests: 2,
        totalRequests: 9,
      },
    ]);
  });

  test('leave out what a rule ignores and requests that are marked', () => {
    const one = cluster('/a', 3, ['FIELD_VALUE', 'x']);
    expect(rows([one], { ...noRules, ruleFor: () => 'r' })).toEqual([]);
    expect(rows([one], noRules, new Map([[outcomeKey(one), 3]]))).toEqual([]);
    expect(rows([one], noRules, new Map([[outcomeKey(one), 2]]))).toMatchObject([{ affectedRequests: 1 }]);
  });
});

describe('changesSince', () => {
  test.for<[string, EndpointFinding[], EndpointFinding[], [number, number, number]]>([
    ['nothing before', [], [finding('FIELD_VALUE', 'x')], [1, 0, 0]],
    ['nothing now', [finding('FIELD_VALUE', 'x')], [], [0, 1, 0]],
    ['the same, in other numbers', [finding('FIELD_VALUE', 'x', 1)], [finding('FIELD_VALUE', 'x', 9)], [0, 0, 1]],
    [
      'the same, moved to review',
      [finding('FIELD_VALUE', 'x')],
      [{ ...finding('FIELD_VALUE', 'x'), group: 'toReview' }],
      [0, 0, 1],
    ],
    ['another kind of the same subject', [finding('FIELD_VALUE', 'x')], [finding('FIELD_TYPE', 'x')], [1, 1, 0]],
    [
      'the same at another endpoint',
      [finding('FIELD_VALUE', 'x')],
      [{ ...finding('FIELD_VALUE', 'x'), operationName: '/b' }],
      [1, 1, 0],
    ],
  ])('counts new, gone and unchanged findings: %s', ([, earlier, now, counts]) => {
    const { new: fresh, gone, unchanged } = changesSince(earlier, now);
    expect([fresh.length, gone.length, unchanged.length]).toEqual(counts);
  });

  test('keeps the current numbers of unchanged findings', () => {
    expect(changesSince([finding('FIELD_VALUE', 'x', 1)], [finding('FIELD_VALUE', 'x', 9)]).unchanged).toMatchObject([
      { affectedRequests: 9 },
    ]);
  });
});

describe('shifts', () => {
  test.for<[number, number, number[], number[]]>([
    [5, 0, [5], []],
    [5, 2, [3], []],
    [5, 5, [], []],
    [2, 5, [], [3]],
    [0, 5, [], [5]],
  ])('compares %i requests before with %i after: removed %j, added %j', ([before, after, removed, added]) => {
    const of = (count: number) => (count === 0 ? [] : [finding('FIELD_VALUE', 'x', count)]);
    const shifted = shifts(of(before), of(after));
    expect(shifted.removed.map(({ affectedRequests }) => affectedRequests)).toEqual(removed);
    expect(shifted.added.map(({ affectedRequests }) => affectedRequests)).toEqual(added);
  });
});
