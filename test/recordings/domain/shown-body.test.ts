import { expect, test } from 'vitest';
import { MAX_SHOWN_LENGTH, shownBody } from '../../../functions/recordings/domain/shown-body.ts';

test.for([
  [MAX_SHOWN_LENGTH, undefined],
  [MAX_SHOWN_LENGTH + 1, true],
] as const)('shownBody of %i characters is truncated: %s', ([characters, truncated]) => {
  const shown = shownBody({ status: 200, body: 'x'.repeat(characters) });
  expect([shown.body?.length, shown.truncated, shown.status]).toEqual([MAX_SHOWN_LENGTH, truncated, 200]);
});

test('shownBody shows a missing body as null', () => {
  expect(shownBody({ body: null })).toEqual({ body: null });
});
