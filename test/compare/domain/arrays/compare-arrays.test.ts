import { describe, expect, test } from 'vitest';
import { compareTwo, differencesIn, rulesOf } from '../compare-two.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id, name: `n${id}`, price: id * 2 }));

describe('the comparison of arrays (interface 2.4)', () => {
  test.for<[string, unknown[], unknown[], string[]]>([
    ['one element changed', [1, 2, 3], [1, 5, 3], ['FIELD_VALUE [*]']],
    ['another order', [1, 2, 3], [3, 2, 1], ['ARRAY_ORDER $']],
    ['two swapped', [1, 2, 3, 4], [1, 3, 2, 4], ['ARRAY_ORDER $']],
    ['one more', [1, 2, 3], [1, 2, 3, 4], ['ARRAY_LENGTH $']],
    ['one more at the head', [1, 2, 3], [0, 1, 2, 3], ['ARRAY_LENGTH $']],
    ['one less', [1, 2, 3], [1, 3], ['ARRAY_LENGTH $']],
    ['emptied', [1, 2], [], ['ARRAY_LENGTH $']],
    ['filled', [], [1, 2], ['ARRAY_LENGTH $']],
    ['shifted', [1, 2, 3, 4], [2, 3, 4, 5], ['ARRAY_LENGTH $']],
    ['reversed and one more', [1, 2, 3], [3, 2, 1, 1], ['ARRAY_LENGTH $', 'ARRAY_ORDER $']],
    ['one of a repeated value less', [1, 1, 1], [1, 1], ['ARRAY_LENGTH $']],
    ['one repeated value changed', [1, 2, 3, 2], [1, 1, 3, 2], ['FIELD_VALUE [*]']],
    ['types', [1, '2'], [1, 2], ['FIELD_TYPE [*]']],
    ['keyed, one more at the head', rows(1, 2, 3), rows(9, 1, 2, 3), ['ARRAY_LENGTH $']],
    ['keyed, reversed', rows(1, 2, 3), rows(3, 2, 1), ['ARRAY_ORDER $']],
    [
      'keyed, one price changed',
      rows(1, 2, 3),
      [...rows(1, 2), { id: 3, name: 'n3', price: 0 }],
      ['FIELD_VALUE [*].price'],
    ],
    [
      'keyed, one less and one price changed',
      rows(1, 2, 3),
      [{ id: 2, name: 'n2', price: 0 }, ...rows(3)],
      ['ARRAY_LENGTH $', 'FIELD_VALUE [*].price'],
    ],
    [
      'keyed, one identity changed',
      rows(1, 2, 3),
      [...rows(1, 2), { id: 7, name: 'n3', price: 6 }],
      ['FIELD_VALUE [*].id'],
    ],
    ['keyed, one replaced', rows(1, 2, 3), [...rows(1, 2), ...rows(7)], ['ARRAY_LENGTH $']],
    [
      'all identities new are generated ones',
      rows(1, 2),
      [
        { ...rows(1)[0], id: 8 },
        { ...rows(2)[0], id: 9 },
      ],
      ['FIELD_VALUE [*].id'],
    ],
    [
      'identities that repeat do not align',
      [
        { id: 1, v: 1 },
        { id: 1, v: 2 },
      ],
      [
        { id: 1, v: 1 },
        { id: 1, v: 3 },
      ],
      ['FIELD_VALUE [*].v'],
    ],
    ['no identity, one more at the head', [{ a: 1 }, { a: 2 }], [{ a: 0 }, { a: 1 }, { a: 2 }], ['ARRAY_LENGTH $']],
    [
      'member order inside moved elements',
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      [
        { b: 4, a: 3 },
        { b: 2, a: 1 },
      ],
      ['ARRAY_ORDER $'],
    ],
    ['number spelling inside moved elements', [[1], [2]], [[2], [1]], ['ARRAY_ORDER $']],
    [
      'nested',
      [[1, 2], [3]],
      [
        [1, 2],
        [3, 4],
      ],
      ['ARRAY_LENGTH [*]'],
    ],
  ])('gives the right differences for %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(JSON.stringify(recorded), JSON.stringify(replayed))).sort()).toEqual(expected);
  });

  test('ignores spelling when it aligns elements', () => {
    expect(differencesIn(compareTwo('[{"a":1.0},{"a":"x"}]', '[{"a":"\\u0078"},{"a":1}]'))).toEqual(['ARRAY_ORDER $']);
    expect(
      differencesIn(
        compareTwo('[{"id":1,"v":5},{"id":2,"v":5}]', '[{"id":0,"v":0},{"id":1.0,"v":5},{"id":2e0,"v":6}]'),
      ),
    ).toEqual(['ARRAY_LENGTH $', 'FIELD_VALUE [*].v']);
  });

  test('pairs elements although a time in each of them has changed', () => {
    const events = (time: number, ...names: string[]) =>
      JSON.stringify(names.map((event) => ({ time: time++, event, ok: true })));
    const comparison = compareTwo(events(100, 'a', 'b', 'c', 'd'), events(900, 'x', 'a', 'b', 'c', 'd'));
    expect(differencesIn(comparison)).toEqual(['ARRAY_LENGTH $', 'FIELD_VALUE [*].time']);
    expect(comparison.differences[0]?.note).toContain('aligned by event');
    expect(differencesIn(compareTwo(events(100, 'a', 'b', 'c'), events(900, 'c', 'a', 'b')))).toEqual([
      'ARRAY_ORDER $',
      'FIELD_VALUE [*].time',
    ]);
    expect(differencesIn(compareTwo(events(100, 'a', 'b', 'c'), events(900, 'a', 'b', 'z'))).sort()).toEqual([
      'FIELD_VALUE [*].event',
      'FIELD_VALUE [*].time',
    ]);
  });

  test('reads nested arrays once', () => {
    const nest = (inner: string, wrap: (value: string) => string) => {
      let text = inner;
      for (let depth = 0; depth < 20_000; depth++) text = wrap(text);
      return text;
    };
    const started = process.cpuUsage();
    compareTwo(
      nest('1', (value) => `[${value},0]`),
      nest('2', (value) => `[${value},1,2]`),
    );
    compareTwo(
      nest('1', (value) => `[{"id":1,"c":${value}},{"id":2,"email":1}]`),
      nest('2', (value) => `[{"id":9,"c":${value}},{"id":2,"email":1},{"id":3,"email":2}]`),
    );
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
  });

  test('notes how it aligned the elements', () => {
    const [difference] = compareTwo(JSON.stringify(rows(1, 2)), JSON.stringify(rows(2, 3, 4))).differences;
    expect(difference?.note).toBe('2 recorded, 3 replayed, aligned by id: 1 lost, 2 gained');
  });

  test('takes no ignored member as identity, and aligns elements despite it', () => {
    const items = (...times: number[]) => JSON.stringify(times.map((id, i) => ({ id, name: `n${i}` })));
    expect(differencesIn(compareTwo(items(1, 2, 3), items(4, 5, 6), rulesOf('[*].id')))).toEqual([
      'FIELD_VALUE [*].id (r0)',
    ]);
    const moved = JSON.stringify([
      { id: 8, name: 'n1' },
      { id: 9, name: 'n0' },
    ]);
    expect(differencesIn(compareTwo(items(1, 2), moved, rulesOf('[*].id')))).toEqual([
      'ARRAY_ORDER $',
      'FIELD_VALUE [*].id (r0)',
    ]);
  });

  describe.for([
    ['with an inferred identity', rulesOf(), ['ARRAY_ORDER $']],
    ['keyed by a rule', rulesOf({ kind: 'array-key', path: '$', keys: ['id'] }), []],
  ] as const)('of 3,000 shuffled elements, %s', ([, rules, order]) => {
    const list = Array.from({ length: 3000 }, (_, id) => ({ id, name: `n${id}`, text: 'x'.repeat(id % 2500) }));
    const shuffled = list.map((_, i) => list[(i * 1009 + 7) % 3000] ?? { id: -1 });
    const differencesOf = (replayed: object[]) => compareTwo(JSON.stringify(list), JSON.stringify(replayed), rules);

    test('reports their order only if the identity is inferred', () => {
      expect(differencesIn(differencesOf(shuffled))).toEqual(order);
    });

    test.for([0, 63, 64, 1100, 2499, 2999])('finds a change of the last character of element %d', (id) => {
      const { text = '' } = list[id] ?? {};
      const changed = shuffled.map((item) => (item.id === id ? { ...item, text: `${text.slice(1)}y` } : item));
      const { differences } = differencesOf(changed);
      expect(differences.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
        ...order,
        `FIELD_VALUE [${id}].text`,
      ]);
    });

    test('finds one lost and one gained element', () => {
      const replaced = shuffled.map((item) => (item.id === 1500 ? { id: 5000, other: true } : item));
      const { differences } = differencesOf(replaced);
      expect(differences.map(({ kind }) => kind)).toEqual(['ARRAY_LENGTH', ...order.map(() => 'ARRAY_ORDER')]);
      expect(differences[0]?.note).toContain('1 lost, 1 gained');
    });
  });

  test('reports only the order of 3,000 shuffled numbers', () => {
    const numbers = Array.from({ length: 3000 }, (_, i) => i);
    const other = numbers.map((i) => (i * 1009 + 7) % 3000);
    expect(differencesIn(compareTwo(JSON.stringify(numbers), JSON.stringify(other)))).toEqual(['ARRAY_ORDER $']);
  });

  test('leaves ignored elements out of the alignment, and keeps the places of the others', () => {
    const rules = rulesOf('$[?@.ad==true]');
    const { differences } = compareTwo(
      '[{"ad":true,"id":9},{"id":1,"v":1},{"ad":true,"id":8},{"id":2,"v":2}]',
      '[{"id":2,"v":3},{"ad":true,"id":9},{"id":1,"v":1}]',
      rules,
    );
    expect(differences.map(({ kind, path, rule }) => `${kind} ${path} ${rule}`).sort()).toEqual([
      'ARRAY_LENGTH [0] r0',
      'ARRAY_ORDER $ null',
      'FIELD_VALUE [3].v null',
    ]);
  });

  test('is bounded in time and output for a list of 40,000 that moved by one', () => {
    const list = Array.from({ length: 40_000 }, (_, i) => ({ sentence: `element ${i}`, value: i }));
    const shifted = [...list.slice(1), { sentence: 'new', value: 0 }];
    const reversed = list.toReversed();
    const started = process.cpuUsage();
    expect(differencesIn(compareTwo(JSON.stringify(list), JSON.stringify(shifted)))).toEqual(['ARRAY_LENGTH $']);
    expect(differencesIn(compareTwo(JSON.stringify(list), JSON.stringify(reversed)))).toEqual(['ARRAY_ORDER $']);
    expect(process.cpuUsage(started).user).toBeLessThan(15_000_000);
  });
});
