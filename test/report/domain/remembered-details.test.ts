import { expect, test } from 'vitest';
import { computeFindings } from '../../../functions/findings/domain/compute-findings.ts';
import type { FindingsInput } from '../../../functions/findings/domain/findings.ts';
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
