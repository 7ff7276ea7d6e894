import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { checkBlobKey } from '../blob-key.ts';
import type { Blobs } from '../world.ts';
import { systemCode } from './faults/system-code.ts';
import { undefinedIfMissing } from './faults/undefined-if-missing.ts';
import { type DurableNames, durableNames } from './upkeep/durable-names.ts';

/** No key contains this character, so no blob's file collides with another one's directory. */
const FILE_SIGN = '!';

/** Classes whose blobs expire. */
const EXPIRING = ['cases', 'plans', 'evaluation', 'uploads'] as const;

/** Blobs as files of one directory. */
export interface FileBlobs extends Blobs {
  /** Deletes blobs written before the time of their class (epoch ms), and torn writes; returns the number of files. */
  expire(before: Record<(typeof EXPIRING)[number], number>): Promise<number>;
  /**
   * Streams bytes into a blob, replacing an existing one, if they match the declared size and checksum; otherwise keeps
   * nothing.
   */
  receive(
    key: string,
    expected: { sizeBytes: number; sha256: string },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<'stored' | 'other size' | 'other bytes'>;
}

/**
 * Stores blobs in `directory`: written to a temporary file and linked into place, so that no reader sees a partial one.
 * `addresses` are those that the process serves.
 */
export function fileBlobs(directory: string, addresses: Pick<Blobs, 'signedPut' | 'signedGet'> = NO_URLS): FileBlobs {
  const names = durableNames(directory);
  const fileOf = (key: string) => {
    checkBlobKey(key);
    return join(directory, `${key}${FILE_SIGN}`);
  };

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      await tempPathOf(directory, async (tempPath) => {
        await writeDurably(tempPath, (handle) => handle.writeFile(bytes));
        await placed(file, names, () => link(tempPath, file));
      });
    },

    async putStream(key, bytes) {
      const file = fileOf(key);
      await tempPathOf(directory, async (tempPath) => {
        await writeDurably(tempPath, (handle) => handle.writeFile(bytes));
        await placed(file, names, () => link(tempPath, file));
      });
    },

    async get(key) {
      const handle = await undefinedIfMissing(open(fileOf(key)));
      return handle && Readable.toWeb(handle.createReadStream());
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    async stat(key) {
      const found = await undefinedIfMissing(stat(fileOf(key)));
      return found && { sizeBytes: found.size, sha256: null };
    },

    async copy(from, to) {
      const [source, file] = [fileOf(from), fileOf(to)];
      // Both names refer to one immutable file; its age starts again.
      return tempPathOf(directory, async (tempPath) => {
        if ((await undefinedIfMissing(link(source, tempPath).then(() => true))) === undefined) return false;
        const now = new Date();
        await utimes(tempPath, now, now);
        await placed(file, names, () => link(tempPath, file));
        return true;
      });
    },

    async receive(key, expected, bytes) {
      const file = fileOf(key);
      return tempPathOf(directory, async (tempPath) => {
        const isOther = await writeExpected(tempPath, expected, bytes);
        if (isOther) return isOther;
        await placed(file, names, () => rename(tempPath, file));
        return 'stored';
      });
    },

    ...addresses,

    async expire(before) {
      const counts = await Promise.all([
        ...EXPIRING.map((name) => removeOlder(join(directory, name), before[name], names)),
        removeOlder(join(directory, TEMP_FOLDER), before.uploads, names),
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** Where bytes are written before they get their name. */
const TEMP_FOLDER = 'aside';

const NO_URLS: Pick<Blobs, 'signedPut' | 'signedGet'> = {
  signedPut: () => Promise.reject(new TypeError('these blobs are not served')),
  signedGet: () => Promise.reject(new TypeError('these blobs are not served')),
};

/** Runs `make` with the path of a new temporary file, which is deleted afterwards. */
async function tempPathOf<T>(directory: string, make: (tempPath: string) => Promise<T>): Promise<T> {
  const tempPath = join(directory, TEMP_FOLDER, randomUUID());
  await mkdir(dirname(tempPath), { recursive: true, mode: 0o700 });
  try {
    return await make(tempPath);
  } finally {
    await rm(tempPath, { force: true });
  }
}

async function writeDurably(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes bytes up to the declared size; says what is wrong with them. */
async function writeExpected(
  file: string,
  { sizeBytes, sha256 }: { sizeBytes: number; sha256: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<'other size' | 'other bytes' | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  await writeDurably(file, async (handle) => {
    for await (const part of bytes) {
      size += part.byteLength;
      if (size > sizeBytes) return;
      hash.update(part);
      await handle.writeFile(part);
    }
  });
  if (size !== sizeBytes) return 'other size';
  return hash.digest('hex') === sha256 ? undefined : 'other bytes';
}

/** Gives a file its name, durably. Unlike a rename, a link never replaces: the first write wins. */
async function placed(file: string, names: DurableNames, create: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    try {
      await create();
    } catch (error) {
      // `expire` may delete the directory while it is empty.
      if (systemCode(error) === 'ENOENT' && tries < 5) continue;
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    await names.sync(dirname(file));
    return;
  }
}

async function removeOlder(directory: string, before: number, names: DurableNames): Promise<number> {
  let count = 0;
  for (const entry of (await undefinedIfMissing(readdir(directory, { withFileTypes: true }))) ?? []) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      count += await removeOlder(path, before, names);
      names.forget(path);
      await removeIfEmpty(path);
    } else if (((await undefinedIfMissing(stat(path)))?.mtimeMs ?? before) < before) {
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
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCode(error))) throw error;
  }
}
