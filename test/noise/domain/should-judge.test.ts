import { expect, test } from 'vitest';
import { shouldJudge } from '../../../functions/noise/domain/should-judge.ts';
import type { ClusterDifference } from '../../../functions/replay/domain/results/clusters.ts';

const currentRules = {
  ruleFor: (subject: string) => (subject === 'ruled' ? 'r1' : null),
  has: (ruleId: string) => ruleId === 'standing',
  isSuggested: () => false,
};
const value = (subject: string, rule: string | null = null): ClusterDifference => ({
  kind: 'FIELD_VALUE',
  subject,
  rule,
});

test.for<[boolean, string, { differences?: ClusterDifference[]; hasResult?: boolean; truncated?: boolean }]>([
  [true, 'a value that differs', { differences: [value('price')] }],
  [true, 'whose rule is gone', { differences: [value('price', 'gone')] }],
  [false, 'that a rule covers', { differences: [value('ruled')] }],
  [false, 'that a rule took out which still stands', { differences: [value('price', 'standing')] }],
  [false, 'no result', { differences: [value('price')], hasResult: false }],
  [true, 'an order that differs', { differences: [{ kind: 'ARRAY_ORDER', subject: 'l', rule: null }] }],
  [false, 'another kind', { differences: [{ kind: 'FIELD_MISSING', subject: 'price', rule: null }] }],
  [true, 'more differences than were kept', { truncated: true }],
  [false, 'no difference', {}],
])('shouldJudge returns %s for %s', ([judged, , outcome]) => {
  const whole = { operation: '/o', hasResult: true, failure: null, differences: [], truncated: false, ...outcome };
  expect(shouldJudge(whole, currentRules, {})).toBe(judged);
});

test.for([
  ['FIELD_MISSING', true],
  ['NEW_FIELD', true],
  ['FIELD_TYPE', false],
  ['SENSITIVE_FIELD', false],
] as const)('beside a running build, a request with %s alone is judged: %s', ([kind, judged]) => {
  const differences = [{ kind, subject: 'price', rule: null }];
  const whole = { operation: '/o', hasResult: true, failure: null, differences, truncated: false };
  expect(shouldJudge(whole, currentRules, { baselineEnv: 'http://main.test' })).toBe(judged);
  expect(shouldJudge(whole, currentRules, {})).toBe(false);
});
