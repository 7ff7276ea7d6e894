import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import type { CurrentRules } from '../../../functions/findings/domain/classify.ts';
import type { FindingsInput } from '../../../functions/findings/domain/findings.ts';
import { type Cluster, outcomeKey } from '../../../functions/replay/domain/results/clusters.ts';
import { latencyOf } from '../../../functions/replay/domain/results/latency.ts';
import { countEndpointRows, endpointRows, filteredRows } from '../../../functions/report/domain/endpoint-rows.ts';
import { examplesOf } from '../../../functions/report/domain/examples.ts';

const cluster = (operation: string, requests: number, kind?: Kind, more: Partial<Cluster> = {}): Cluster => ({
  operation,
  requests,
  hasResult: true,
  failure: null,
  truncated: false,
  differences: kind === undefined ? [] : [{ kind, subject: 'a', rule: null }],
  samples: [`plan:${requests}`],
  ...more,
});

const RULES: CurrentRules = { ruleFor: () => null, has: () => false, isSuggested: () => false };

const input = (clusters: Cluster[], more: Partial<FindingsInput> = {}): FindingsInput => ({
  interrupted: false,
  clusters,
  mainOperations: [],
  rulesOf: () => RULES,
  marked: new Map(),
  operationsInScope: ['/a', '/b', '/c', '/d'],
  ...more,
});

describe('the endpoints of a report', () => {
  test('are listed in their most severe group (spec 3.3 rule 1), the worst first, uncovered ones last', () => {
    const rows = endpointRows(
      input([
        cluster('/a', 5),
        cluster('/b', 2, 'NEW_FIELD'),
        cluster('/b', 1, 'FIELD_VALUE'),
        cluster('/c', 4, 'NEW_FIELD'),
        cluster('/c', 1, undefined, { hasResult: false }),
      ]),
      [],
    );
    expect(rows.map(({ operation, state, failed }) => [operation, state, failed])).toEqual([
      ['/b', 'needsAction', 3],
      ['/c', 'toReview', 4],
      ['/a', 'unchanged', 0],
      ['/d', 'uncovered', 0],
    ]);
  });

  test('have a row for each method, with its times', () => {
    const rows = endpointRows(
      input([cluster('/a', 5, 'FIELD_VALUE', { method: 'POST' }), cluster('/a', 3, undefined, { method: 'GET' })], {
        operationsInScope: ['/a', '/b'],
      }),
      latencyOf([
        { operation: '/a', method: 'GET', recordedMs: 3, replayedMs: 4 },
        { operation: '/a', method: 'POST', recordedMs: 7, replayedMs: 8 },
      ]),
    );
    expect(rows).toMatchObject([
      { operation: '/a', method: 'POST', state: 'needsAction', failed: 5, recorded: { p50: 7 }, replayed: { p50: 8 } },
      { operation: '/a', method: 'GET', state: 'unchanged', requests: 3, recorded: { p50: 3 }, replayed: { p50: 4 } },
      { operation: '/b', method: undefined, state: 'uncovered', requests: 0 },
    ]);
    expect(countEndpointRows(input([cluster('/a', 5, undefined, { method: 'POST' }), cluster('/a', 3)]))).toBe(5);
    expect(filteredRows(rows, 'get /', '').map(({ method }) => method)).toEqual(['GET']);
  });

  test('say that one has a request without result and none that fails', () => {
    const [row] = endpointRows(input([cluster('/a', 5), cluster('/a', 1, undefined, { hasResult: false })]), []);
    expect(row).toMatchObject({ operation: '/a', state: 'withoutResult', requests: 6, withoutResult: 1 });
  });

  test('do not count marked requests as failing', () => {
    const failing = cluster('/a', 3, 'FIELD_VALUE');
    const rows = (marked: number) =>
      endpointRows(input([failing], { marked: new Map([[outcomeKey(failing), marked]]) }), []);
    expect(rows(2)[0]).toMatchObject({ state: 'needsAction', failed: 1, marked: 2 });
    expect(rows(3)[0]).toMatchObject({ state: 'unchanged', failed: 0, marked: 3 });
  });

  test('have their latencies beside them', () => {
    const latency = latencyOf([
      { operation: '/a', recordedMs: 4, replayedMs: 9 },
      { operation: '/gone', recordedMs: 1, replayedMs: 1 },
    ]);
    const rows = endpointRows(input([cluster('/a', 1)]), latency);
    expect(rows[0]).toMatchObject({ operation: '/a', recorded: { p50: 4 }, replayed: { p99: 9 } });
    expect(rows[1]).toMatchObject({ recorded: { p50: null } });
  });

  test.for([
    ['', '', ['/a', '/b', '/c', '/d']],
    ['B', '', ['/b']],
    ['', 'uncovered', ['/b', '/c', '/d']],
    ['c', 'unchanged', []],
  ] as const)('are filtered by "%s" and "%s"', ([text, state, expected]) => {
    const rows = endpointRows(input([cluster('/a', 1)]), []);
    expect(filteredRows(rows, text, state).map(({ operation }) => operation)).toEqual(expected);
  });
});

describe('the examples of a difference', () => {
  test('begin with one that is not marked', () => {
    const marked = cluster('/a', 7, 'FIELD_VALUE', { failure: '500' });
    const open = cluster('/a', 9, 'FIELD_VALUE');
    const exampleOf = examplesOf(input([marked, open], { marked: new Map([[outcomeKey(marked), 7]]) }));
    expect(exampleOf('/a', 'FIELD_VALUE', 'a')).toBe(9);
    expect(exampleOf('/a', 'FIELD_TYPE', 'a')).toBeNull();
    expect(exampleOf('/b', 'FIELD_VALUE', 'a')).toBeNull();
  });
});
