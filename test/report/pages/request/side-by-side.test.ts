import { describe, expect, test } from 'vitest';
import { ruleStates } from '../../../../functions/compare/domain/rules/rule-states.ts';
import { compileRules, readCompareRule } from '../../../../functions/compare/domain/rules/rules.ts';
import { scanJson } from '../../../../functions/platform/json/scan-json.ts';
import { type DiffRow, MAX_CELL_LENGTH, rowsOf } from '../../../../functions/report/pages/request/diff-row.ts';
import { jsonRows } from '../../../../functions/report/pages/request/json-rows.ts';
import { textRows } from '../../../../functions/report/pages/request/text-rows.ts';

const tape = (text: string) => {
  const scanned = scanJson(Buffer.from(text));
  if (scanned === null) throw new Error('no JSON');
  return scanned;
};

const rowsBetween = (recorded: string, replayed: string, rules = ruleStates([])) => [
  ...jsonRows(tape(recorded), tape(replayed), rules),
];

/** A row as the reader sees it. */
const seen = (row: DiffRow): string => {
  if (row.kind === 'same') return `${' '.repeat(row.line.depth)}${row.line.text}`;
  if (row.kind === 'fold') return `(${row.lines})`;
  const [left, right] = [row.recorded, row.replayed].map((side) =>
    side === null ? '-' : ' '.repeat(side.depth) + side.text,
  );
  return `${left} | ${right}${row.note === null ? '' : ` (${row.note})`}`;
};

describe('side by side: JSON', () => {
  test('what is equal is one fold, whatever the order of members and the spelling of numbers', () => {
    expect(rowsBetween('{"a":1,"b":[1,2]}', '{"b":[1,2.0],"a":1}').map(seen)).toEqual(['(7)']);
  });

  test('changed, missing, new and retyped members open, equal ones stay folded', () => {
    const rows = rowsBetween(
      '{"id":1,"keep":{"x":[1,2,3]},"price":1.10,"gone":true,"type":"1"}',
      '{"id":1,"keep":{"x":[1,2,3]},"price":1.20,"new":{"deep":1},"type":1}',
    );
    expect(rows.map(seen)).toEqual([
      '{',
      '(8)',
      ' "price": 1.10 |  "price": 1.20',
      '- |  "new": {',
      '- |   "deep": 1',
      '- |  }',
      ' "gone": true | -',
      ' "type": "1" |  "type": 1',
      '}',
    ]);
  });

  test('a changed row names its field as findings do', () => {
    const [row] = rowsBetween('{"items":[{"id":7,"price":1}]}', '{"items":[{"id":7,"price":2}]}').filter(
      ({ kind }) => kind === 'changed',
    );
    expect(row).toMatchObject({ subject: 'items[*].price' });
  });

  test('elements stand beside their own, gained and lost ones beside nothing, moved ones say so', () => {
    const items = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ id, name: `n${id}` })));
    expect(rowsBetween(items(1, 2, 3), items(1, 9, 2)).map(seen)).toEqual([
      '[',
      '(4)',
      '- |  {',
      '- |   "id": 9',
      '- |   "name": "n9"',
      '- |  }',
      '(4)',
      ' { | -',
      '  "id": 3 | -',
      '  "name": "n3" | -',
      ' } | -',
      ']',
    ]);
    const moved = rowsBetween(items(1, 2, 3, 4), items(4, 1, 2, 3));
    expect(moved.filter(({ kind }) => kind === 'changed').map(seen)).toEqual([
      ' { |  { (moved from place 4 to place 1)',
    ]);
  });

  test('a key rule decides what stands beside what', () => {
    const rule = readCompareRule({
      ruleId: 'r',
      kind: 'array-key',
      operation: null,
      target: 'response',
      path: 'l',
      keys: ['n'],
      origin: 'person',
      createdBy: 'p',
      createdAt: 0,
    });
    const rules = compileRules(rule.ok ? [rule.value] : [], '/a').states;
    const rows = rowsBetween(
      '{"l":[{"n":1,"v":"a"},{"n":2,"v":"b"}]}',
      '{"l":[{"n":2,"v":"c"},{"n":1,"v":"a"}]}',
      rules,
    );
    expect(rows.map(seen)).toContain('   "v": "b" |    "v": "c"');
    expect(rows.map(seen).filter((row) => row.includes('moved'))).toEqual([
      '  { |   { (moved from place 1 to place 2; the order of a keyed list does not count)',
    ]);
  });

  test('long values are cut to where they part', () => {
    const long = 'x'.repeat(5000);
    const [row] = rowsBetween(`["${long}1${long}"]`, `["${long}2${long}"]`).filter(({ kind }) => kind === 'changed');
    const text = row?.kind === 'changed' ? (row.replayed?.text ?? '') : '';
    expect(text).toMatch(/^… x+2x+ … \(\d+ more characters\)$/);
    expect(text.length).toBeLessThan(MAX_CELL_LENGTH + 40);
  });

  test('10 MB on both sides, everything changed: a page of rows', () => {
    const body = (value: number) =>
      JSON.stringify(
        Array.from({ length: 120_000 }, (_, id) => ({ id, value, name: `an element of the list, ${id}` })),
      );
    const rows = jsonRows(tape(body(1)), tape(body(2)), ruleStates([]));
    const page = rowsOf(rows, 400, 200);
    expect(page.rows).toHaveLength(200);
    expect(page.more).toBe(true);
  });

  test('100,000 new members and 100,000 levels end', () => {
    const wide = `{${Array.from({ length: 100_000 }, (_, n) => `"n${n}":${n}`).join()}}`;
    expect(rowsOf(jsonRows(tape('{}'), tape(wide), ruleStates([])), 0, 200).more).toBe(true);
    const deep = (inner: string) => '['.repeat(100_000) + inner + ']'.repeat(100_000);
    expect(rowsOf(jsonRows(tape(deep('1')), tape(deep('2')), ruleStates([])), 0, 200).more).toBe(false);
  });
});

describe('side by side: text', () => {
  test('common lines fold, the others stand beside each other', () => {
    expect([...textRows('a\nb\nc\nd', 'a\nB\nc\nx\nd')].map(seen)).toEqual(['(1)', 'b | B', '(1)', '- | x', '(1)']);
    expect([...textRows('', 'a')].map(seen)).toEqual(['- | a']);
    expect([...textRows('a', 'a')].map(seen)).toEqual(['(1)']);
  });
});
