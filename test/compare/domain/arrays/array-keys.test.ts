import { describe, expect, test } from 'vitest';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { compareTwo, differencesIn, rulesOf } from '../compare-two.ts';

type Row = [string, Partial<CompareRule>[], string, string, string[]];

describe('the keys of an array-key rule (interface 11)', () => {
  test.for<Row>([
    [
      'array-key: a key that changed is another element',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1}]',
      '[{"k":2,"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: elements that share a key, one changed',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":1,"v":2}]',
      '[{"k":1,"v":1},{"k":1,"v":3}]',
      ['FIELD_VALUE [*].v'],
    ],
    [
      'array-key: elements that share a key, in another order',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":1,"v":2},{"k":2,"v":3}]',
      '[{"k":2,"v":3.0},{"v":2,"k":1},{"k":1.0,"v":1}]',
      [],
    ],
    [
      'array-key: elements that share a key, in another order and one changed',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1,"w":1},{"k":1,"v":2,"w":2}]',
      '[{"k":1,"v":2,"w":2},{"k":1,"v":1,"w":9}]',
      ['FIELD_VALUE [*].w'],
    ],
    [
      'array-key: elements that share a key, one lost',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":1,"v":2},{"k":2,"v":3}]',
      '[{"k":2,"v":3},{"k":1,"v":2}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: elements that share a key, one gained that is the same',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1}]',
      '[{"k":1,"v":1},{"k":1,"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: elements of equal content but different keys are not paired',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":1,"v":2}]',
      '[{"k":2,"v":2},{"k":1,"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: elements without the key, in another order',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"v":1},{"k":1,"v":2},{"v":3}]',
      '[{"v":3},{"v":1},{"k":1,"v":2}]',
      [],
    ],
    [
      'array-key: an element without the key that changed',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"v":1},{"k":1,"v":2},{"v":3}]',
      '[{"v":3},{"v":9},{"k":1,"v":2}]',
      ['FIELD_VALUE [*].v'],
    ],
    [
      'array-key: one of two keys missing',
      [{ kind: 'array-key', path: '$', keys: ['k', 'q'] }],
      '[{"k":1,"v":1},{"k":1,"q":1,"v":2}]',
      '[{"k":1,"q":1,"v":2},{"k":1,"v":9}]',
      ['FIELD_VALUE [*].v'],
    ],
    [
      'array-key: a key that one side lost',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1}]',
      '[{"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: elements that are not objects have no key, and are found by content',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[1,"a",[2],{"k":1}]',
      '[{"k":1},[2],1,"a"]',
      [],
    ],
    [
      'array-key: elements that are not objects, one changed',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[1,2,3]',
      '[3,1,4]',
      ['FIELD_VALUE [*]'],
    ],
    [
      'array-key: an empty list',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[]',
      '[{"k":1}]',
      ['ARRAY_LENGTH $'],
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
      [],
    ],
    [
      'array-key: a text, however it is spelt, is not a number',
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
      ['FIELD_VALUE [*].v'],
    ],
    [
      'array-key: one object as key, and another one there',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":{"x":1},"v":1}]',
      '[{"k":{"x":2},"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
  ])('decide which elements belong together: %s', ([, rules, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed, rulesOf(...rules))).sort()).toEqual(expected);
  });
});
