import { describe, expect, test } from 'vitest';
import { passRate, type VerdictFacts, verdict } from '../../../functions/findings/domain/verdict.ts';

const facts = (totalCases: number, successCases: number, more: Partial<VerdictFacts> = {}): VerdictFacts => ({
  totalCases,
  successCases,
  failedCases: totalCases - successCases,
  finishedNormally: true,
  passThreshold: null,
  ...more,
});

describe('verdict (spec 3.4)', () => {
  test.for<['PASS' | 'FAIL', string, VerdictFacts]>([
    ['FAIL', 'did not finish normally, though every case passed', facts(10, 10, { finishedNormally: false })],
    ['FAIL', 'no cases, even with a threshold of 0', facts(0, 0, { passThreshold: 0 })],
    ['FAIL', 'a case without a result, even above the threshold', facts(10, 9, { failedCases: 0, passThreshold: 0.5 })],
    ['PASS', 'the pass rate is at the threshold', facts(20, 19, { passThreshold: 0.95 })],
    ['FAIL', 'the pass rate is below the threshold', facts(20, 18, { passThreshold: 0.95 })],
    ['PASS', 'a threshold of 0', facts(10, 0, { passThreshold: 0 })],
    ['PASS', 'no threshold and no failed case', facts(10, 10)],
    ['FAIL', 'no threshold and one failed case', facts(10, 9)],
  ])('is %s: %s', ([expected, , given]) => {
    expect(verdict(given)).toBe(expected);
  });

  test('uses successCases / totalCases as passRate, and 0 without cases (interface 2.3)', () => {
    expect([passRate(facts(8, 6)), passRate(facts(0, 0))]).toEqual([0.75, 0]);
  });
});
