import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import { computeFindings } from '../../../functions/findings/domain/compute-findings.ts';
import { entryTotal } from '../../../functions/findings/domain/endpoints/endpoint-counts.ts';
import type { FindingsInput } from '../../../functions/findings/domain/findings.ts';
import {
  type Cluster,
  clustersOf,
  mergeClusters,
  outcomeKey,
} from '../../../functions/replay/domain/results/clusters.ts';

const noRules = () => ({ ruleFor: () => null, has: () => false, isSuggested: () => false });
const cluster = (
  operation: string,
  requests: number,
  differences: [Kind, string][] = [],
  more: Partial<Cluster> = {},
): Cluster => ({
  operation,
  hasResult: true,
  failure: null,
  differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
  truncated: false,
  requests,
  samples: [],
  ...more,
});
const compute = (clusters: Cluster[], more: Partial<FindingsInput> = {}) =>
  computeFindings({
    interrupted: false,
    operationsInScope: [...new Set(clusters.map(({ operation }) => operation))],
    clusters,
    mainOperations: [],
    rulesOf: noRules,
    marked: new Map(),
    ...more,
  });

describe('findings (spec 2.4)', () => {
  test('join fields of one kind that differ in exactly the same requests into one entry', () => {
    const { findings } = compute([
      cluster('/a', 3, [
        ['FIELD_VALUE', 'x'],
        ['FIELD_VALUE', 'y'],
        ['FIELD_TYPE', 'z'],
      ]),
      cluster('/a', 2, [['FIELD_VALUE', 'w']]),
      cluster('/a', 5),
    ]);
    expect(findings.needsAction).toEqual(
      [
        {
          kind: 'FIELD_VALUE',
          subjects: ['x', 'y'],
          interfaces: [{ operationName: '/a', affectedRequests: 3, totalRequests: 10 }],
          affectedRequests: 3,
          totalRequests: 10,
        },
        {
          kind: 'FIELD_TYPE',
          subjects: ['z'],
          interfaces: [{ operationName: '/a', affectedRequests: 3, totalRequests: 10 }],
          affectedRequests: 3,
          totalRequests: 10,
        },
        {
          kind: 'FIELD_VALUE',
          subjects: ['w'],
          interfaces: [{ operationName: '/a', affectedRequests: 2, totalRequests: 10 }],
          affectedRequests: 2,
          totalRequests: 10,
        },
      ].sort(
        (a, b) => b.affectedRequests - a.affectedRequests || (a.subjects[0] ?? '').localeCompare(b.subjects[0] ?? ''),
      ),
    );
  });

  test('list the methods of an entry, and separate two methods of a path that fail differently', () => {
    const { findings } = compute([
      cluster('/tasks', 3, [['FIELD_VALUE', 'title']], { method: 'GET' }),
      cluster('/tasks', 2, [['SERVER_ERROR', '500']], { method: 'POST' }),
      cluster('/tasks', 1, [['FIELD_VALUE', 'owner']], { method: 'POST' }),
      cluster('/tasks', 1, [['FIELD_VALUE', 'owner']], { method: 'GET' }),
    ]);
    const endpoint = { operationName: '/tasks', totalRequests: 7 };
    const total = (method: 'GET' | 'POST', affectedRequests: number) => ({
      method,
      affectedRequests,
      totalRequests: { GET: 4, POST: 3 }[method],
    });
    expect(findings.needsAction.map(({ subjects, interfaces }) => [subjects, interfaces])).toEqual([
      [['title'], [{ ...endpoint, affectedRequests: 3, methods: ['GET'], methodTotals: [total('GET', 3)] }]],
      [['500'], [{ ...endpoint, affectedRequests: 2, methods: ['POST'], methodTotals: [total('POST', 2)] }]],
      [
        ['owner'],
        [
          {
            ...endpoint,
            affectedRequests: 2,
            methods: ['GET', 'POST'],
            methodTotals: [total('GET', 1), total('POST', 1)],
          },
        ],
      ],
    ]);
    expect(findings.needsAction.map(entryTotal)).toEqual([4, 3, 7]);
    expect([findings.needsActionInterfaces, findings.scope.interfacesReplayed]).toEqual([1, 1]);
  });

  test('count endpoints and failing requests in each group that they show, and ignored ones separately', () => {
    const { totals } = compute(
      [
        cluster('/a', 3, [['FIELD_VALUE', 'x']]),
        cluster('/a', 2, [['NEW_FIELD', 'y']]),
        cluster('/b', 4, [['NEW_FIELD', 'y']]),
        cluster('/b', 5, [['FIELD_VALUE', 'ignored']]),
        cluster('/b', 1, [
          ['FIELD_VALUE', 'ignored'],
          ['NEW_FIELD', 'y'],
        ]),
        cluster('/b', 7, [['FIELD_VALUE', 'ignored']], { hasResult: false }),
      ],
      { rulesOf: () => ({ ...noRules(), ruleFor: (subject) => (subject === 'ignored' ? 'r1' : null) }) },
    );
    expect(totals).toEqual({
      shown: { needsAction: { endpoints: 1, requests: 3 }, toReview: { endpoints: 2, requests: 7 } },
      ignored: { rules: 1, requests: 6 },
      expected: { requests: 0, lasting: 0, changes: [] },
      damagedRecordings: 0,
      unansweredCalls: 0,
    });
  });

  test('count requests that lasting expectations cover apart from those marked in this run', () => {
    const marked = cluster('/a', 4, [['FIELD_VALUE', 'x']]);
    const lasting = cluster('/a', 3, [
      ['FIELD_VALUE', 'y'],
      ['FIELD_VALUE', 'z'],
    ]);
    const { totals } = compute([marked, lasting], {
      marked: new Map([[outcomeKey(marked), 2]]),
      rulesOf: () => ({ ...noRules(), ruleFor: (subject) => ({ y: '~e1', z: '~e2' })[subject] ?? null }),
    });
    const changes = ['~e1', '~e2'].map((ruleId) => ({ ruleId, requests: 3 }));
    expect(totals.expected).toEqual({ requests: 5, lasting: 3, changes });
  });

  test('leave out methods if one is unknown, as in replays of earlier versions', () => {
    const { findings } = compute([
      cluster('/tasks', 3, [['FIELD_VALUE', 'title']], { method: 'GET' }),
      cluster('/tasks', 1, [['FIELD_VALUE', 'title']]),
    ]);
    expect(findings.needsAction[0]?.interfaces).toEqual([
      { operationName: '/tasks', affectedRequests: 4, totalRequests: 4 },
    ]);
  });

  test('find clusters by marks of earlier versions, whose key has no method', () => {
    const old = cluster('/a', 1, [['FIELD_VALUE', 'x']]);
    expect(outcomeKey(old)).toBe('["/a",true,null,false,[["FIELD_VALUE","x",null]]]');
    expect(outcomeKey({ ...old, method: 'GET' })).not.toBe(outcomeKey({ ...old, method: 'POST' }));
  });

  test('sort entries by affected requests descending, then subject, and interfaces by affected requests, then name', () => {
    const { findings } = compute([
      cluster('/b', 2, [['FIELD_VALUE', 'b']]),
      cluster('/a', 2, [['FIELD_VALUE', 'a']]),
      cluster('/d', 1, [['FIELD_VALUE', 'common']]),
      cluster('/c', 1, [['FIELD_VALUE', 'common']]),
      cluster('/e', 4, [['FIELD_VALUE', 'common']]),
    ]);
    expect(findings.needsAction.map(({ subjects }) => subjects)).toEqual([['common'], ['a'], ['b']]);
    expect(findings.needsAction[0]?.interfaces.map(({ operationName }) => operationName)).toEqual(['/e', '/c', '/d']);
  });

  test('count an endpoint only in its most severe group (spec 3.3 rule 1)', () => {
    const { findings } = compute([
      cluster('/a', 1, [
        ['FIELD_VALUE', 'x'],
        ['NEW_FIELD', 'n'],
      ]),
      cluster('/b', 1, [['NEW_FIELD', 'n']]),
    ]);
    expect([findings.needsActionInterfaces, findings.toReviewInterfaces]).toEqual([1, 1]);
    expect(findings.scope.interfacesReplayed).toBe(2);
  });

  test('have scope, coverage and counts', () => {
    const { findings, counts } = compute(
      [
        cluster('/a', 3),
        cluster('/a', 1, [['FIELD_VALUE', 'x']]),
        cluster('/b', 2),
        cluster('/c', 1, [], { hasResult: false }),
      ],
      { operationsInScope: ['/a', '/b', '/c', '/d'], mainOperations: ['/b', '/c', '/d'] },
    );
    expect(findings.scope).toEqual({
      interfacesInScope: 4,
      interfacesReplayed: 2,
      interfacesUnchanged: 1,
      requests: 7,
      requestsWithoutResult: 1,
      endpoints: { inScope: 4, replayed: 2, unchanged: 1, uncovered: 1, needsAction: 1, toReview: 0 },
    });
    expect(findings.coverage).toEqual({
      uncoveredInterfaces: 1,
      mainOperationsConfigured: true,
      uncoveredMainOperations: ['/c', '/d'],
    });
    expect(counts).toEqual({ totalCases: 7, successCases: 5, failedCases: 1 });
  });

  test('count distinct pairs of endpoint and field in excludedFieldCount', () => {
    const ignored = { differences: [{ kind: 'FIELD_VALUE' as const, subject: 'ts', rule: 'r' }] };
    const rulesOf = () => ({
      ruleFor: (subject: string) => (subject === 'ts' ? 'r' : null),
      has: () => true,
      isSuggested: () => false,
    });
    const { findings, counts } = compute(
      [cluster('/a', 1, [], ignored), cluster('/a', 2, [['FIELD_VALUE', 'x']], {}), cluster('/b', 1, [], ignored)],
      { rulesOf },
    );
    expect(findings.excludedFieldCount).toBe(2);
    expect(counts).toEqual({ totalCases: 4, successCases: 2, failedCases: 2 });
  });

  test.for([
    [3, 'ENVIRONMENT_FAILURE'],
    [2, 'REVIEW_ONLY'],
  ] as const)('have, for %i of 5 endpoints with the same failure, the state %s', ([hit, state]) => {
    const { findings } = compute(
      ['/a', '/b', '/c', '/d', '/e'].flatMap((operation, index) =>
        index < hit
          ? [cluster(operation, 1, [['TIMEOUT', 'timeout']], { failure: 'timeout' }), cluster(operation, 9)]
          : [cluster(operation, 10)],
      ),
    );
    expect(findings.state).toBe(state);
  });
});

describe('requests marked as expected (spec 2.4)', () => {
  const failing = cluster('/a', 3, [['SERVER_ERROR', '500']], { failure: '500' });

  test.for([
    [2, 'NEEDS_ACTION', 1],
    [3, 'LOW_COVERAGE', 0],
    [4, 'LOW_COVERAGE', 0],
  ] as const)('leave, with marks on %i of 3, the state %s and %i affected requests', ([marked, state, affected]) => {
    const { findings } = compute([failing], { marked: new Map([[outcomeKey(failing), marked]]) });
    expect([findings.state, findings.needsAction[0]?.affectedRequests ?? 0]).toEqual([state, affected]);
    expect(findings.scope).toMatchObject({ requests: 3, interfacesUnchanged: affected === 0 ? 1 : 0 });
  });
});

describe('clusters (interface 2.4)', () => {
  const outcome = (item: number, subjects: string[]) => ({
    planItemId: `p:${item}`,
    operation: '/a',
    hasResult: true,
    failure: null,
    differences: subjects.map((subject) => ({ kind: 'FIELD_VALUE' as const, subject, rule: null })),
    truncated: false,
  });

  test('join outcomes with the same set of differences in any order, and keep three samples', () => {
    const clusters = clustersOf([
      outcome(0, ['x', 'y']),
      outcome(1, ['y', 'x']),
      outcome(2, ['x', 'y']),
      outcome(3, ['x', 'y']),
      outcome(4, ['x']),
    ]);
    expect(clusters.map(({ requests, samples }) => [requests, samples])).toEqual([
      [4, ['p:0', 'p:1', 'p:2']],
      [1, ['p:4']],
    ]);
  });

  test('are the same after merging chunks as from one chunk', () => {
    const outcomes = Array.from({ length: 60 }, (_, item) => outcome(item, item % 3 ? [`f${item % 5}`] : []));
    const whole = clustersOf(outcomes);
    const merged = mergeClusters([...clustersOf(outcomes.slice(0, 17)), ...clustersOf(outcomes.slice(17))]);
    const bySubject = (clusters: Cluster[]) =>
      clusters.map((one) => JSON.stringify([one.differences, one.requests])).sort();
    expect(bySubject(merged)).toEqual(bySubject(whole));
  });
});
