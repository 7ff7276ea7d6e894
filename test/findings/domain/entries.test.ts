import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import type { CurrentRules } from '../../../functions/findings/domain/classify.ts';
import { computeFindings } from '../../../functions/findings/domain/compute-findings.ts';
import { findingId, groupedEntries } from '../../../functions/findings/domain/finding-id.ts';
import type { Cluster } from '../../../functions/replay/domain/results/clusters.ts';

const noRules = (): CurrentRules => ({ ruleFor: () => null, has: () => false, isSuggested: () => false });
const cluster = (operation: string, requests: number, differences: [Kind, string][] = []): Cluster => ({
  operation,
  hasResult: true,
  failure: null,
  differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
  truncated: false,
  requests,
  samples: [],
});
const compute = (clusters: Cluster[], rulesOf: (operation: string) => CurrentRules = noRules) =>
  computeFindings({
    interrupted: false,
    operationsInScope: [...new Set(clusters.map(({ operation }) => operation))],
    clusters,
    mainOperations: [],
    rulesOf,
    marked: new Map(),
  });

describe('entries of findings (spec 3.3, interface 2.4)', () => {
  test('list changes to review at an endpoint that also needs action', () => {
    const { findings } = compute([
      cluster('/a', 1, [
        ['FIELD_VALUE', 'x'],
        ['NEW_FIELD', 'n'],
      ]),
      cluster('/b', 1, [['NEW_FIELD', 'n']]),
      cluster('/a', 1),
    ]);
    expect(findings.needsAction.map(({ subjects }) => subjects)).toEqual([['x']]);
    expect(findings.toReview).toEqual([
      {
        kind: 'NEW_FIELD',
        subjects: ['n'],
        interfaces: [
          { operationName: '/a', affectedRequests: 1, totalRequests: 2 },
          { operationName: '/b', affectedRequests: 1, totalRequests: 1 },
        ],
        affectedRequests: 2,
        totalRequests: 3,
      },
    ]);
  });

  test('separate what noise explains from changes', () => {
    const isSuggested = (subject: string) => subject.endsWith('at');
    const { findings } = compute(
      [
        cluster('/a', 2, [
          ['FIELD_VALUE', 'at'],
          ['FIELD_VALUE', 'cpu'],
          ['FIELD_VALUE', 'total'],
          ['CALL_PARAMETERS', 'db insert at'],
          ['CALL_PARAMETERS', 'db insert total'],
        ]),
      ],
      () => ({ ...noRules(), isSuggested }),
    );
    const entries = [...findings.needsAction, ...findings.toReview];
    expect(entries.map(({ kind, subjects, likelyNoise }) => [kind, subjects, likelyNoise])).toEqual([
      ['FIELD_VALUE', ['cpu', 'total'], undefined],
      ['FIELD_VALUE', ['at'], true],
      ['CALL_PARAMETERS', ['db insert at'], true],
      ['CALL_PARAMETERS', ['db insert total'], undefined],
    ]);
    expect(new Set(groupedEntries(findings).map(findingId)).size).toBe(entries.length);
  });

  test('split a parameter that noise explains at one endpoint and that changed at another', () => {
    const isSuggested = (subject: string) => subject === 'db insert at';
    const { findings } = compute(
      [
        cluster('/a', 2, [['CALL_PARAMETERS', 'db insert at']]),
        cluster('/b', 2, [['CALL_PARAMETERS', 'db insert at']]),
      ],
      (operation) => (operation === '/a' ? { ...noRules(), isSuggested } : noRules()),
    );
    const shown = findings.toReview.map(({ interfaces, likelyNoise }) => [interfaces[0]?.operationName, likelyNoise]);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['/a', true],
        ['/b', undefined],
      ]),
    );
    expect(shown).toHaveLength(2);
    expect(new Set(groupedEntries(findings).map(findingId)).size).toBe(2);
  });

  test('are one for each endpoint where pages differ', () => {
    const { findings } = compute([
      cluster('/a', 2, [['UNSTRUCTURED_CONTENT', 'response']]),
      cluster('/b', 2, [['UNSTRUCTURED_CONTENT', 'response']]),
      cluster('/b', 1, [['UNSTRUCTURED_CONTENT', 'response']]),
      cluster('/a', 1, [['SERVER_ERROR', '500']]),
      cluster('/b', 1, [['SERVER_ERROR', '500']]),
    ]);
    const shown = findings.toReview.map(({ interfaces }) => interfaces.map(({ operationName }) => operationName));
    expect(shown).toEqual([['/b'], ['/a']]);
    expect(findings.needsAction).toHaveLength(1);
    expect(new Set(groupedEntries(findings).map(findingId)).size).toBe(3);
  });
});
