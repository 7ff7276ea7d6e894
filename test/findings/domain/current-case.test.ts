import { expect, test } from 'vitest';
import type { CurrentRules } from '../../../functions/findings/domain/classify.ts';
import { currentCase } from '../../../functions/findings/domain/current-case.ts';
import type { CaseOutcome } from '../../../functions/replay/domain/results/clusters.ts';

const rules: CurrentRules = {
  ruleFor: (subject) => (subject === 'ignored' ? 'r1' : null),
  has: () => true,
  isSuggested: () => false,
};
const outcome = (...subjects: string[]): CaseOutcome => ({
  operation: '/a',
  hasResult: true,
  failure: null,
  truncated: false,
  differences: subjects.map((subject) => ({ kind: 'FIELD_VALUE', subject, rule: null })),
});

test.for([
  { is: 'nothing stored', of: undefined, state: 'NO_RESULT' },
  { is: 'without result', of: { ...outcome('x'), hasResult: false }, state: 'NO_RESULT' },
  { is: 'alike', of: outcome(), state: 'PASSED' },
  { is: 'differs where a rule ignores it', of: outcome('ignored'), state: 'PASSED' },
  { is: 'differs', of: outcome('ignored', 'x'), state: 'FAILED' },
  { is: 'more differences than were kept', of: { ...outcome(), truncated: true }, state: 'FAILED' },
] as const)('currentCase returns for a case with $is: $state', ({ of, state }) => {
  expect(currentCase(of, rules).state).toBe(state);
});
