import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedParts, type LinePart } from '../../../../functions/report/pages/request/diff/changed-parts.ts';

const marked = (parts: readonly LinePart[]) =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

describe('changedParts', () => {
  test.for([
    ['29.50 €', '14.50 €', '[29].50 €', '[14].50 €'],
    ['it takes two days', 'it takes three days', 'it takes [two] days', 'it takes [three] days'],
    ['2026-11-20T08:14', '2026-12-21T08:14', '2026-[11-20T08]:14', '2026-[12-21T08]:14'],
    ['a b', 'a', 'a[ b]', 'a'],
    ['', 'new', '', '[new]'],
  ])('marks %s | %s', ([recorded = '', replayed = '', left, right]) => {
    const [a, b] = changedParts(recorded, replayed);
    expect([marked(a), marked(b)]).toEqual([left, right]);
  });

  test('marks two lines with little in common as one change each', () => {
    const words = (letter: string) => Array.from({ length: 20 }, (_, at) => `${letter}${at} and`).join(' ');
    const [a] = changedParts(words('a'), words('b'));
    expect(a.filter(({ isChanged }) => isChanged)).toHaveLength(1);
  });

  test('loses nothing, and leaves the same text unmarked on both sides', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', 'ä', '😀', '12'), maxLength: 400 });
    fc.assert(
      fc.property(text, text, (recorded, replayed) => {
        const [a, b] = changedParts(recorded, replayed);
        expect([a, b].map((parts) => parts.map((part) => part.text).join(''))).toEqual([recorded, replayed]);
        const kept = (parts: readonly LinePart[]) => parts.filter(({ isChanged }) => !isChanged).length;
        if (recorded === replayed) expect(kept(a)).toBe(a.length);
        else expect(kept(a) < a.length || kept(b) < b.length).toBe(true);
      }),
    );
  });
});
