import { expect, test } from 'vitest';
import type { CompareRule } from '../../../functions/compare/domain/rules/rules.ts';
import { movedData } from '../../../functions/findings/domain/moved-data.ts';
import { rememberedRules } from '../../../functions/findings/domain/rules/remembered-rules.ts';
import { BOTH_REFUSED, type Cluster } from '../../../functions/replay/domain/results/clusters.ts';
import { type MovedCluster, mergedMovedClusters } from '../../../functions/replay/domain/results/moved-clusters.ts';

const stock = { kind: 'FIELD_VALUE', subject: 'stock', rule: null } as const;
const rating = { kind: 'FIELD_VALUE', subject: 'rating', rule: null } as const;
const made = (item: number, differences: MovedCluster['differences'], operation = '/a'): MovedCluster => ({
  operation,
  method: 'GET',
  differences,
  requests: 1,
  sample: { item, chunk: 0 },
});
const moved = mergedMovedClusters([
  made(7, [rating, stock]),
  made(8, [stock, rating]),
  made(9, [stock]),
  made(10, [stock], '/b'),
]);
const clusters = (['/a', '/a', '/b'] as const).map(
  (operation, index): Cluster => ({
    operation,
    method: 'GET',
    hasResult: index !== 1,
    failure: index === 1 ? BOTH_REFUSED : null,
    differences: [],
    truncated: false,
    requests: 40,
    samples: [],
  }),
);
const ignore = (path: string, operation: string | null = null): CompareRule => ({
  ruleId: path,
  kind: 'ignore',
  operation,
  target: 'response',
  path,
  origin: 'person',
  createdBy: 'p',
  createdAt: 1,
});
const shown = (rules: readonly CompareRule[], suggested?: Parameters<ReturnType<typeof rememberedRules>>[1]) => {
  const found = movedData(moved, { clusters, rulesOf: rememberedRules()(rules, suggested) });
  return [found.requests, found.fields.map((one) => `${one.operation} ${one.subject} ${one.requests}`)];
};

test('requests that moved in the same fields are one cluster, with the first of them as sample', () => {
  expect(moved.map(({ requests, sample }) => [requests, sample.item])).toEqual([
    [2, 7],
    [1, 9],
    [1, 10],
  ]);
});

test('moved fields are counted by endpoint of all requests that were compared, those of most requests first', () => {
  const { fields } = movedData(moved, { clusters, rulesOf: rememberedRules()([]) });
  expect(fields[0]).toEqual({
    kind: 'FIELD_VALUE',
    subject: 'stock',
    operation: '/a',
    method: 'GET',
    requests: 3,
    totalRequests: 40,
  });
  expect(shown([])).toEqual([4, ['/a stock 3', '/a rating 2', '/b stock 1']]);
});

test('a field that a rule ignores has not moved, and a request counts while another of its fields has', () => {
  expect(shown([ignore('stock')])).toEqual([2, ['/a rating 2']]);
  expect(shown([ignore('rating')])).toEqual([4, ['/a stock 3', '/b stock 1']]);
  expect(shown([ignore('stock', '/b')])).toEqual([3, ['/a stock 3', '/a rating 2']]);
  expect(shown([ignore('stock'), ignore('rating')])).toEqual([0, []]);
});

test('a rule that ignored a field when it was compared counts only while it exists', () => {
  const ignored = [made(1, [{ ...stock, rule: 'r' }])];
  const under = (rules: readonly CompareRule[]) =>
    movedData(ignored, { clusters, rulesOf: rememberedRules()(rules) }).requests;
  expect(under([{ ...ignore('other'), ruleId: 'r' }])).toBe(0);
  expect(under([])).toBe(1);
});

test('a field that noise reduction suggests ignoring has not moved', () => {
  const suggested = new Map([['/a', { fields: new Set(['stock']), orders: new Set<string>() }]]);
  expect(shown([], suggested)).toEqual([3, ['/a rating 2', '/b stock 1']]);
});
