import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { checkBlobKey } from '../domain/blob-key.ts';
import type { Blobs } from '../world.ts';

/** No key contains this sign, so no blob is in the way of another one's directory. */
const FILE_SIGN = '!';

/** Blobs as files of one directory. */
export interface FileBlobs extends Blobs {
  /** Deletes the `cases` and `plans` written before these times (epoch ms), and torn writes; says how many files. */
  expire(before: { cases: number; plans: number }): Promise<number>;
}

/** Keeps blobs in `directory`: written aside and linked into place, so that nobody ever sees a part of one. */
export function fileBlobs(directory: string): FileBlobs {
  const asideDirectory = join(directory, 'aside');
  const fileOf = (key: string) => {
    checkBlobKey(key);
    return join(directory, `${key}${FILE_SIGN}`);
  };

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const aside = join(asideDirectory, randomUUID());
      await mkdir(asideDirectory, { recursive: true, mode: 0o700 });
      try {
        await writeDurably(aside, bytes);
        await linkInto(aside, file);
      } finally {
        await rm(aside, { force: true });
      }
    },

    async get(key) {
      const handle = await unlessMissing(open(fileOf(key)));
      return handle && Readable.toWeb(handle.createReadStream());
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    async expire({ cases, plans }) {
      const counts = [
        await removeOlder(join(directory, 'cases'), cases),
        await removeOlder(join(directory, 'plans'), plans),
        await removeOlder(asideDirectory, cases),
      ];
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link, unlike a rename, never replaces: the first write stands. */
async function linkInto(aside: string, file: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const made = await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    try {
      await link(aside, file);
    } catch (error) {
      // An `expire` may take the directory away while it is empty.
      if (codeOf(error) === 'ENOENT' && tries < 5) continue;
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    await syncDirectories(dirname(file), made === undefined ? dirname(file) : dirname(made));
    return;
  }
}

/** A new name is durable when its directory is, up to the first one that was there before. */
async function syncDirectories(from: string, to: string): Promise<void> {
  for (let directory = from; ; directory = dirname(directory)) {
    const handle = await open(directory);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (directory === to || directory === dirname(directory)) return;
  }
}

async function removeOlder(directory: string, before: number): Promise<number> {
  let count = 0;
  for (const entry of (await unlessMissing(readdir(directory, { withFileTypes: true }))) ?? []) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      count += await removeOlder(path, before);
      await removeIfEmpty(path);
    } else if (((await unlessMissing(stat(path)))?.mtimeMs ?? before) < before) {
      await rm(path, { force: true });
      count++;
    }
  }
  return count;
}

async function removeIfEmpty(directory: string): Promise<void> {
  try {
    await rmdir(directory);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) throw error;
  }
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
