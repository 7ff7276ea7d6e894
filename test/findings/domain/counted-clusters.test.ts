import { describe, expect, test } from 'vitest';
import type { CurrentRules } from '../../../functions/findings/domain/classify.ts';
import { countedClusters } from '../../../functions/findings/domain/counted-clusters.ts';
import { type Cluster, outcomeKey } from '../../../functions/replay/domain/results/clusters.ts';

const cluster: Cluster = {
  operation: '/a',
  hasResult: true,
  failure: null,
  differences: [
    { kind: 'FIELD_VALUE', subject: 'price', rule: null },
    { kind: 'FIELD_VALUE', subject: 'price', rule: 'deleted since' },
    { kind: 'FIELD_VALUE', subject: 'time', rule: null },
  ],
  truncated: false,
  requests: 3,
  samples: ['p:1', 'p:2', 'p:3'],
};
const ignoring = (...subjects: string[]): CurrentRules => ({
  ruleFor: (subject) => (subjects.includes(subject) ? 'rule' : null),
  has: () => false,
  isSuggested: () => false,
});
const counted = (one: Cluster, rules: CurrentRules, marked = 0, markedItems: string[] = []) =>
  countedClusters(
    { clusters: [one], rulesOf: () => rules, marked: new Map([[outcomeKey(one), marked]]) },
    new Set(markedItems),
  );

describe('counted', () => {
  test('keeps each difference that no rule excludes, once', () => {
    const [{ differences } = { differences: [] }] = counted(cluster, ignoring('time'));
    expect(differences).toEqual([{ kind: 'FIELD_VALUE', subject: 'price', rule: null }]);
    expect(counted(cluster, ignoring('time', 'price'))).toEqual([]);
  });

  test('keeps unmarked requests, with their samples first', () => {
    expect(counted(cluster, ignoring(), 2, ['p:1', 'p:2'])).toMatchObject([
      { requests: 1, samples: ['p:3', 'p:1', 'p:2'] },
    ]);
    expect(counted(cluster, ignoring(), 3, ['p:1', 'p:2', 'p:3'])).toEqual([]);
  });

  test('leaves out requests without a result', () => {
    expect(counted({ ...cluster, hasResult: false }, ignoring())).toEqual([]);
  });
});
