import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROMISES } from './promises.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/promises.md'), 'utf8');
/** Tests that docs/promises.md names. */
const named = [...page.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, path]) => path ?? '');

test('docs/promises.md names existing tests only', () => {
  const files = [...named, ...PROMISES.flatMap(({ tests }) => tests.map((file) => `test/${file}`))];
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('docs/promises.md names every test that `npm run proof` runs', () => {
  const run = PROMISES.flatMap(({ tests }) => tests.map((file) => `test/${file}`));
  expect(run.filter((file) => !named.includes(file))).toEqual([]);
});
