import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Host } from '../host.ts';

/** How far an import has come. */
export interface ImportProgress {
  /** Batches that the service has answered. */
  batches: number;
  /** Added to the times of the file, in ms; null if there is no shift. */
  shiftMs: number | null;
}

const NOTHING: ImportProgress = { batches: 0, shiftMs: null };

/**
 * Keeps how far the import of one file has come, in `$XDG_CONFIG_HOME/replay/imports`, until it ends: positions only,
 * nothing of the file. `purpose` is what else the import depends on; a file that has changed since is another one.
 * Stdin (`-`) is not kept.
 */
export async function unfinishedImport(
  file: string,
  purpose: readonly unknown[],
  { env, homeDirectory }: Pick<Host, 'env' | 'homeDirectory'>,
) {
  const key = await keyOf(file, purpose);
  const folder = join(env.XDG_CONFIG_HOME || join(homeDirectory, '.config'), 'replay', 'imports');
  const path = join(folder, `${key}.json`);

  return {
    async find(): Promise<ImportProgress> {
      if (key === null) return NOTHING;
      const text = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
        if (fault.code === 'ENOENT') return null;
        throw fault;
      });
      return text === null ? NOTHING : (JSON.parse(text) as ImportProgress); // only this file writes it
    },

    async keep(progress: ImportProgress): Promise<void> {
      if (key === null) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const written = `${path}.${process.pid}`;
      await writeFile(written, JSON.stringify(progress), { mode: 0o600 });
      await rename(written, path);
    },

    async forget(): Promise<void> {
      if (key !== null) await rm(path, { force: true });
    },
  };
}

/** Null for what cannot be read again, or at all: reading the file explains why. */
async function keyOf(file: string, purpose: readonly unknown[]): Promise<string | null> {
  const facts = file === '-' ? null : await stat(file).catch(() => null);
  if (facts === null || !facts.isFile()) return null;
  const about = JSON.stringify([await realpath(file), facts.size, facts.mtimeMs, ...purpose]);
  return createHash('sha256').update(about).digest('hex').slice(0, 32);
}
