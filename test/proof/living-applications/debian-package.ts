import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { LivingApplication } from './living-application.ts';

/** Packages of Debian; the first is the application, and `files` are what it needs of all. */
export function debianPackage(
  packages: readonly [string, ...string[]],
  files: readonly string[],
): Pick<LivingApplication, 'from' | 'missing' | 'version'> {
  return {
    from: 'Debian',
    missing: () =>
      files.every((file) => existsSync(file)) ? null : `apt-get install ${packages.join(' ')} installs what it needs`,
    version: () => {
      const { stdout } = spawnSync('dpkg-query', ['--list', packages[0]], { encoding: 'utf8' });
      const [, name = packages[0], version = ''] = stdout.trim().split('\n').at(-1)?.split(/\s+/) ?? [];
      return `${name} ${version}`;
    },
  };
}
