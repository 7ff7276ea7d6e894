import { expect, test } from 'vitest';
import { classifiedClusters } from '../../../functions/findings/domain/classified-clusters.ts';
import type { CurrentRules } from '../../../functions/findings/domain/classify.ts';
import { type Cluster, outcomeKey } from '../../../functions/replay/domain/results/clusters.ts';

const cluster = (requests: number, given: Partial<Cluster> = {}): Cluster => ({
  operation: '/a',
  hasResult: true,
  failure: null,
  truncated: false,
  samples: [],
  requests,
  differences: [{ kind: 'FIELD_VALUE', subject: 'x', rule: null }],
  ...given,
});
const rules: CurrentRules = {
  ruleFor: (subject) => (subject === 'ignored' ? 'r1' : null),
  has: () => true,
  isSuggested: () => false,
};
const classified = (clusters: readonly Cluster[], marked?: ReadonlyMap<string, number>) => [
  ...classifiedClusters({ clusters, rulesOf: () => rules, ...(marked && { marked }) }),
];

test.for([
  { marks: 0, marked: 0, unmarked: 5 },
  { marks: 2, marked: 2, unmarked: 3 },
  { marks: 5, marked: 5, unmarked: 0 },
  { marks: 6, marked: 5, unmarked: 0 },
])('classified counts, of 5 requests with $marks marks, $marked as marked', ({ marks, ...counts }) => {
  const five = cluster(5);
  expect(classified([five], new Map([[outcomeKey(five), marks]]))).toMatchObject([{ cluster: five, ...counts }]);
});

test('classified ignores marks of another outcome, and counts none if there are no marks', () => {
  const marks = new Map([[outcomeKey(cluster(1, { operation: '/b' })), 1]]);
  expect(classified([cluster(5)], marks)).toMatchObject([{ marked: 0, unmarked: 5 }]);
  expect(classified([cluster(5)])).toMatchObject([{ marked: 0, unmarked: 5 }]);
});

test('classified names the rule of each excluded difference', () => {
  const differences = ['x', 'ignored'].map((subject) => ({ kind: 'FIELD_VALUE', subject, rule: null }) as const);
  expect(classified([cluster(1, { differences })])).toMatchObject([
    {
      differences: [{ kind: 'FIELD_VALUE', subject: 'x', group: 'needsAction' }],
      excluded: [{ subject: 'ignored', ruleId: 'r1' }],
    },
  ]);
});

test('classified keeps the order of clusters and finds no difference in one without a result', () => {
  const [lost, truncated] = [cluster(2, { hasResult: false }), cluster(1, { truncated: true })];
  expect(classified([lost, truncated]).map((one) => [one.cluster, one.differences.length])).toEqual([
    [lost, 0],
    [truncated, 1],
  ]);
});
