import { expect, test } from 'vitest';
import { computeFindings } from '../../../functions/findings/domain/compute-findings.ts';
import type { FindingsInput } from '../../../functions/findings/domain/findings.ts';
import type { Cluster } from '../../../functions/replay/domain/results/clusters.ts';
import { rememberedDetails } from '../../../functions/report/domain/remembered-details.ts';

const INPUT: FindingsInput = {
  interrupted: false,
  clusters: [],
  mainOperations: [],
  rulesOf: () => ({ ruleFor: () => null, has: () => false, isSuggested: () => false }),
  marked: new Map(),
  operationsInScope: ['/a'],
};

test('rememberedDetails derives details once for the same findings', () => {
  const detailsOf = rememberedDetails();
  const { findings } = computeFindings(INPUT);
  const details = detailsOf(findings, INPUT, []);
  expect(details.rows().map(({ operation }) => operation)).toEqual(['/a']);
  expect(details.rows()).toBe(details.rows());
  expect(detailsOf(findings, INPUT, [])).toBe(details);
  expect(detailsOf(computeFindings(INPUT).findings, INPUT, [])).not.toBe(details);
});

const cluster = (operation: string, more: Partial<Cluster>): Cluster => ({
  operation,
  requests: 4,
  hasResult: true,
  failure: null,
  truncated: false,
  differences: [],
  samples: ['plan:7'],
  ...more,
});

test('rememberedDetails finds an example of a difference, and no main failure of a run that needs action', () => {
  const difference = { kind: 'FIELD_VALUE', subject: 'total', rule: null } as const;
  const input = { ...INPUT, clusters: [cluster('/a', { differences: [difference] })] };
  const { findings } = computeFindings(input);
  const details = rememberedDetails()(findings, input, []);
  expect(findings.state).toBe('NEEDS_ACTION');
  expect(details.exampleOf('/a', 'FIELD_VALUE', 'total')).toBe(7);
  expect(details.exampleOf('/b', 'FIELD_VALUE', 'total')).toBeNull();
  expect(details.failure()).toBeNull();
});

test('rememberedDetails has the main failure of a run that failed by its environment', () => {
  const refused: Partial<Cluster> = {
    failure: 'refused',
    differences: [{ kind: 'CONNECTION_FAILURE', subject: 'refused', rule: null }],
  };
  const input = {
    ...INPUT,
    operationsInScope: ['/a', '/b', '/c', '/d'],
    clusters: ['/a', '/b', '/c', '/d'].map((operation) => cluster(operation, refused)),
  };
  const { findings } = computeFindings(input);
  expect(findings.state).toBe('ENVIRONMENT_FAILURE');
  expect(rememberedDetails()(findings, input, []).failure()).toEqual({ kind: 'refused', endpoints: 4 });
});
