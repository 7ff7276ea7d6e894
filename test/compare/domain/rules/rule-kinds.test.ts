import { describe, expect, test } from 'vitest';
import { type CompareRule, parseCompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { compareTwo, differencesIn, rulesOf } from '../compare-two.ts';

type Row = [string, Partial<CompareRule>[], string, string, string[]];

describe('a rule (interface 11)', () => {
  test.for<Row>([
    [
      'tolerance: at the threshold',
      [{ kind: 'tolerance', path: '$..p', tolerance: { absolute: 0.1 } }],
      '{"p":1.0}',
      '{"p":1.1}',
      ['FIELD_VALUE p (r0)'],
    ],
    [
      'tolerance: beyond',
      [{ kind: 'tolerance', path: '$..p', tolerance: { absolute: 0.1 } }],
      '{"p":1.0}',
      '{"p":1.10001}',
      ['FIELD_VALUE p'],
    ],
    [
      'tolerance: below the threshold, downwards',
      [{ kind: 'tolerance', path: 'p', tolerance: { absolute: 0.1 } }],
      '{"p":-1.05}',
      '{"p":-1.1}',
      ['FIELD_VALUE p (r0)'],
    ],
    [
      'tolerance: exact beyond doubles',
      [{ kind: 'tolerance', path: 'p', tolerance: { absolute: 0.5 } }],
      '{"p":9007199254740993}',
      '{"p":9007199254740992}',
      ['FIELD_VALUE p'],
    ],
    [
      'tolerance: relative, at the threshold',
      [{ kind: 'tolerance', path: 'p', tolerance: { relative: 0.01 } }],
      '{"p":99}',
      '{"p":100}',
      ['FIELD_VALUE p (r0)'],
    ],
    [
      'tolerance: relative, beyond',
      [{ kind: 'tolerance', path: 'p', tolerance: { relative: 0.01 } }],
      '{"p":98.99}',
      '{"p":100}',
      ['FIELD_VALUE p'],
    ],
    [
      'tolerance: no number',
      [{ kind: 'tolerance', path: 'p', tolerance: { absolute: 9 } }],
      '{"p":"1"}',
      '{"p":"2"}',
      ['FIELD_VALUE p'],
    ],
    [
      'tolerance: another type',
      [{ kind: 'tolerance', path: 'p', tolerance: { absolute: 9 } }],
      '{"p":1}',
      '{"p":"1"}',
      ['FIELD_TYPE p'],
    ],
    [
      'tolerance: an absurd exponent',
      [{ kind: 'tolerance', path: 'p', tolerance: { absolute: 9 } }],
      '{"p":1e999999}',
      '{"p":1}',
      ['FIELD_VALUE p'],
    ],
    [
      'tolerance in moved elements',
      [{ kind: 'tolerance', path: '[*].p', tolerance: { absolute: 1 } }],
      '[{"k":"a","p":1},{"k":"b","p":9}]',
      '[{"k":"b","p":9},{"k":"a","p":2}]',
      ['ARRAY_ORDER $', 'FIELD_VALUE [*].p (r0)'],
    ],
    [
      'time-tolerance: at the threshold',
      [{ kind: 'time-tolerance', path: 't', tolerance: { ms: 1000 } }],
      '{"t":"2026-01-01T10:00:00Z"}',
      '{"t":"2026-01-01 10:00:01"}',
      ['FIELD_VALUE t (r0)'],
    ],
    [
      'time-tolerance: beyond',
      [{ kind: 'time-tolerance', path: 't', tolerance: { ms: 1000 } }],
      '{"t":"2026-01-01T10:00:00Z"}',
      '{"t":"2026-01-01T10:00:01.001Z"}',
      ['FIELD_VALUE t'],
    ],
    [
      'time-tolerance: zones',
      [{ kind: 'time-tolerance', path: 't', tolerance: { ms: 0 } }],
      '{"t":"2026-01-01T10:00:00Z"}',
      '{"t":"2026-01-01T18:00:00+0800"}',
      ['FIELD_VALUE t (r0)'],
    ],
    [
      'time-tolerance: epochs',
      [{ kind: 'time-tolerance', path: 't', tolerance: { ms: 500 } }],
      '{"t":1767261600000}',
      '{"t":1767261600500}',
      ['FIELD_VALUE t (r0)'],
    ],
    [
      'time-tolerance: no times',
      [{ kind: 'time-tolerance', path: 't', tolerance: { ms: 500 } }],
      '{"t":"soon"}',
      '{"t":"later"}',
      ['FIELD_VALUE t'],
    ],
    ['ignore-case', [{ kind: 'ignore-case', path: 's' }], '{"s":"Ä"}', '{"s":"ä"}', ['FIELD_VALUE s (r0)']],
    ['ignore-case: other letters', [{ kind: 'ignore-case', path: 's' }], '{"s":"a"}', '{"s":"b"}', ['FIELD_VALUE s']],
    [
      'null-is-absent: missing',
      [{ kind: 'null-is-absent', path: '$..*' }],
      '{"a":null,"b":1}',
      '{"b":1}',
      ['FIELD_MISSING a (r0)'],
    ],
    [
      'null-is-absent: new',
      [{ kind: 'null-is-absent', path: '$..*' }],
      '{"b":1}',
      '{"a":null,"email":null,"b":1}',
      ['NEW_FIELD a (r0)', 'SENSITIVE_FIELD email (r0)'],
    ],
    ['null-is-absent: a value', [{ kind: 'null-is-absent', path: '$..*' }], '{"a":""}', '{}', ['FIELD_MISSING a']],
    [
      'include-only: inside and outside',
      [{ kind: 'include-only', path: 'a.b' }],
      '{"a":{"b":{"x":1},"c":1},"d":1}',
      '{"a":{"b":{"x":2},"c":2},"d":2}',
      ['FIELD_VALUE a.b.x', 'FIELD_VALUE a.c (r0)', 'FIELD_VALUE d (r0)'],
    ],
    [
      'include-only: an ancestor that went takes it along',
      [{ kind: 'include-only', path: 'a.b' }],
      '{"a":{"b":1},"x":{"b":1}}',
      '{}',
      ['FIELD_MISSING a', 'FIELD_MISSING x (r0)'],
    ],
    [
      'include-only: `..` counts only where it selects',
      [{ kind: 'include-only', path: '$..price' }],
      '{"m":{"time":1},"i":[{"price":1,"n":1}]}',
      '{"i":[{"price":2,"n":2}]}',
      ['FIELD_MISSING m (r0)', 'FIELD_VALUE i[*].n (r0)', 'FIELD_VALUE i[*].price'],
    ],
    [
      'include-only: two of them',
      [
        { kind: 'include-only', path: 'a' },
        { kind: 'include-only', path: 'b' },
      ],
      '{"a":1,"b":1,"c":1}',
      '{"a":2,"b":2,"c":2}',
      ['FIELD_VALUE a', 'FIELD_VALUE b', 'FIELD_VALUE c (r0)'],
    ],
    [
      'include-only and ignore',
      [{ kind: 'include-only', path: 'a' }, { path: 'a.t' }],
      '{"a":{"t":1,"v":1}}',
      '{"a":{"t":2,"v":2}}',
      ['FIELD_VALUE a.t (r1)', 'FIELD_VALUE a.v'],
    ],
  ])('ignores what it covers and nothing else: %s', ([, rules, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed, rulesOf(...rules))).sort()).toEqual(expected);
  });

  test.for<[string, object]>([
    ['keys', { kind: 'array-key' }],
    ['keys', { kind: 'array-key', keys: [] }],
    ['keys', { kind: 'array-key', keys: ['a[*]'] }],
    ['keys', { kind: 'array-key', keys: ['$'] }],
    ['keys', { kind: 'array-key', keys: Array.from({ length: 9 }, (_, i) => `k${i}`) }],
    ['tolerance', { kind: 'tolerance' }],
    ['tolerance', { kind: 'tolerance', tolerance: { ms: 5 } }],
    ['tolerance', { kind: 'tolerance', tolerance: { absolute: -1 } }],
    ['tolerance', { kind: 'time-tolerance', tolerance: { absolute: 1 } }],
    ['tolerance', { kind: 'time-tolerance', tolerance: { ms: Number.NaN } }],
  ])('is refused by its unusable member %s: %o', ([field, members]) => {
    const base = {
      ruleId: 'r',
      operation: null,
      target: 'response',
      path: '$.a',
      origin: 'person',
      createdBy: 'x',
      createdAt: 1,
    };
    const refusal = parseCompareRule({ ...base, ...members });
    expect(refusal).toMatchObject({ ok: false, code: 'INVALID_RULE' });
    expect(refusal.ok || refusal.message).toContain(field);
  });

  test('is decided by a stored subject only if it is an ignore rule', () => {
    expect(rulesOf({ kind: 'tolerance', path: 'a', tolerance: { absolute: 1 } }).ruleFor('a')).toBeNull();
    const inside = rulesOf({ kind: 'include-only', path: 'a.b' });
    expect([inside.ruleFor('a.b.c'), inside.ruleFor('a.c'), inside.ruleFor('a')]).toEqual([null, 'r0', null]);
  });
});
