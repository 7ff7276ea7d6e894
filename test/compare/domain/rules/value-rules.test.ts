import { describe, expect, test } from 'vitest';
import { BUILT_IN_RULES, rulesInForce } from '../../../../functions/compare/domain/rules/built-in-rules.ts';
import { type CompareRule, compileRules, parseCompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import {
  isDecidedBySubject,
  NO_VALUE_RULES,
  valueRulesDigest,
} from '../../../../functions/compare/domain/rules/value-rules.ts';

const rule: CompareRule = {
  ruleId: 'r',
  kind: 'ignore',
  operation: null,
  target: 'response',
  path: 'a',
  origin: 'person',
  createdBy: 'p',
  createdAt: 1,
};
const tolerance: CompareRule = { ...rule, kind: 'tolerance', tolerance: { absolute: 1 } };

describe('isDecidedBySubject', () => {
  test.for<[boolean, Partial<CompareRule>]>([
    [true, { path: '$.a.b' }],
    [true, { path: '$..a[*].*' }],
    [false, { path: '$.a[0]' }],
    [false, { path: "$.a[?@.id=='x'].b" }],
    [false, { kind: 'ignore-order' }],
    [false, { kind: 'include-only' }],
    [true, { target: 'response-headers' }],
    [false, { target: 'database' }],
    [false, { target: 'orders-db' }],
  ])('is %s for a rule with %j', ([decided, change]) => {
    expect(isDecidedBySubject({ ...rule, ...change })).toBe(decided);
  });
});

describe('valueRulesDigest', () => {
  test('is constant without rules that look at values', () => {
    expect(valueRulesDigest([rule])).toBe(NO_VALUE_RULES);
  });

  test('ignores the order, comments and times of rules', () => {
    const other = { ...tolerance, ruleId: 's' };
    expect(valueRulesDigest([other, { ...tolerance, comment: 'x', createdAt: 9 }, rule])).toBe(
      valueRulesDigest([tolerance, other]),
    );
  });

  test.for<Partial<CompareRule>>([
    { ruleId: 's' },
    { kind: 'ignore-order' },
    { operation: '/o' },
    { target: 'response-headers' },
    { path: 'b' },
    { keys: ['id'] },
    { tolerance: { absolute: 2 } },
    { tolerance: { relative: 1 } },
  ])('changes with %j', (change) => {
    expect(valueRulesDigest([{ ...tolerance, ...change }])).not.toBe(valueRulesDigest([tolerance]));
  });
});

describe('valueRulesDigest of a kind whose effect has changed', () => {
  const keyed: CompareRule = { ...rule, kind: 'array-key', keys: ['id'] };

  test('differs from the earlier one, so that stored answers are compared again', () => {
    expect(valueRulesDigest([keyed])).not.toBe('2c656ca59b25d1686396ce6f');
    expect(valueRulesDigest([tolerance, keyed])).not.toBe('aa08c132740c14e75c057c8f');
  });

  test('stays the same if no rule is of that kind', () => {
    expect(valueRulesDigest([tolerance])).toBe('08fa10a403a22b57a5535f7c');
  });
});

describe('the built-in rules (interface 11)', () => {
  test('are valid, with unique ids', () => {
    for (const one of BUILT_IN_RULES) expect(parseCompareRule(one)).toMatchObject({ ok: true });
    expect(new Set(BUILT_IN_RULES.map(({ ruleId }) => ruleId)).size).toBe(BUILT_IN_RULES.length);
  });

  test('apply where headers are compared, unless they are switched off', () => {
    const settings = {
      compareHeaders: true,
      furtherHeaders: [],
      builtInRules: { 'built-in-date': false, 'built-in-age': true },
    };
    expect(rulesInForce([rule], { ...settings, compareHeaders: false })).toEqual([rule]);
    const { ruleFor, selectsHeaders } = compileRules(rulesInForce([rule], settings), '/o');
    expect(selectsHeaders).toBe(true);
    expect(
      ['@headers.date', '@headers.age', "@headers['x-request-id']", '@headers.x', 'date'].map((subject) =>
        ruleFor(subject),
      ),
    ).toEqual([null, 'built-in-age', 'built-in-x-request-id', null, null]);
  });
});
