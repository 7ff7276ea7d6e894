import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Application } from './application.ts';
import { runToItsEnd } from './run-to-its-end.ts';

/** Installed applications stay in the system's temporary folder, one folder per lock file, or build. */
const INSTALLED = join(tmpdir(), 'replay-applications');

/** Installs and builds an application by its lock file, without running any package's scripts; returns its folder. */
export function installApplication(
  { name, build }: Pick<Application, 'name' | 'build'>,
  parent: string = import.meta.dirname,
): string {
  const source = join(parent, name);
  const hash = createHash('sha256');
  for (const file of build ? filesIn(source) : ['package-lock.json']) hash.update(readFileSync(join(source, file)));
  const folder = join(INSTALLED, `${name}-${hash.digest('hex').slice(0, 12)}`);
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
    if (build) runToItsEnd(build, { folder: unfinished, env: {} });
    renameSync(unfinished, folder);
  }
  cpSync(source, folder, files);
  return folder;
}

/** What a build reads. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();

/** The version of each package that the application's package.json names. */
export function installedVersions({ name }: Pick<Application, 'name'>, parent: string = import.meta.dirname): string {
  const { dependencies } = JSON.parse(readFileSync(join(parent, name, 'package.json'), 'utf8'));
  return Object.entries(dependencies)
    .map(([dependency, version]) => `${dependency} ${version}`)
    .join(', ');
}
