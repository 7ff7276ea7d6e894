import { describe, expect, test } from 'vitest';
import type { LineItem } from '../../../../functions/report/pages/request/diff/diff-item.ts';
import type { ShownPart } from '../../../../functions/report/pages/request/diff/diff-window.ts';
import { itemsOf, rowsBetween, seen, windowOf } from './diff-as-text.ts';

describe('the folds of two bodies', () => {
  const list = (length: number, changed: readonly number[] = []) =>
    JSON.stringify(Array.from({ length }, (_, at) => ({ id: at, v: changed.includes(at) ? -1 : 0 })));
  /** Numbers of the recorded lines; of a fold how many it has. */
  const numbers = (rows: readonly string[]) => rows.map((row) => /^\(\d+|\d+/.exec(row)?.[0]);
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

  test('leave three lines beside each difference', () => {
    // The value of the n-th element is in the line 4 + 4 n, from 0.
    expect(numbers(rowsBetween(list(12), list(12, [1, 3, 10])))).toEqual([
      '(4',
      ...range(5, 19),
      '(21',
      ...range(41, 47),
      '(3',
    ]);
  });

  test('do not hide a line between the lines beside two differences', () => {
    expect(numbers(rowsBetween(list(4), list(4, [1, 3])))).toEqual(['(4', ...range(5, 18)]);
  });

  const body = (at: number) =>
    JSON.stringify({ a: 1, b: 2, c: 3, d: at, e: 5, served: at, id: at, f: 6, g: 7, h: 8, i: at });
  const factsOf = ({ location }: LineItem) => ({
    isIgnored: location !== null && /^(served|id)$/.test(location.paths.subjectText(location.path)),
    difference: null,
  });

  test('hide differences that rules ignore, and name their fields', () => {
    expect(windowOf(itemsOf(body(1), body(2)), { factsOf }).parts.map(seen)).toEqual([
      '  1 { | 1 {',
      '  2  "a": 1, | 2  "a": 1,',
      '  3  "b": 2, | 3  "b": 2,',
      '  4  "c": 3, | 4  "c": 3,',
      '± 5  "d": 1, | 5  "d": 2,',
      '  6  "e": 5, | 6  "e": 5,',
      '(2: 0 unchanged, 2 ignored served,id)',
      '  9  "f": 6, | 9  "f": 6,',
      '  10  "g": 7, | 10  "g": 7,',
      '  11  "h": 8, | 11  "h": 8,',
      '± 12  "i": 1 | 12  "i": 2',
      '  13 } | 13 }',
    ]);
  });

  test('show ignored differences in place when unfolded', () => {
    const rows = windowOf(itemsOf(body(1), body(2)), { factsOf, isUnfolded: true }).parts.map(seen);
    expect(rows).toHaveLength(13);
    expect(rows.slice(6, 8)).toEqual(['· 7  "served": 1, | 7  "served": 2,', '· 8  "id": 1, | 8  "id": 2,']);
  });

  test('contain their lines if they are few, and otherwise have them on another page', () => {
    const fold = (length: number) => windowOf(itemsOf(list(length), list(length, [length - 1]))).parts[0];
    const rowsIn = (part: ShownPart | undefined) => (part?.kind === 'fold' ? part.rows.length : null);
    expect([rowsIn(fold(11)), rowsIn(fold(12))]).toEqual([40, 0]);
    const page = windowOf(itemsOf(list(12), list(12, [11])), { from: 3, isUnfolded: true });
    expect(page.from).toBe(3);
    expect(numbers(page.parts.map(seen))).toEqual(range(4, 50));
  });

  test('hide the lines of a gained element behind the first 30', () => {
    const long = JSON.stringify([Array.from({ length: 100 }, (_, at) => at)]);
    const rows = rowsBetween('[]', long);
    expect(rows).toHaveLength(1 + 30 + 1);
    expect(rows.at(-1)).toBe('(73: 1 unchanged, 0 ignored )');
  });

  test('lose no row on pages of any size', () => {
    const everyThird = Array.from({ length: 500 }, (_, at) => at).filter((at) => at % 3 === 0);
    const [a, b] = [list(500), list(500, everyThird)];
    for (const isUnfolded of [true, false]) {
      const pages: number[] = [];
      let lines = 0;
      for (let from: number | null = 0; from !== null; ) {
        const page = windowOf(itemsOf(a, b), { from, isUnfolded });
        pages.push(page.from);
        expect(page.previous).toBe(pages.at(-2) ?? null);
        for (const part of page.parts) lines += part.kind === 'row' ? 1 : part.lines;
        from = page.next;
      }
      expect(lines).toBe(2 + 4 * 500);
    }
  });
});
