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

test('rulesCompiler compiles the rules of an endpoint once, with one memory for all endpoints', () => {
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

test.for([
  ['/graphql', '/graphql#Search', true],
  ['/graphql', '/graphql#List', true],
  ['/graphql', '/graphql', true],
  ['/graphql#Search', '/graphql#Search', true],
  ['/graphql#Search', '/graphql#List', false],
  ['/graphql#Search', '/graphql', false],
  ['/graphql', '/graphql2#Search', false],
  ['/graph', '/graphql#Search', false],
  ['POST /graphql', 'POST /graphql#Search', true],
  ['GET /graphql', 'POST /graphql#Search', false],
  ['/soap', '/soap#urn:orders#Get', true],
  ['/rpc', '/rpc#tasks.list', true],
] as const)('a rule of %s holds for %s: %s', ([of, operation, holds]) => {
  expect(rulesCompiler([rule('r1', of)])(operation).ruleFor('a')).toBe(holds ? 'r1' : null);
});
