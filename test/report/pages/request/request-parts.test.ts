import { html } from 'hono/html';
import { describe, expect, test } from 'vitest';
import type { Difference } from '../../../../functions/compare/domain/difference.ts';
import type { CurrentRules } from '../../../../functions/findings/domain/classify.ts';
import { bodySection } from '../../../../functions/report/pages/request/body-section.ts';
import { differenceList } from '../../../../functions/report/pages/request/difference-list.ts';
import { timeChange } from '../../../../functions/report/pages/time-change.ts';
import { itemsOf, windowOf } from './diff-as-text.ts';

const textOf = (page: unknown) => String(page).replaceAll(/<[^>]*>/g, '');

describe('the body of a request', () => {
  const section = (recorded: string, replayed: string) =>
    String(
      bodySection(
        { kind: 'rows', window: windowOf(itemsOf(recorded, replayed)), raw: [] },
        {
          view: 'split',
          path: '/report/p/cases/1',
          isUnfolded: false,
          from: 0,
          replayedFrom: 0,
          heads: [html``, html``],
          summary: '1 difference',
          sizes: [1, 1],
          actionsOf: () => null,
        },
      ),
    );

  test('offers to unfold only what is folded', () => {
    expect(section('{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":7}')).toContain(
      'Unfold all',
    );
    expect(section('{"a":1}', '{"a":2}')).not.toContain('Unfold all');
  });
});

describe('the list of differences', () => {
  const currentRules: CurrentRules = { ruleFor: () => null, has: () => false, isSuggested: () => false };
  const shown = (kind: Difference['kind'], recorded: string | null, replayed: string | null) =>
    textOf(
      differenceList(
        {
          differences: [{ difference: { kind, path: 'a', subject: 'a', recorded, replayed, rule: null }, rule: null }],
          highlighted: [null],
          bodies: { kind: 'none' },
        },
        { planId: 'p', item: 1, from: 0, mayWrite: false, currentRules },
      ),
    );

  test.for<[kind: Difference['kind'], recorded: string | null, replayed: string | null, words: string]>([
    ['EMPTY_RESPONSE', 'plain', null, 'plain→empty'],
    ['FIELD_MISSING', '0', null, '0→missing'],
    ['NEW_FIELD', null, '5', 'absent→5'],
    [
      'UNSTRUCTURED_CONTENT',
      '<html><body><h1>Report old</h1></body></html>',
      '<html><body><h1>Report new</h1></body></html>',
      '…ort old&lt;/h1&gt;&lt;/bo…→…ort new&lt;/h1&gt;&lt;/bo…',
    ],
  ])('shows for %s: %s and %s', ([kind, recorded, replayed, words]) => {
    expect(shown(kind, recorded, replayed)).toContain(words);
  });
});

test('timeChange shows whole milliseconds, also of finer recorded times', () => {
  expect(String(timeChange(5.971, 2))).toBe('6 → 2 ms');
  expect(String(timeChange(null, 1234.5))).toBe('– → 1,235 ms');
});
