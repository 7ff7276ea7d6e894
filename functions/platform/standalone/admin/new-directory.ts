import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError } from '../../settings/read-variables.ts';

/**
 * Fills a temporary directory and renames it once `fill` has succeeded, so that a half-filled one is never visible.
 * Throws ConfigError if the directory exists and is not empty.
 */
export async function newDirectory<T>(path: string, fill: (aside: string) => Promise<T>): Promise<T> {
  const directory = resolve(path);
  refuseUsed(directory);
  const aside = join(dirname(directory), `.${basename(directory)}.${randomBytes(8).toString('hex')}`);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    const made = await fill(aside);
    await syncAll(aside);
    refuseUsed(directory);
    // Replaces an empty directory only.
    await rename(aside, directory);
    await sync(dirname(directory));
    return made;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function refuseUsed(directory: string): void {
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new ConfigError('the directory to write to is not empty');
}

async function syncAll(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    await (entry.isDirectory() ? syncAll(path) : sync(path));
  }
  await sync(directory);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
