import { describe, expect, test } from 'vitest';
import type { CompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { compareTwo, differencesIn, rulesOf } from '../compare-two.ts';

type Row = [string, Partial<CompareRule>[], string, string, string[]];

describe('a rule of arrays (interface 11)', () => {
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
      'array-key: aligns by a member that inference would not choose',
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
      ['FIELD_VALUE [*].v'],
    ],
    [
      'array-key: another order',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":2,"v":2},{"k":3,"v":3}]',
      '[{"k":3,"v":3},{"k":1,"v":1},{"k":2,"v":2}]',
      [],
    ],
    [
      'array-key: another order and a changed field',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":2,"v":2}]',
      '[{"k":2,"v":2},{"k":1,"v":9}]',
      ['FIELD_VALUE [*].v'],
    ],
    [
      'array-key: another order and one gained',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":2,"v":2}]',
      '[{"k":3,"v":3},{"k":2,"v":2},{"k":1,"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: another order and one lost',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":2,"v":2},{"k":3,"v":3}]',
      '[{"k":3,"v":3},{"k":1,"v":1}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: another order, one replaced and one changed',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"v":1},{"k":2,"v":2},{"k":3,"v":3}]',
      '[{"k":3,"v":9},{"k":4,"v":4},{"k":1,"v":1}]',
      ['ARRAY_LENGTH $', 'FIELD_VALUE [*].v'],
    ],
    [
      'array-key: a gained element with a sensitive field',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1},{"k":2}]',
      '[{"k":3,"password":"x"},{"k":2},{"k":1}]',
      ['ARRAY_LENGTH $', 'SENSITIVE_FIELD [*].password'],
    ],
    [
      'array-key: elsewhere, order counts',
      [{ kind: 'array-key', path: 'a', keys: ['k'] }],
      '{"a":[{"k":1},{"k":2}],"b":[{"k":1},{"k":2}]}',
      '{"a":[{"k":2},{"k":1}],"b":[{"k":2},{"k":1}]}',
      ['ARRAY_ORDER b'],
    ],
    [
      'array-key: a list inside, without a key, in another order',
      [{ kind: 'array-key', path: '$', keys: ['k'] }],
      '[{"k":1,"l":[1,2]},{"k":2,"l":[]}]',
      '[{"k":2,"l":[]},{"k":1,"l":[2,1]}]',
      ['ARRAY_ORDER [*].l'],
    ],
    [
      'array-key: keyed lists inside a keyed list',
      [
        { kind: 'array-key', path: '$', keys: ['k'] },
        { kind: 'array-key', path: '$[*].l', keys: ['n'] },
      ],
      '[{"k":1,"l":[{"n":1,"v":1},{"n":2,"v":2}]},{"k":2,"l":[{"n":1,"v":3},{"n":2,"v":4}]}]',
      '[{"k":2,"l":[{"n":2,"v":4},{"n":1,"v":3}]},{"k":1,"l":[{"n":2,"v":2},{"n":1,"v":9}]}]',
      ['FIELD_VALUE [*].l[*].v'],
    ],
    [
      'array-key: keyed lists inside a keyed list, one gained inside',
      [
        { kind: 'array-key', path: '$', keys: ['k'] },
        { kind: 'array-key', path: '$[*].l', keys: ['n'] },
      ],
      '[{"k":1,"l":[{"n":1}]},{"k":2,"l":[{"n":1},{"n":2}]}]',
      '[{"k":2,"l":[{"n":2},{"n":1}]},{"k":1,"l":[{"n":3},{"n":1}]}]',
      ['ARRAY_LENGTH [*].l'],
    ],
    [
      'array-key: a keyed list inside elements of any order',
      [
        { kind: 'ignore-order', path: '$' },
        { kind: 'array-key', path: '$[*].l', keys: ['n'] },
      ],
      '[{"l":[{"n":1},{"n":2}]},{"l":[{"n":3},{"n":4}]},{"l":[{"n":5}]}]',
      '[{"l":[{"n":5}]},{"l":[{"n":4},{"n":3}]},{"l":[{"n":2},{"n":1}]}]',
      ['ARRAY_ORDER $ (r0)'],
    ],
    [
      'array-key: a keyed list inside elements that are found by content',
      [{ kind: 'array-key', path: '$[*].l', keys: ['n'] }],
      '[{"l":[{"n":1},{"n":2}]},{"l":[{"n":3},{"n":4}]}]',
      '[{"l":[{"n":9}]},{"l":[{"n":2},{"n":1}]},{"l":[{"n":4},{"n":3}]}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'array-key: a keyed list inside moved elements',
      [{ kind: 'array-key', path: '$[*].l', keys: ['n'] }],
      '[{"l":[{"n":1},{"n":2}]},{"l":[{"n":3},{"n":4}]}]',
      '[{"l":[{"n":4},{"n":3}]},{"l":[{"n":2},{"n":1}]}]',
      ['ARRAY_ORDER $'],
    ],
    [
      'array-key with ignore-order, which then has nothing to take out',
      [
        { kind: 'array-key', path: '$', keys: ['k'] },
        { kind: 'ignore-order', path: '$' },
      ],
      '[{"k":1,"v":1},{"k":2,"v":2}]',
      '[{"k":2,"v":2},{"k":1,"v":1}]',
      [],
    ],
    [
      'ignore-order with array-key: elements are still paired by key',
      [
        { kind: 'ignore-order', path: '$' },
        { kind: 'array-key', path: '$', keys: ['k'] },
      ],
      '[{"k":1,"v":1},{"k":2,"v":2}]',
      '[{"k":3,"v":2},{"k":1,"v":9}]',
      ['ARRAY_LENGTH $', 'FIELD_VALUE [*].v'],
    ],
    [
      'array-key with include-only of one member',
      [
        { kind: 'array-key', path: '$', keys: ['k'] },
        { kind: 'include-only', path: '$[*].v' },
      ],
      '[{"k":1,"v":1,"w":1},{"k":2,"v":2,"w":2}]',
      '[{"k":2,"v":2,"w":8},{"k":1,"v":9,"w":9}]',
      ['FIELD_VALUE [*].v', 'FIELD_VALUE [*].w (r1)'],
    ],
    [
      'array-key with include-only of another field',
      [
        { kind: 'array-key', path: 'a', keys: ['k'] },
        { kind: 'include-only', path: 'b' },
      ],
      '{"a":[{"k":1,"v":1},{"k":2,"v":2}],"b":1}',
      '{"a":[{"k":2,"v":9},{"k":1,"v":1}],"b":1}',
      ['FIELD_VALUE a[*].v (r1)'],
    ],
    [
      'array-key with an ignored key: it still pairs',
      [{ kind: 'array-key', path: '$', keys: ['k'] }, { path: '$[*].v' }, { path: '$[*].k' }],
      '[{"k":1,"v":1},{"k":2,"v":2}]',
      '[{"k":2,"v":9},{"k":3,"v":3}]',
      ['ARRAY_LENGTH $', 'FIELD_VALUE [*].v (r1)'],
    ],
    [
      'array-key with elements that a rule leaves out',
      [{ kind: 'array-key', path: '$', keys: ['k'] }, { path: '$[?@.ad==true]' }],
      '[{"k":1},{"k":8,"ad":true},{"k":2},{"k":9,"ad":true}]',
      '[{"k":9,"ad":true},{"k":2},{"k":8,"ad":true},{"k":1}]',
      [],
    ],
    [
      'array-key: two rules for one list, the first one counts',
      [
        { kind: 'array-key', path: '$', keys: ['k'] },
        { kind: 'array-key', path: '$', keys: ['v'] },
      ],
      '[{"k":1,"v":1},{"k":2,"v":2}]',
      '[{"k":2,"v":1},{"k":1,"v":2}]',
      ['FIELD_VALUE [*].v'],
    ],
  ])('ignores what it covers and nothing else: %s', ([, rules, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed, rulesOf(...rules))).sort()).toEqual(expected);
  });
});
