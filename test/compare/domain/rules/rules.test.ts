import { describe, expect, test } from 'vitest';
import { type CompareRule, compileRules, parseCompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { compareTwo, differencesIn, rulesOf } from '../compare-two.ts';

const rule: CompareRule = {
  ruleId: 'r1',
  kind: 'ignore',
  operation: null,
  target: 'response',
  path: '$.a',
  origin: 'person',
  createdBy: 'ann@example.org',
  createdAt: 1_700_000_000_000,
};

describe('parseCompareRule (interface 11)', () => {
  test('accepts a rule with and without its optional members', () => {
    expect(parseCompareRule(rule)).toEqual({ ok: true, value: rule });
    const full = { ...rule, operation: '/orders', comment: 'clock', origin: 'noise-reduction' };
    expect(parseCompareRule({ ...full, unknown: 1 })).toEqual({ ok: true, value: full });
  });

  test.for<[string, unknown]>([
    ['ruleId', { ...rule, ruleId: '' }],
    ['ruleId', { ...rule, ruleId: 'x'.repeat(129) }],
    ['ruleId', { ...rule, ruleId: '.' }],
    ['ruleId', { ...rule, ruleId: '..' }],
    ['ruleId', { ...rule, ruleId: '../x' }],
    ['ruleId', { ...rule, ruleId: 'a/b' }],
    ['ruleId', { ...rule, ruleId: 'a b' }],
    ['ruleId', { ...rule, ruleId: 'r\u202e' }],
    ['ruleId', { ...rule, ruleId: 'r\u200b' }],
    ['ruleId', { ...rule, ruleId: 5 }],
    ['kind', { ...rule, kind: 'forget' }],
    ['operation', { ...rule, operation: 5 }],
    ['target', { ...rule, target: '' }],
    ['target', { ...rule, target: 'x'.repeat(257) }],
    ['target', { ...rule, target: 'a\nb' }],
    ['target', { ...rule, target: 5 }],
    ['path', { ...rule, path: '' }],
    ['path', { ...rule, path: 'a[' }],
    ['path', { ...rule, path: '$.a[1:2]' }],
    ['path', { ...rule, path: '$.a[?@.b>1]' }],
    ['path', { ...rule, path: "$.a[?@.b=='x' && @.c=='y']" }],
    ['path', { ...rule, path: '$.a[?length(@.b)==1]' }],
    ['path', { ...rule, path: `$${'.a'.repeat(33)}` }],
    ['path', { ...rule, path: `$.${'a'.repeat(1000)}` }],
    ['path', { ...rule, path: undefined }],
    ['origin', { ...rule, origin: 'machine' }],
    ['comment', { ...rule, comment: 5 }],
    ['createdBy', { ...rule, createdBy: '' }],
    ['createdAt', { ...rule, createdAt: 'yesterday' }],
    ['rule', null],
  ])('refuses an unusable %s by its name', ([field, input]) => {
    const refusal = parseCompareRule(input);
    expect(refusal).toMatchObject({ ok: false, code: 'INVALID_RULE' });
    expect(refusal.ok || refusal.message).toContain(field);
  });

  test.for(['...', '.a', 'a.', 'A-1_b:c', 'x'.repeat(128)])('accepts ruleId %s', (ruleId) => {
    expect(parseCompareRule({ ...rule, ruleId }).ok).toBe(true);
  });

  test.for(['response', 'response-headers', 'http', 'orders-db', 'host.test:8080', 'x'.repeat(256)])(
    'accepts target %s',
    (target) => {
      expect(parseCompareRule({ ...rule, target }).ok).toBe(true);
    },
  );

  test('accepts a path of 32 steps and one of 1,000 characters', () => {
    expect(parseCompareRule({ ...rule, path: `$${'.a'.repeat(32)}` }).ok).toBe(true);
    expect(parseCompareRule({ ...rule, path: `$.${'a'.repeat(998)}` }).ok).toBe(true);
  });
});

const recorded =
  '{"id":1,"ids":2,"time":1,"data":{"time":1,"items":[{"k":"x","time":1,"v":1},{"k":"y","time":1,"v":1}]}}';
const replayed =
  '{"id":2,"ids":3,"time":2,"data":{"time":2,"items":[{"k":"x","time":2,"v":2},{"k":"y","time":2,"v":1}]}}';

describe('an ignore rule (interface 11)', () => {
  test.for<[string, string[]]>([
    ['$.id', ['id']],
    ['id', ['id']],
    ["['id']", ['id']],
    ['$["id"]', ['id']],
    ['$.i', []],
    ['$..time', ['time', 'data.time', 'data.items[*].time']],
    ['..time', ['time', 'data.time', 'data.items[*].time']],
    ['data', ['data.time', 'data.items[*].time', 'data.items[*].v']],
    ['data.items', ['data.items[*].time', 'data.items[*].v']],
    ['data.items[*]', ['data.items[*].time', 'data.items[*].v']],
    ['data.items[*].time', ['data.items[*].time']],
    ['data.*.*.v', ['data.items[*].v']],
    ['$.*', ['id', 'ids', 'time', 'data.time', 'data.items[*].time', 'data.items[*].v']],
    ['$', ['id', 'ids', 'time', 'data.time', 'data.items[*].time', 'data.items[*].v']],
    ['data.items[0].v', ['data.items[*].v']],
    ['data.items[1].v', []],
    ['data.items[-2].v', ['data.items[*].v']],
    ["data.items[?@.k=='x'].v", ['data.items[*].v']],
    ["data.items[?@.k=='y'].v", []],
    ["$..[?@.k=='x'].v", ['data.items[*].v']],
    ["$['id','ids']", ['id', 'ids']],
    ['$.nothing', []],
  ])('ignores the nodes that %s selects', ([path, ignored]) => {
    const { differences } = compareTwo(recorded, replayed, rulesOf(path));
    expect([...new Set(differences.filter((d) => d.rule === 'r0').map((d) => d.subject))].sort()).toEqual(
      [...ignored].sort(),
    );
    const all = compareTwo(recorded, replayed).differences.map((d) => d.subject);
    expect(new Set(differences.map((d) => d.subject))).toEqual(new Set(all));
  });

  test.for<[string, string, string, string, string[]]>([
    ['missing', 'a', '{"a":1}', '{}', ['FIELD_MISSING a (r0)']],
    ['new', 'a', '{}', '{"a":{"email":1}}', ['NEW_FIELD a (r0)', 'SENSITIVE_FIELD a.email (r0)']],
    [
      'sensitive inside a new subtree',
      '$..email',
      '{}',
      '{"a":{"email":1}}',
      ['NEW_FIELD a', 'SENSITIVE_FIELD a.email (r0)'],
    ],
    ['type', 'a', '{"a":1}', '{"a":"1"}', ['FIELD_TYPE a (r0)']],
    ['length', 'a', '{"a":[1]}', '{"a":[]}', ['ARRAY_LENGTH a (r0)']],
    ['length when all elements are ignored', 'a[*]', '{"a":[1]}', '{"a":[]}', ['ARRAY_LENGTH a[*] (r0)']],
    [
      'an ignored element that went',
      "a[?@.t=='ad']",
      '{"a":[{"t":"ad"},{"t":"p","v":1}]}',
      '{"a":[{"t":"p","v":1}]}',
      ['ARRAY_LENGTH a[*] (r0)'],
    ],
    [
      'an element that is ignored on one side only',
      "a[?@.t=='ad']",
      '{"a":[{"t":"ad","v":1}]}',
      '{"a":[{"t":"p","v":1}]}',
      ['ARRAY_LENGTH a', 'ARRAY_LENGTH a[*] (r0)'],
    ],
    [
      'a filter by number',
      'a[?@.n==1].v',
      '{"a":[{"n":1.0,"v":1}]}',
      '{"a":[{"n":1,"v":2}]}',
      ['FIELD_VALUE a[*].v (r0)'],
    ],
    [
      'a filter by null',
      'a[?@.n==null].v',
      '{"a":[{"n":null,"v":1}]}',
      '{"a":[{"n":null,"v":2}]}',
      ['FIELD_VALUE a[*].v (r0)'],
    ],
    [
      'a filter over members',
      "$[?@.k=='x'].v",
      '{"m":{"k":"x","v":1}}',
      '{"m":{"k":"x","v":2}}',
      ['FIELD_VALUE m.v (r0)'],
    ],
    [
      'a nested filter',
      "$[?@.k.l=='x'].v",
      '[{"k":{"l":"x"},"v":1}]',
      '[{"k":{"l":"x"},"v":2}]',
      ['FIELD_VALUE [*].v (r0)'],
    ],
    ['a filtered value that changed itself', "$[?@.k=='x'].k", '[{"k":"x"}]', '[{"k":"y"}]', ['FIELD_VALUE [*].k']],
  ])('ignores what it covers: %s', ([, path, a, b, expected]) => {
    expect(differencesIn(compareTwo(a, b, rulesOf(path))).sort()).toEqual([...expected].sort());
  });

  test('names the first rule in order that applies', () => {
    expect(differencesIn(compareTwo('{"a":{"b":1}}', '{"a":{"b":2}}', rulesOf('$..b', 'a.b')))).toEqual([
      'FIELD_VALUE a.b (r0)',
    ]);
  });

  test('does not apply to another endpoint', () => {
    const rules = compileRules([{ ...rule, operation: '/orders' }], '/pay');
    expect(differencesIn(compareTwo('{"a":1}', '{"a":2}', rules))).toEqual(['FIELD_VALUE a']);
    expect(
      differencesIn(compareTwo('{"a":1}', '{"a":2}', compileRules([{ ...rule, operation: '/pay' }], '/pay'))),
    ).toEqual(['FIELD_VALUE a (r1)']);
  });

  test('does not apply to a status', () => {
    expect(rulesOf('$').ruleFor('a')).toBe('r0');
    expect(differencesIn(compareTwo('{"a":1}', '', rulesOf('$')))).toEqual(['EMPTY_RESPONSE response']);
  });
});

describe('ruleFor a stored subject', () => {
  test.for<[string, string, string | null]>([
    ['a', 'a', 'r0'],
    ['a', 'a.b', 'r0'],
    ['a', 'ab', null],
    ['a.b', 'a', null],
    ['$', 'a[*].b', 'r0'],
    ['$', '$', 'r0'],
    ['$..b', 'a[*].b', 'r0'],
    ['$..b', 'a[*].b.c', 'r0'],
    ['$..b', 'b', 'r0'],
    ['a[*].b', 'a[*].b', 'r0'],
    ['a.*.b', 'a[*].b', 'r0'],
    ['a.*.b', 'a.*.b', 'r0'],
    ['a.x.b', 'a.*.b', null],
    ['a[0].b', 'a[*].b', null],
    ["a[?@.k=='x'].b", 'a[*].b', null],
    ["['a.b']", "['a.b']", 'r0'],
    ["['a.b']", 'a.b', null],
    ['..b', '…1f3a9c02.a.b', 'r0'],
    ['a', 'not a path[', null],
  ])('finds the rule: with %s, %s has %s', ([path, subject, expected]) => {
    const rules = rulesOf(path);
    expect(rules.ruleFor(subject)).toBe(expected);
    expect(rules.ruleFor(subject)).toBe(expected);
  });

  test.for<[path: string, subject: string, ofOrder: string | null]>([
    ['l', 'l', 'r0'],
    ['$', '$', 'r0'],
    ['$', 'l', null],
    ['l', 'l[*].tags', null],
    ['l[*].tags', 'l[*].tags', 'r0'],
    ['$..tags', 'l[*].tags', 'r0'],
  ])('finds the rule of an order: with %s, %s has %s', ([path, subject, ofOrder]) => {
    const rules = rulesOf({ path, kind: 'ignore-order' });
    expect(rules.ruleFor(subject, 'ARRAY_ORDER')).toBe(ofOrder);
    expect(rules.ruleFor(subject, 'ARRAY_LENGTH')).toBeNull();
    expect(rules.ruleFor(subject)).toBeNull();
  });

  test('agrees with the comparison', () => {
    for (const path of ['$..time', 'data', 'data.items[*]', 'data.items[*].time', '$.*', 'id']) {
      const rules = rulesOf(path);
      for (const { subject, rule: named } of compareTwo(recorded, replayed, rules).differences) {
        expect([path, subject, rules.ruleFor(subject)]).toEqual([path, subject, named]);
      }
    }
  });
});
