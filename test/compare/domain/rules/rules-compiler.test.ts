import { expect, test } from 'vitest';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { rulesCompiler } from '../../../../functions/compare/domain/rules/rules-compiler.ts';

const rule = (ruleId: string, operation: string): CompareRule => ({
  ruleId,
  operation,
  kind: 'ignore',
  target: 'response',
  path: '$.a',
  origin: 'person',
  createdBy: 'x',
  createdAt: 0,
});

test('each endpoint has the rules that hold for it, compiled once, with one memory for all', () => {
  const rulesOf = rulesCompiler([rule('r1', '/a'), rule('r2', '/b')]);
  expect([rulesOf('/a').ruleFor('a'), rulesOf('/b').ruleFor('a'), rulesOf('/c').ruleFor('a')]).toEqual([
    'r1',
    'r2',
    null,
  ]);
  expect(rulesOf('/a')).toBe(rulesOf('/a'));
  expect(rulesOf('/a').states.memory).toBe(rulesOf('/b').states.memory);
  expect(rulesCompiler([])('/a').states.memory).not.toBe(rulesOf('/a').states.memory);
});
