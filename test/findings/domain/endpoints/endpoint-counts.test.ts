import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../../functions/compare/domain/kinds.ts';
import { computeFindings } from '../../../../functions/findings/domain/compute-findings.ts';
import type { FindingsInput } from '../../../../functions/findings/domain/findings.ts';
import type { Cluster } from '../../../../functions/replay/domain/results/clusters.ts';
import { OPERATION_ERRORS } from '../../../../functions/replay/domain/results/operation-errors.ts';
import { mainFailure } from '../../../../functions/report/domain/main-failure.ts';

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
const inputOf = (clusters: Cluster[], more: Partial<FindingsInput> = {}): FindingsInput => ({
  interrupted: false,
  operationsInScope: [...new Set(clusters.map(({ operation }) => operation))],
  clusters,
  mainOperations: [],
  rulesOf: noRules,
  marked: new Map(),
  ...more,
});
const compute = (clusters: Cluster[], more: Partial<FindingsInput> = {}) => computeFindings(inputOf(clusters, more));

describe('endpoints as method and path', () => {
  test('count each method of a path in `scope.endpoints`, and one path in the counts of the specification', () => {
    const { findings } = compute(
      [
        cluster('/a', 3, [], { method: 'GET' }),
        cluster('/a', 1, [['FIELD_VALUE', 'x']], { method: 'POST' }),
        cluster('/a', 1, [], { method: 'DELETE', hasResult: false }),
      ],
      { operationsInScope: ['/a', '/b'] },
    );
    expect(findings.scope).toMatchObject({ interfacesInScope: 2, interfacesReplayed: 1, interfacesUnchanged: 0 });
    expect(findings.scope.endpoints).toEqual({
      inScope: 4,
      replayed: 2,
      unchanged: 1,
      uncovered: 1,
      needsAction: 1,
      toReview: 0,
    });
  });

  test('count methods without requests as not covered, also if other methods of the path have requests', () => {
    const { findings } = compute(
      [
        cluster('/a', 3, [['FIELD_VALUE', 'x']], { method: 'GET' }),
        cluster('/a', 3, [['NEW_FIELD', 'y']], { method: 'PUT' }),
        cluster('/old', 1),
      ],
      {
        operationsInScope: ['/a', '/b', '/old', '/unknown'],
        methodsInScope: { '/a': ['GET', 'POST', 'PUT'], '/b': ['DELETE', 'GET'], '/old': ['GET', 'POST'] },
      },
    );
    expect(findings.scope).toMatchObject({ interfacesInScope: 4, interfacesReplayed: 2 });
    expect(findings.coverage.uncoveredInterfaces).toBe(2);
    // POST /a, DELETE and GET /b, /unknown
    expect(findings.scope.endpoints).toEqual({
      inScope: 7,
      replayed: 3,
      unchanged: 1,
      uncovered: 4,
      needsAction: 1,
      toReview: 1,
    });
    expect([findings.needsActionInterfaces, findings.toReviewInterfaces]).toEqual([1, 0]);
  });

  test('count errors beside data as a failure of their operations, until a rule ignores them', () => {
    const failing = ['A', 'B', 'C'].map((name) =>
      cluster(`/graphql#${name}`, 2, [['SERVER_ERROR', 'errors']], { method: 'POST', failure: OPERATION_ERRORS }),
    );
    expect(compute(failing).findings.state).toBe('ENVIRONMENT_FAILURE');
    expect(mainFailure(inputOf(failing))).toEqual({ kind: OPERATION_ERRORS, endpoints: 3 });
    const ignored = { rulesOf: () => ({ ...noRules(), ruleFor: () => 'r1' }) };
    expect(compute(failing, ignored).findings.state).toBe('LOW_COVERAGE');
    expect(mainFailure(inputOf(failing, ignored))).toBeNull();
  });

  test('count each method of a path for the failure that most endpoints had', () => {
    const failed = (method: string, failure: string) =>
      cluster('/a', 1, [['SERVER_ERROR', '503']], { method, failure });
    expect(mainFailure(inputOf([failed('GET', '503'), failed('POST', '503'), failed('PUT', '500')]))).toEqual({
      kind: '503',
      endpoints: 2,
    });
  });
});
