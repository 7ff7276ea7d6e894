import { describe, expect, test } from 'vitest';
import { computeFindings } from '../../../functions/findings/domain/compute-findings.ts';
import type { FindingsInput } from '../../../functions/findings/domain/findings.ts';
import type { Cluster, ClusterDifference } from '../../../functions/replay/domain/results/clusters.ts';
import { type IgnoreRule, ignoreEffect } from '../../../functions/report/domain/ignore-effect.ts';
import { rememberedEffects } from '../../../functions/report/domain/remembered-effects.ts';

const failing = (operation: string, requests: number, ...subjects: string[]): Cluster => ({
  operation,
  requests,
  hasResult: true,
  failure: null,
  truncated: false,
  differences: subjects.map((subject): ClusterDifference => ({ kind: 'FIELD_VALUE', subject, rule: null })),
  samples: ['plan:1'],
});

const inputOf = (clusters: Cluster[], ignored: string[] = []): FindingsInput => ({
  interrupted: false,
  clusters,
  mainOperations: clusters.map(({ operation }) => operation),
  rulesOf: () => ({
    ruleFor: (subject) => (ignored.includes(subject) ? 'present' : null),
    has: () => false,
    isSuggested: () => false,
  }),
  marked: new Map(),
  operationsInScope: [...new Set(clusters.map(({ operation }) => operation))],
});

const rule = (path: string, operation: string | null = null): IgnoreRule => ({
  kind: 'ignore',
  target: 'response',
  path,
  operation,
});

const effectOf = (input: FindingsInput, ...rules: IgnoreRule[]) => ignoreEffect(input, computeFindings(input), rules);

describe('the effect of ignoring a finding', () => {
  test('is a clean round if it was the only one', () => {
    expect(effectOf(inputOf([failing('/a', 5, 'total')]), rule('$.total'))).toEqual({
      gone: 1,
      come: 0,
      failedBefore: 5,
      failedAfter: 0,
      state: 'CLEAN',
    });
  });

  test('reaches the endpoint that a rule names, or each', () => {
    const input = inputOf([failing('/a', 5, 'total'), failing('/b', 3, 'total')]);
    expect(effectOf(input, rule('$.total', '/b'))).toMatchObject({ gone: 0, failedBefore: 8, failedAfter: 5 });
    expect(effectOf(input, rule('$.total'))).toMatchObject({ gone: 1, failedAfter: 0, state: 'CLEAN' });
  });

  test('is another finding where a finding keeps fewer of its fields', () => {
    const input = inputOf([failing('/a', 5, 'currency', 'total')]);
    expect(effectOf(input, rule('$.currency'))).toEqual({
      gone: 1,
      come: 1,
      failedBefore: 5,
      failedAfter: 5,
      state: 'NEEDS_ACTION',
    });
  });

  test('comes on top of the rules of the application', () => {
    const input = inputOf([failing('/a', 5, 'currency', 'total')], ['currency']);
    expect(effectOf(input, rule('$.total'))).toMatchObject({ gone: 1, come: 0, failedAfter: 0, state: 'CLEAN' });
  });

  test('counts no finding as new that was beyond the limit of the list', () => {
    const subjects = Array.from({ length: 3 }, (_, at) => `field${at}`);
    const input = inputOf(subjects.map((subject, at) => failing(`/${at}`, 3 - at, subject)));
    const before = computeFindings(input, 2);
    expect(before.findings.omitted).toEqual({ needsAction: 1, toReview: 0 });
    expect(ignoreEffect(input, before, [rule('$.field0')])).toMatchObject({ gone: 1, come: 0, failedAfter: 3 });
  });
});

describe('the effects of the findings of a page', () => {
  const pageOf = (differences: number) => {
    const subjects = Array.from({ length: differences }, (_, at) => `field${at}`);
    const input = inputOf(differences === 0 ? [] : [failing('/a', 1, ...subjects)]);
    return { ...computeFindings(input), input };
  };

  test.for<[differences: number, findings: number]>([
    [0, 2500],
    [9, 250],
    [2499, 1],
    [2500, 0],
  ])(
    'are computed with it while they classify at most 5,000 differences: of %i, for %i findings',
    ([differences, findings]) => {
      expect(rememberedEffects().findingsPerPage(pageOf(differences))).toBe(findings);
    },
  );

  test('are null for a finding that no rule can ignore', () => {
    const input = inputOf([{ ...failing('/a', 1), differences: [{ kind: 'NOT_FOUND', subject: '404', rule: null }] }]);
    const found = { ...computeFindings(input), input };
    const [entry] = [...found.findings.needsAction, ...found.findings.toReview];
    if (entry === undefined) throw new Error('no finding');
    const effects = rememberedEffects().effectsOf(found, { group: 'needsAction', entry });
    expect(effects).toEqual({ endpoints: null, everywhere: null });
  });
});
