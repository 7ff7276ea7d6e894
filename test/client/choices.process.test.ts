import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentChoices } from '../../client/current-choices.ts';

test('the choices that the client offers are those of the endpoints today; `npm run client` makes them', () => {
  expect(readFileSync('client/choices.ts', 'utf8')).toBe(currentChoices());
});
