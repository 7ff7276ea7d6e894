import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PACKAGE_FOLDERS } from './setup/install-packages.ts';

interface LockedPackage {
  inBundle?: boolean;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
}

/** What `npm ci` installs may take on disk, in bytes. */
const MAX_INSTALLED_BYTES = 600e6;

const packagesOf = (folder: string): [path: string, entry: LockedPackage][] =>
  Object.entries<LockedPackage>(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages).filter(
    ([path]) => path !== '',
  );

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe.each(['.', ...PACKAGE_FOLDERS])('the lock file of %s', (folder) => {
  const packages = packagesOf(folder);

  test('names every optional dependency, so that npm ci accepts it on each platform', () => {
    const present = new Set(packages.map(([path]) => nameOf(path)));
    const missing = packages.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !present.has(name)),
    );
    expect(missing).toEqual([]);
  });

  test('has the integrity of every package for each platform, and of a bundled package that of its bundle', () => {
    const without = packages.filter(([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  test('names no registry', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

/** What the files of a folder take on disk, caches aside. */
async function bytesOnDisk(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === '.cache' ? 0 : bytesOnDisk(path);
      return entry.isFile() ? (await stat(path)).blocks * 512 : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 4096);
}

test('the default install takes at most 600 MB', async () => {
  // The folder of the root alone: what tests, the deployment and the site need besides is installed on demand.
  const installed = packagesOf('.').filter(([path]) => path.lastIndexOf('node_modules/') === 0 && existsSync(path));
  const sizes: number[] = [];
  for (const [path] of installed) sizes.push(await bytesOnDisk(path));
  expect(installed.length).toBeGreaterThan(100);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_INSTALLED_BYTES);
});
