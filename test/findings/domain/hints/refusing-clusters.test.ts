import { expect, test } from 'vitest';
import { refusingClusters } from '../../../../functions/findings/domain/hints/refusing-clusters.ts';

const cluster = (operation: string, method: string, failure: string | null, requests: number) => ({
  operation,
  method,
  failure,
  requests,
});
type Clusters = ReturnType<typeof cluster>[];
const account = [cluster('/account', 'GET', '401', 6), cluster('/account', 'GET', null, 5)];
const orders = cluster('/orders', 'GET', '500', 40);

test.for<[name: string, clusters: Clusters, failed: number, found: [string, string, number][], areMost: boolean]>([
  [
    'most failures',
    [...account, cluster('/a', 'GET', '403', 1)],
    8,
    [
      ['/account', '401', 6],
      ['/a', '403', 1],
    ],
    true,
  ],
  ['most requests of one endpoint', [...account, orders], 46, [['/account', '401', 6]], false],
  [
    'half of an endpoint',
    [cluster('/account', 'GET', '401', 5), cluster('/account', 'GET', null, 5), orders],
    45,
    [],
    false,
  ],
  [
    'one method of a path',
    [...account, cluster('/account', 'PUT', '403', 1), cluster('/account', 'PUT', null, 9), orders],
    47,
    [['/account', '401', 6]],
    false,
  ],
  ['no part of the failures', [orders], 40, [], false],
])('refusingClusters looks for causes if refusals are %s', ([, clusters, failed, found, areMost]) => {
  const { clusters: refusing, ...rest } = refusingClusters(clusters, failed);
  expect(refusing.map(({ operation, failure, requests }) => [operation, failure, requests])).toEqual(found);
  expect(rest).toEqual({ areMost });
});
