import { expect, test } from 'vitest';
import {
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_TERMS,
  searchTerms,
} from '../../../../functions/recordings/domain/search/search-text.ts';

test.for<[string, string[]]>([
  ['', []],
  ['  ', []],
  ['Orders', ['orders']],
  ['POST  /orders\t404', ['post', '/orders', '404']],
  ['mug MUG', ['mug']],
  ['"red mug" blue', ['red mug', 'blue']],
  ['"red mug', ['red mug']],
  ['""', []],
  ['tier="very gold"', ['tier=', 'very gold']],
])('searchTerms splits %j into its terms', ([text, terms]) => {
  expect(searchTerms(text)).toEqual({ ok: true, value: terms });
});

const refused = { ok: false, code: 'INVALID_QUERY', message: 'text' };

test('searchTerms refuses a longer text than the maximum', () => {
  expect(searchTerms('x'.repeat(MAX_SEARCH_LENGTH))).toMatchObject({ ok: true });
  expect(searchTerms('x'.repeat(MAX_SEARCH_LENGTH + 1))).toEqual(refused);
});

test('searchTerms refuses more terms than the maximum', () => {
  const terms = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`).join(' ');
  expect(searchTerms(terms(MAX_SEARCH_TERMS))).toMatchObject({ ok: true });
  expect(searchTerms(terms(MAX_SEARCH_TERMS + 1))).toEqual(refused);
});
