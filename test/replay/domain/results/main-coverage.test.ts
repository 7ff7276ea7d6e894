import { expect, test } from 'vitest';
import { mainCoverage } from '../../../../functions/replay/domain/results/main-coverage.ts';

const recorded = [
  { operation: '/orders', methods: ['GET', 'POST'] },
  { operation: '/cart', methods: ['GET'] },
  { operation: '/old', methods: [] },
];
const replayed = (...operations: string[]) => operations.map((operation) => ({ operation, hasResult: true }));

test.for([
  ['all of them', ['/orders', '/cart'], replayed('/orders', '/cart'), { mains: 3, endpoints: 4, missing: [] }],
  ['one that was not sent', ['/orders', '/cart'], replayed('/orders'), { mains: 3, endpoints: 4, missing: ['/cart'] }],
  [
    'one whose requests have no result',
    ['/cart'],
    [{ operation: '/cart', hasResult: false }],
    { mains: 1, endpoints: 4, missing: ['/cart'] },
  ],
  ['one that is not recorded', ['/gone'], replayed('/cart'), { mains: 0, endpoints: 4, missing: ['/gone'] }],
  ['those of an application without a run', ['/cart'], 'never', { mains: 1, endpoints: 4, missing: 'never' }],
  ['those of a run that is not known', ['/cart'], null, { mains: 1, endpoints: 4, missing: null }],
] as const)('mainCoverage counts endpoints by method and path, and names %s', ([, mains, clusters, expected]) => {
  expect(mainCoverage({ mains, recorded, clusters })).toEqual(expected);
});

test('mainCoverage takes a path for each endpoint that is named by method and path', () => {
  const byMethod = [
    { operation: 'GET /orders', methods: ['GET'] },
    { operation: 'POST /orders', methods: ['POST'] },
  ];
  expect(mainCoverage({ mains: ['/orders'], recorded: byMethod, clusters: replayed('POST /orders') })).toEqual({
    mains: 2,
    endpoints: 2,
    missing: [],
  });
});
