import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../../functions/compare/domain/kinds.ts';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { computeFindings } from '../../../../functions/findings/domain/compute-findings.ts';
import { countEntries, type FindingsInput, MAX_ENTRIES } from '../../../../functions/findings/domain/findings.ts';
import { foldedClusters } from '../../../../functions/findings/domain/folding/folded-clusters.ts';
import { foldingRules } from '../../../../functions/findings/domain/folding/folding-rules.ts';
import { rememberedRules } from '../../../../functions/findings/domain/rules/remembered-rules.ts';
import type { SuggestedFields } from '../../../../functions/findings/domain/suggested-fields.ts';
import { type Cluster, outcomeKey } from '../../../../functions/replay/domain/results/clusters.ts';

const KEYS = 100;

const cluster = (differences: [Kind, string][]): Cluster => ({
  operation: '/a',
  hasResult: true,
  failure: null,
  differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
  truncated: false,
  requests: 1,
  samples: [],
});
const ignore = (path: string): CompareRule => ({
  ruleId: path,
  kind: 'ignore',
  operation: null,
  target: 'response',
  path,
  origin: 'person',
  createdBy: 'me',
  createdAt: 1,
});
const ofKeys = (count: number, differences: (key: string) => [Kind, string][]): Cluster[] =>
  Array.from({ length: count }, (_, n) => cluster(differences(`prices.p${n}`)));
const changed = ofKeys(KEYS, (key) => [['FIELD_VALUE', `${key}.price`]]);

function inputOf(clusters: Cluster[], rules: CompareRule[] = [], suggested?: SuggestedFields): FindingsInput {
  const rulesOf = foldingRules()(rememberedRules()(rules, suggested), clusters);
  return { interrupted: false, operationsInScope: ['/a'], clusters, mainOperations: [], rulesOf, marked: new Map() };
}

const listed = (input: FindingsInput) => {
  const { needsAction, toReview } = computeFindings(input).findings;
  return [...needsAction, ...toReview].map(({ kind, subjects, affectedRequests }) => [
    kind,
    subjects,
    affectedRequests,
  ]);
};

describe('findings of folded subjects', () => {
  test('join one change of a price in a map into one finding', () => {
    expect(listed(inputOf(changed))).toEqual([['FIELD_VALUE', ['prices.*.price'], KEYS]]);
  });

  test('separate kinds', () => {
    const clusters = [...changed, ...ofKeys(KEYS, (key) => [['FIELD_TYPE', `${key}.price`]])];
    expect(listed(inputOf(clusters)).map(([kind]) => kind)).toEqual(['FIELD_TYPE', 'FIELD_VALUE']);
  });

  test('count more than 20 keys in one request as one field, and more than 20 fields as MANY_FIELDS', () => {
    const keys = Array.from({ length: KEYS }, (_, n) => ['FIELD_VALUE', `prices.p${n}.price`] satisfies [Kind, string]);
    const fields = Array.from({ length: 21 }, (_, n) => ['FIELD_VALUE', `field${n}`] satisfies [Kind, string]);
    expect(listed(inputOf([cluster(keys)]))).toEqual([['FIELD_VALUE', ['prices.*.price'], 1]]);
    expect(listed(inputOf([cluster(fields)]))).toEqual([['MANY_FIELDS', ['response'], 1]]);
  });

  test.each([
    ['of one key', 'prices.p7.price', KEYS - 1],
    ['of a whole member', 'prices.p7', KEYS - 1],
    ['of every key', 'prices.*.price', 0],
    ['of another field', 'prices.*.cost', KEYS],
  ])('obey a rule %s', (_, path, left) => {
    const input = inputOf(changed, [ignore(path)]);
    expect(computeFindings(input).counts.failedCases).toBe(left);
    expect(listed(input)).toEqual(left === 0 ? [] : [['FIELD_VALUE', ['prices.*.price'], left]]);
  });

  test('are to review for a suggested key, and need action for the others', () => {
    const suggested = new Map([['/a', { fields: new Set(['prices.p7.price']), orders: new Set<string>() }]]);
    const other = { ...cluster([['FIELD_VALUE', 'prices.p7.price']]), operation: '/b' };
    const { needsAction } = computeFindings(inputOf([...changed, other], [], suggested)).findings;
    expect(needsAction.map(({ subjects, affectedRequests }) => [subjects, affectedRequests])).toEqual([
      [['prices.*.price'], KEYS - 1],
      [['prices.p7.price'], 1],
    ]);
  });

  test('are the same from folded clusters, also with marked requests', () => {
    const [first, second] = changed;
    if (!first || !second) throw new Error('no clusters');
    const input = { ...inputOf(changed, [ignore('prices.p7')]), marked: new Map([[outcomeKey(first), 1]]) };
    const folded = foldedClusters(input);
    expect(folded.clusters).toHaveLength(2);
    expect(computeFindings({ ...input, ...folded, rulesOf: rememberedRules()([ignore('prices.p7')]) })).toEqual(
      computeFindings(input),
    );
    expect(computeFindings(input).counts.failedCases).toBe(KEYS - 2);
  });
});

describe('the list of findings of many fields', () => {
  const word = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  const fieldsOf = (count: number): Cluster[] =>
    Array.from({ length: count }, (_, n) => ({ ...cluster([['FIELD_VALUE', word(n)]]), requests: 1 + (n % 7) }));

  test.each([
    [MAX_ENTRIES, undefined],
    [MAX_ENTRIES + 1, { needsAction: 1, toReview: 0 }],
  ])('has 200 of %i entries and counts the rest', (count, omitted) => {
    const { findings, counts } = computeFindings(inputOf(fieldsOf(count)));
    expect(findings.needsAction).toHaveLength(MAX_ENTRIES);
    expect(findings.omitted).toEqual(omitted);
    expect(countEntries(findings, 'needsAction')).toBe(count);
    expect(counts.failedCases).toBe(fieldsOf(count).reduce((sum, { requests }) => sum + requests, 0));
    expect(findings.needsAction[0]?.affectedRequests).toBe(7);
  });
});
