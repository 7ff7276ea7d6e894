import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentChoices } from '../../client/current-choices.ts';
import { currentPaths } from '../../client/current-paths.ts';

test('the types of the client are those of the endpoints today; `npm run client` makes them', async () => {
  expect(readFileSync('client/paths.ts', 'utf8')).toBe(await currentPaths());
});

test('the choices that the client offers are those of the endpoints today', () => {
  expect(readFileSync('client/choices.ts', 'utf8')).toBe(currentChoices());
});
