import { expect, test } from 'vitest';
import { listedPath, MAX_LISTED_PATH } from '../../../../functions/replay/domain/results/listed-path.ts';

test('listedPath masks credentials', () => {
  expect(listedPath('/orders/1?expand=lines&access_token=abc123')).toBe('/orders/1?expand=lines&access_token=***');
});

test(`listedPath keeps ${MAX_LISTED_PATH} characters, and cuts longer ones between characters`, () => {
  const longest = `/${'x'.repeat(MAX_LISTED_PATH - 1)}`;
  expect(listedPath(longest)).toBe(longest);
  expect(listedPath(`${longest}x`)).toBe(`${longest.slice(0, -1)}…`);
  expect(listedPath(`/${'x'.repeat(MAX_LISTED_PATH - 3)}😀😀`)).toBe(`/${'x'.repeat(MAX_LISTED_PATH - 3)}…`);
});
