import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
}
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

test('the lock file names every optional dependency, or npm ci refuses it on a machine that has never seen it', () => {
  const present = new Set(
    Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !present.has(name)),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
