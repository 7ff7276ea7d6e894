import type { CaseCounts } from './findings.ts';

export type Verdict = 'PASS' | 'FAIL';

export interface VerdictFacts extends CaseCounts {
  /** False if stopped, aborted, or some request has no result. */
  finishedNormally: boolean;
  /** 0..1, or null when the trigger did not set one (spec 2.1). */
  passThreshold: number | null;
}

type Rule = readonly [applies: (facts: VerdictFacts) => boolean, verdict: (facts: VerdictFacts) => Verdict];

/** Spec 3.4, rule by rule; the first that applies decides. */
const RULES: readonly Rule[] = [
  [({ finishedNormally, totalCases }) => !finishedNormally || totalCases === 0, () => 'FAIL'],
  [withoutResult, () => 'FAIL'],
  [
    ({ passThreshold }) => passThreshold !== null,
    (facts) => (passRate(facts) >= (facts.passThreshold ?? 0) ? 'PASS' : 'FAIL'),
  ],
  [() => true, ({ failedCases }) => (failedCases === 0 ? 'PASS' : 'FAIL')],
];

/** PASS or FAIL from the pass rate alone (spec 3.4). */
export function verdict(facts: VerdictFacts): Verdict {
  return RULES.find(([applies]) => applies(facts))?.[1](facts) ?? 'FAIL';
}

/** successCases / totalCases, 0 when there are none (interface 2.3). */
export const passRate = ({ totalCases, successCases }: CaseCounts): number =>
  totalCases === 0 ? 0 : successCases / totalCases;

function withoutResult({ totalCases, successCases, failedCases }: CaseCounts): boolean {
  return successCases + failedCases < totalCases;
}
