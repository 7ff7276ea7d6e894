import { expect, test } from 'vitest';
import type { CaseHead } from '../../../../functions/recordings/domain/recorded-case.ts';
import { headMatches } from '../../../../functions/recordings/domain/search/head-matches.ts';

test('only recordings with an accepted version pass the filter for them', () => {
  const plain = { tags: {} } as unknown as CaseHead; // the members that filters read
  const accepted = { ...plain, accepted: { version: 2 } } as unknown as CaseHead; // the same
  expect([plain, accepted].map((head) => headMatches(head, { accepted: true }))).toEqual([false, true]);
  expect([plain, accepted].map((head) => headMatches(head, {}))).toEqual([true, true]);
});
