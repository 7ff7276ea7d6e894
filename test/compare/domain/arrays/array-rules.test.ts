import { describe, expect, test } from 'vitest';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { compareTwo, rulesOf, told } from '../compare-two.ts';

type Row = [string, Partial<CompareRule>[], string, string, string[]];

describe('compare rules of arrays (interface 11): ignore-order and array-key', () => {
  test.for<Row>([
    [
      'ignore-order: moved',
      [{ kind: 'ignore-order', path: 'a' }],
      '{"a":[1,2,3]}',
      '{"a":[3,1,2]}',
      ['ARRAY_ORDER a (r0)'],
    ],
    ['ignore-order: elsewhere', [{ kind: 'ignore-order', path: 'b' }], '{"a":[1,2]}', '{"a":[2,1]}', ['ARRAY_ORDER a']],
    [
      'ignore-order: a multiset, not a set',
      [{ kind: 'ignore-order', path: 'a' }],
      '{"a":[1,1,2]}',
      '{"a":[1,2,2]}',
      ['FIELD_VALUE a[*]'],
    ],
    [
      'ignore-order: one less',
      [{ kind: 'ignore-order', path: 'a' }],
      '{"a":[1,2,3]}',
      '{"a":[3,1]}',
      ['ARRAY_LENGTH a', 'ARRAY_ORDER a (r0)'],
    ],
    [
      'ignore-order: moved and changed',
      [{ kind: 'ignore-order', path: '$' }],
      '[{"x":1,"y":1},{"x":2,"y":2},{"x":3,"y":3}]',
      '[{"x":3,"y":3},{"x":2,"y":2},{"x":1,"y":9}]',
      ['ARRAY_ORDER $ (r0)', 'FIELD_VALUE [*].y'],
    ],
    [
      'ignore-order inside moved elements',
      [
        { kind: 'ignore-order', path: '$..*' },
        { kind: 'ignore-order', path: '$' },
      ],
      '[[1,2],[3,4]]',
      '[[4,3],[2,1]]',
      ['ARRAY_ORDER $ (r1)', 'ARRAY_ORDER [*] (r0)'],
    ],
    [
      'array-key: aligns by a member that nobody would guess',
      [{ kind: 'array-key', path: '$', keys: ['place'] }],
      '[{"place":"x","v":1},{"place":"y","v":2}]',
      '[{"place":"w","v":0},{"place":"x","v":1},{"place":"y","v":3}]',
      ['ARRAY_LENGTH $', 'FIELD_VALUE [*].v'],
    ],
    [
      'array-key: several keys',
      [{ kind: 'array-key', path: '$', keys: ['p.a', 'q'] }],
      '[{"p":{"a":1},"q":1,"v":1},{"p":{"a":1},"q":2,"v":2}]',
      '[{"p":{"a":1.0},"q":2,"v":2},{"p":{"a":1},"q":1,"v":5}]',
      ['ARRAY_ORDER $', 'FIELD_VALUE [*].v'],
    ],
    [
      'array-key and ignore-order',
      [
        { kind: 'array-key', path: '$', keys: ['k'] },
        { kind: 'ignore-order', path: '$' },
      ],
      '[{"k":1,"v":1},{"k":2,"v":2}]',
      '[{"k":2,"v":2},{"k":1,"v":1}]',
      ['ARRAY_ORDER $ (r1)'],
    ],
    [
      'array-key: a key that changed is another element',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1}]',
      '[{"k":2,"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: keys that repeat are paired one by one',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":1,"v":2}]',
      '[{"k":1,"v":1},{"k":1,"v":3}]',
      ['FIELD_VALUE [*].v'],
    ],
    [
      'array-key: numbers that a double cannot tell apart are two keys',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":9007199254740992,"v":1},{"k":2,"v":2}]',
      '[{"k":9007199254740993,"v":1},{"k":2,"v":3}]',
      ['ARRAY_LENGTH $', 'FIELD_VALUE [*].v'],
    ],
    [
      'array-key: and are found again in another order',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":9007199254740992,"v":1},{"k":9007199254740993,"v":2}]',
      '[{"k":9007199254740993,"v":2},{"k":9007199254740992,"v":1}]',
      ['ARRAY_ORDER $'],
    ],
    [
      'array-key: a text, however it is spelt, is no number',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":"a","v":1},{"k":"1","v":2}]',
      '[{"k":1,"v":2},{"k":"\\u0061","v":3}]',
      ['ARRAY_LENGTH $', 'FIELD_VALUE [*].v'],
    ],
    [
      'array-key: null is another key than none',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":null,"v":1}]',
      '[{"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: objects as keys',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":{"x":1},"v":1},{"k":{"x":2},"v":2}]',
      '[{"k":{"x":2},"v":2},{"k":{"x":1},"v":3}]',
      ['ARRAY_ORDER $', 'FIELD_VALUE [*].v'],
    ],
    [
      'array-key: one object as key, and another one there',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":{"x":1},"v":1}]',
      '[{"k":{"x":2},"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
  ])('%s', ([, rules, recorded, replayed, expected]) => {
    expect(told(compareTwo(recorded, replayed, rulesOf(...rules))).sort()).toEqual(expected);
  });
});
