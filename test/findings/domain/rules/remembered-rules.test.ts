import { expect, test } from 'vitest';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { rememberedRules } from '../../../../functions/findings/domain/rules/remembered-rules.ts';

const RULES: readonly CompareRule[] = [
  {
    ruleId: 'r1',
    operation: '/a',
    kind: 'ignore',
    target: 'response',
    path: '$.a',
    origin: 'person',
    createdBy: 'x',
    createdAt: 0,
  },
];

test('rememberedRules compiles the rules of an endpoint once for the same array', () => {
  const rulesByOperation = rememberedRules();
  const currentRules = rulesByOperation(RULES)('/a');
  expect([currentRules.ruleFor('a'), currentRules.has('r1'), currentRules.isSuggested('b')]).toEqual([
    'r1',
    true,
    false,
  ]);
  expect(rulesByOperation(RULES)('/a')).toBe(currentRules);
  expect(rulesByOperation([...RULES])('/a')).not.toBe(currentRules);
  expect(rememberedRules()(RULES)('/a')).not.toBe(currentRules);
});

test('rememberedRules shares compiled rules among endpoints that no rule names', () => {
  const rulesOf = rememberedRules()([
    ...RULES,
    { ...RULES[0], ruleId: 'r2', operation: null, path: '$.b' } as CompareRule,
  ]);
  expect(rulesOf('/b')).toBe(rulesOf('/c'));
  expect([rulesOf('/b').ruleFor('a'), rulesOf('/b').ruleFor('b')]).toEqual([null, 'r2']);
  expect([rulesOf('/a').ruleFor('a'), rulesOf('/a').ruleFor('b')]).toEqual(['r1', 'r2']);
});

test('rememberedRules does not keep suggestions of one round for another', () => {
  const rulesByOperation = rememberedRules();
  const suggested = rulesByOperation(RULES, new Map([['/a', { fields: new Set(['b']), orders: new Set(['l']) }]]));
  expect([suggested('/a').isSuggested('l', 'ARRAY_ORDER'), suggested('/a').isSuggested('l', 'ARRAY_LENGTH')]).toEqual([
    true,
    false,
  ]);
  expect([suggested('/a').isSuggested('b'), suggested('/a').isSuggested('c')]).toEqual([true, false]);
  expect(suggested('/b').isSuggested('b')).toBe(false);
  expect(rulesByOperation(RULES)('/a').isSuggested('b')).toBe(false);
});
