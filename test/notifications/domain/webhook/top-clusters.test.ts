import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../../functions/compare/domain/kinds.ts';
import { topClusters } from '../../../../functions/notifications/domain/webhook/top-clusters.ts';
import type { Cluster } from '../../../../functions/replay/domain/results/clusters.ts';

const cluster = (
  operation: string,
  requests: number,
  samples: string[],
  ...differences: [kind: Kind, subject: string][]
): Cluster => ({
  operation,
  requests,
  samples,
  hasResult: true,
  failure: null,
  truncated: false,
  differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
});

describe('topClusters (spec 6.1)', () => {
  test('has one entry for each kind and subject, over all endpoints and clusters', () => {
    const clusters = [
      cluster('/b', 2, ['p:1'], ['FIELD_VALUE', 'price']),
      cluster('/a', 1, ['p:2'], ['FIELD_VALUE', 'price'], ['NEW_FIELD', 'price']),
      cluster('/a', 3, ['p:3', 'p:4'], ['FIELD_VALUE', 'price']),
    ];
    expect(topClusters(clusters)).toEqual({
      clusterCount: 2,
      topClusters: [
        {
          kind: 'FIELD_VALUE',
          subject: 'price',
          operations: ['/a', '/b'],
          affectedCases: 6,
          sampleOperation: '/a',
          samplePlanItemId: 'p:2',
        },
        {
          kind: 'NEW_FIELD',
          subject: 'price',
          operations: ['/a'],
          affectedCases: 1,
          sampleOperation: '/a',
          samplePlanItemId: 'p:2',
        },
      ],
    });
  });

  test('sorts by most affected cases, then by kind, then by subject, for any input order', () => {
    const clusters = [
      cluster('/a', 1, ['p:1'], ['NEW_FIELD', 'a'], ['FIELD_VALUE', 'b'], ['FIELD_VALUE', 'a']),
      cluster('/z', 2, ['p:2'], ['TIMEOUT', 'timeout']),
    ];
    const order = ({ topClusters: top }: ReturnType<typeof topClusters>) => top.map((one) => [one.kind, one.subject]);
    const expected = [
      ['TIMEOUT', 'timeout'],
      ['FIELD_VALUE', 'a'],
      ['FIELD_VALUE', 'b'],
      ['NEW_FIELD', 'a'],
    ];
    expect(order(topClusters(clusters))).toEqual(expected);
    expect(order(topClusters(clusters.toReversed()))).toEqual(expected);
  });

  test.for([
    [10, 10],
    [11, 10],
  ])('counts %i and shows at most %i', ([present = 0, shown]) => {
    const subjects = Array.from({ length: present }, (_, n): [Kind, string] => ['FIELD_VALUE', `field${n}`]);
    const { clusterCount, topClusters: top } = topClusters([cluster('/a', 1, ['p:1'], ...subjects)]);
    expect([clusterCount, top.length]).toEqual([present, shown]);
  });

  test('leaves out an unknown sample', () => {
    const [top] = topClusters([cluster('/a', 1, [], ['FIELD_VALUE', 'a'])]).topClusters;
    expect(top).not.toHaveProperty('samplePlanItemId');
  });
});
