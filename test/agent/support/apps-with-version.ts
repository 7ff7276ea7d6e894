import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');
const APPS = join(import.meta.dirname, '../apps');

/** Applications of `test/agent/apps` and the version of a library that they load. */
export interface AppsWithVersion {
  /** Names of their files. */
  apps: readonly string[];
  library: string;
  /** The folder of `test/node_modules` that has the version. */
  installedAs: string;
}

/**
 * Copies applications beside another version of a library, which has its own name there as it would with a user.
 * Returns the folder.
 */
export async function appsWithVersion({ apps, library, installedAs }: AppsWithVersion): Promise<string> {
  const folder = join(MODULES, '.cache', `test-${installedAs}`);
  await mkdir(folder, { recursive: true });
  for (const app of apps) await cp(join(APPS, app), join(folder, app));
  await cp(join(MODULES, installedAs), join(folder, 'node_modules', library), { recursive: true });
  return folder;
}
