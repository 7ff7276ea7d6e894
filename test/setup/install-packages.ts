import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
/** Names the lock file that a folder of packages was installed from. */
const INSTALLED_FROM = '.installed-from';

/** Folders with a package and a lock file of their own, which `npm ci` in the root leaves out. */
export const PACKAGE_FOLDERS = ['test', 'lib', 'docs/.vitepress'] as const;

/**
 * Installs what the default install leaves out, by the lock files: what only tests use, what deploys to AWS, and what
 * builds the site. Takes milliseconds where it is installed. Throws where the registry does not answer.
 */
export async function setup(): Promise<void> {
  await Promise.all(PACKAGE_FOLDERS.map(installed));
}

async function installed(name: string): Promise<void> {
  const folder = join(ROOT, name);
  const modules = join(folder, 'node_modules');
  const lockFile = await readFile(join(folder, 'package-lock.json'));
  const hash = createHash('sha256').update(lockFile).digest('hex');
  if ((await installedFrom(modules)) === hash) return;
  process.stdout.write(`installing the packages of ${name}\n`);
  // Another process may install the same: each installs beside it, and one of both stays.
  const beside = join(ROOT, 'node_modules/.cache/packages', `${hash.slice(0, 12)}-${process.pid}`);
  try {
    await mkdir(beside, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) await cp(join(folder, file), join(beside, file));
    await npmCi(name, beside);
    await writeFile(join(beside, 'node_modules', INSTALLED_FROM), hash);
    await rm(modules, { recursive: true, force: true });
    await rename(join(beside, 'node_modules'), modules).catch(async (fault) => {
      if ((await installedFrom(modules)) !== hash) throw fault;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

const installedFrom = (modules: string): Promise<string | undefined> =>
  readFile(join(modules, INSTALLED_FROM), 'utf8').catch(() => undefined);

const npmCi = (name: string, folder: string): Promise<unknown> =>
  promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder }).catch(
    (fault: Error) => {
      throw new Error(`the tests need the packages of ${name} from the registry of npm, which failed`, {
        cause: fault,
      });
    },
  );

if (import.meta.main) await setup();
