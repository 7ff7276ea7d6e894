import { describe, expect, test } from 'vitest';
import { compileRules, parseCompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { MAX_CELL_LENGTH } from '../../../../functions/report/pages/request/diff/cut-text.ts';
import { MAX_ROWS } from '../../../../functions/report/pages/request/diff/diff-window.ts';
import { textItems } from '../../../../functions/report/pages/request/diff/text-items.ts';
import { itemsOf, rowsBetween, seen, windowOf } from './diff-as-text.ts';

/** Only what differs. */
const changes = (rows: readonly string[]) => rows.filter((row) => /^[±↕·]/.test(row));

const ruleOf = (rule: object) => {
  const parsed = parseCompareRule({
    ruleId: 'r',
    operation: null,
    target: 'response',
    origin: 'person',
    createdBy: 'p',
    createdAt: 0,
    ...rule,
  });
  return compileRules(parsed.ok ? [parsed.value] : [], '/a').states;
};

describe('two JSON bodies side by side', () => {
  test('fold what is equal, for any order of members and spelling of numbers', () => {
    expect(rowsBetween('{"a":1,"b":[1,2]}', '{"b":[1,2.0],"a":1}')).toEqual(['(7: 7 unchanged, 0 ignored )']);
    expect(rowsBetween('{"a":[],"b":{}}', '{"b":{},"a":[]}')).toEqual(['(4: 4 unchanged, 0 ignored )']);
  });

  test('show changed, missing, new and retyped members, with three lines around, commas and line numbers', () => {
    const rows = rowsBetween(
      '{"id":1,"keep":{"x":[1,2,3]},"price":1.10,"gone":true,"type":"1"}',
      '{"id":1,"keep":{"x":[1,2,3]},"price":1.20,"new":{"deep":1},"type":1}',
    );
    expect(rows).toEqual([
      '(6: 6 unchanged, 0 ignored )',
      '  7    3 | 7    3',
      '  8   ] | 8   ]',
      '  9  }, | 9  },',
      '± 10  "price": 1.10, | 10  "price": 1.20,',
      '± - | 11  "new": {',
      '± - | 12   "deep": 1',
      '± - | 13  },',
      '± 11  "gone": true, | -',
      '± 12  "type": "1" | 14  "type": 1',
      '  13 } | 15 }',
    ]);
  });

  test('name the field of a changed row as findings do', () => {
    const { parts } = windowOf(itemsOf('{"items":[{"id":7,"price":1}]}', '{"items":[{"id":7,"price":2}]}'));
    const [row] = parts.flatMap((part) => (part.kind === 'row' && part.row.state === 'changed' ? [part.row] : []));
    expect(row).toMatchObject({ subject: 'items[*].price' });
  });

  const items = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ id, name: `n${id}` })));

  test('show elements beside their counterparts, and gained and lost ones beside nothing', () => {
    expect(rowsBetween(items(1, 2, 3), items(1, 9, 2))).toEqual([
      '(2: 2 unchanged, 0 ignored )',
      '  3   "id": 1, | 3   "id": 1,',
      '  4   "name": "n1" | 4   "name": "n1"',
      '  5  }, | 5  },',
      '± - | 6  {',
      '± - | 7   "id": 9,',
      '± - | 8   "name": "n9"',
      '± - | 9  },',
      '  6  { | 10  {',
      '  7   "id": 2, | 11   "id": 2,',
      '  8   "name": "n2" | 12   "name": "n2"',
      '  9  }, | 13  }',
      '± 10  { | -',
      '± 11   "id": 3, | -',
      '± 12   "name": "n3" | -',
      '± 13  } | -',
      '  14 ] | 14 ]',
    ]);
  });

  test('show an element that moved at both places, with its key and its positions from 1', () => {
    const moved = rowsBetween(items(1, 2, 3, 4), items(4, 1, 2, 3));
    expect(changes(moved)).toEqual([
      '↕ - | 2  { (4 to 1, id=4)',
      '↕ - | 3   "id": 4,',
      '↕ - | 4   "name": "n4"',
      '↕ - | 5  },',
      '↕ 14  { | - (4 to 1, id=4)',
      '↕ 15   "id": 4, | -',
      '↕ 16   "name": "n4" | -',
      '↕ 17  } | -',
    ]);
  });

  test('mark the changes in an element that moved at both places', () => {
    const rows = rowsBetween(
      '[{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"}]',
      '[{"id":2,"v":"b"},{"id":3,"v":"c"},{"id":1,"v":"z"}]',
    );
    expect(changes(rows)).toEqual([
      '↕ 2  { | - (1 to 3, id=1)',
      '↕ 3   "id": 1, | -',
      '± 4   "v": "a" | -',
      '↕ 5  }, | -',
      '↕ - | 10  { (1 to 3, id=1)',
      '↕ - | 11   "id": 1,',
      '± - | 12   "v": "z"',
      '↕ - | 13  }',
    ]);
  });

  test('find moved elements without key by their content', () => {
    expect(changes(rowsBetween('["a","b","c","d"]', '["b","c","d","a"]'))).toEqual([
      '↕ 2  "a", | - (1 to 4, null)',
      '↕ - | 5  "a" (1 to 4, null)',
    ]);
  });

  test('show reversed elements as moved except one, and lose none', () => {
    const rows = windowOf(itemsOf('[1,2,3,4]', '[4,3,2,1]'), { isUnfolded: true }).parts.map(seen);
    expect(rows.filter((row) => row.startsWith('↕'))).toHaveLength(6);
    expect(rows.filter((row) => row.startsWith('±'))).toEqual([]);
  });

  test('pair elements by a key rule, which ignores their order', () => {
    const rules = ruleOf({ kind: 'array-key', path: 'l', keys: ['n'] });
    const recorded = '{"l":[{"n":1,"v":"a"},{"n":2,"v":"b"}]}';
    const rows = rowsBetween(recorded, '{"l":[{"n":2,"v":"c"},{"n":1,"v":"a"}]}', rules);
    expect(changes(rows)).toEqual(['± 9    "v": "b" | 9    "v": "c"']);
    const unfolded = windowOf(itemsOf(recorded, '{"l":[{"n":2,"v":"c"},{"n":1,"v":"a"}]}', rules), {
      isUnfolded: true,
    });
    expect(unfolded.parts.map(seen).filter((row) => row.includes('any order'))).toEqual([
      '  3   { | 3   { (1 to 2, n=1, any order)',
    ]);
  });

  test('cut long values to where they differ', () => {
    const long = 'x'.repeat(5000);
    const { parts } = windowOf(itemsOf(`["${long}1${long}"]`, `["${long}2${long}"]`));
    const [row] = parts.flatMap((part) => (part.kind === 'row' && part.row.state === 'changed' ? [part.row] : []));
    const text = row?.replayed?.text ?? '';
    expect(text).toMatch(/^… x+2x+ … \(\d+ more characters\)$/);
    expect(text.length).toBeLessThan(MAX_CELL_LENGTH + 40);
  });

  test('show a page of rows of 10 MB with every value changed', () => {
    const body = (value: number) =>
      JSON.stringify(
        Array.from({ length: 120_000 }, (_, id) => ({ id, value, name: `an element of the list, ${id}` })),
      );
    const page = windowOf(itemsOf(body(1), body(2)), { from: 400 });
    expect(page.parts).toHaveLength(MAX_ROWS);
    expect(page).toMatchObject({ from: 400, previous: 200, next: 600 });
  });

  test('are shown with 100,000 new members and with 100,000 levels', () => {
    const wide = `{${Array.from({ length: 100_000 }, (_, n) => `"n${n}":${n}`).join()}}`;
    expect(windowOf(itemsOf('{}', wide)).next).toBe(MAX_ROWS);
    const deep = (inner: string) => '['.repeat(100_000) + inner + ']'.repeat(100_000);
    expect(windowOf(itemsOf(deep('1'), deep('2'))).next).toBe(null);
  });
});

describe('two texts side by side', () => {
  const rows = (a: string, b: string) => windowOf(textItems(a, b)).parts.map(seen);

  test('fold common lines, and show the others beside each other', () => {
    expect(rows('a\nb\nc\nd', 'a\nB\nc\nx\nd')).toEqual([
      '  1 a | 1 a',
      '± 2 b | 2 B',
      '  3 c | 3 c',
      '± - | 4 x',
      '  4 d | 5 d',
    ]);
    expect(rows('', 'a')).toEqual(['± - | 1 a']);
    expect(rows('a\nb\nc', 'a\nb\nc')).toEqual(['(3: 3 unchanged, 0 ignored )']);
  });
});

describe('two deep JSON bodies side by side', () => {
  const deep = (inner: string) => `${'['.repeat(50)}${inner}${']'.repeat(50)}`;

  test.each([
    ['a number written in another way', '{"a":1,"b":"x"}', '{"a":1.0,"b":"x"}', false],
    ['an escape', '["a"]', String.raw`["\u0061"]`, false],
    ['members in another order', '{"a":1,"b":2}', '{"b":2,"a":1}', false],
    ['a value', '{"a":1,"b":[2]}', '{"a":1,"b":[3]}', true],
    ['a name', '{"a":1}', '{"b":1}', true],
    ['another element', '[1]', '[1,1]', true],
    ['an empty list in place of an object', '[[]]', '[{}]', true],
  ])('differ or not by %s, fifty levels deep', (_, recorded, replayed, differs) => {
    const rows = rowsBetween(deep(recorded), deep(replayed));
    expect(changes(rows).length > 0).toBe(differs);
  });
});

describe('two objects with many members side by side', () => {
  const members = (count: number, of: (at: number) => number) =>
    `{${Array.from({ length: count }, (_, at) => `"m${at}":${of(at)}`).join()}}`;

  test('show members in one order beside their counterparts', () => {
    const rows = rowsBetween(
      members(100, () => 1),
      members(100, (at) => (at === 70 ? 2 : 1)),
    );
    expect(changes(rows)).toEqual(['± 72  "m70": 1, | 72  "m70": 2,']);
  });

  test('pair a repeated name by its last member', () => {
    const twice = (value: number) => `{"x":${value},${members(50, () => 1).slice(1, -1)},"x":3}`;
    expect(changes(rowsBetween(twice(1), twice(2)))).toEqual(['± - | 2  "x": 2,', '± 2  "x": 1, | -']);
  });
});

describe('two long texts side by side', () => {
  const lines = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at)).join('\n');

  test.each([
    [
      'a line changes in place, among lines that repeat',
      7,
      (at: number) => (at % 100 === 50 ? 'other' : `line ${at % 7}`),
      20,
    ],
    ['a line is lost', 1000, (at: number) => `line ${at + (at >= 500 ? 1 : 0)}`, 2],
  ])('show few rows when %s', (_, different, of, most) => {
    const recorded = lines(1000, (at) => `line ${at % different}`);
    const rows = windowOf(textItems(recorded, lines(1000, of))).parts.map(seen);
    expect(changes(rows).length).toBeGreaterThan(0);
    expect(changes(rows).length).toBeLessThanOrEqual(most);
  });
});
