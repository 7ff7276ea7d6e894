import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from './application.ts';

/** Installed applications stay in the system's temporary folder, one folder per lock file. */
const INSTALLED = join(tmpdir(), 'replay-applications');

/** Installs an application as its lock file says, without running any package's scripts; returns its folder. */
export function installApplication({ name }: Application): string {
  const source = join(import.meta.dirname, name);
  const lock = readFileSync(join(source, 'package-lock.json'));
  const folder = join(INSTALLED, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  const modules = join(folder, 'node_modules');
  const files = { recursive: true, filter: (path: string) => !path.endsWith('.ts') };
  if (!existsSync(modules)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(INSTALLED, { recursive: true });
    cpSync(source, unfinished, files);
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: unfinished,
      encoding: 'utf8',
    });
    if (npm.status !== 0) {
      rmSync(unfinished, { recursive: true, force: true });
      throw new Error(`npm ci failed for ${name}:\n${npm.stderr}`);
    }
    renameSync(unfinished, folder);
  }
  cpSync(source, folder, files);
  return folder;
}

/** The version of each package that the application's package.json names. */
export function installedVersions({ name }: Application): string {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, name, 'package.json'), 'utf8'));
  return Object.entries(dependencies)
    .map(([dependency, version]) => `${dependency} ${version}`)
    .join(', ');
}
