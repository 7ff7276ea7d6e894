import { expect, test } from 'vitest';
import { MOST_SHOWN_CHARACTERS, shownBody } from '../../../functions/recordings/domain/shown-body.ts';

test.for([
  [MOST_SHOWN_CHARACTERS, undefined],
  [MOST_SHOWN_CHARACTERS + 1, true],
] as const)('%i characters: truncated %s', ([characters, truncated]) => {
  const shown = shownBody({ status: 200, body: 'x'.repeat(characters) });
  expect([shown.body?.length, shown.truncated, shown.status]).toEqual([MOST_SHOWN_CHARACTERS, truncated, 200]);
});

test('no body is no body', () => {
  expect(shownBody({ body: null })).toEqual({ body: null });
});
