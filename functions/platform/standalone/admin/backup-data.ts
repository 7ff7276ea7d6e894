import { existsSync } from 'node:fs';
import { chmod, constants, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { ConfigError } from '../../settings/read-variables.ts';
import { KEY_FILE, TABLE_FILE } from '../data-files.ts';
import { systemCode } from '../faults/system-code.ts';
import { readRows } from './blob-references.ts';
import { blobFile, checkData, type DataReport } from './check-data.ts';
import { newDirectory } from './new-directory.ts';

/** Describes a backup, beside its table. */
const MANIFEST_FILE = 'backup.json';
/** Copies of the table, each after blobs of the one before were deleted. */
const MAX_COPIES = 5;
/** One read transaction for the whole file: with several, each write of the service would start the copy again. */
const ALL_PAGES = 2 ** 31 - 1;

export const Manifest = v.object({
  format: v.literal(1),
  /** Epoch ms, after which nothing is in it. */
  madeAt: v.number(),
  dataVersion: v.number(),
  hasKeys: v.boolean(),
});

export interface BackupOptions {
  now(): number;
  /** Whether the keys that open what is sealed are part of the backup. */
  withKeys: boolean;
  keyFile?: string | undefined;
  /** Called between the table and its blobs, for tests. */
  tableCopied?: () => Promise<void>;
}

/**
 * Copies a data directory to a new one, also while the service runs: the table as of one moment (SQLite's backup API),
 * then the blobs that it names, which never change; where one was deleted in the meantime, the table is copied again.
 * The copy is checked before it gets its name. Everything that was acknowledged before the start is in it.
 */
export async function backupData(
  dataDir: string,
  to: string,
  { now, withKeys, keyFile = join(dataDir, KEY_FILE), tableCopied }: BackupOptions,
): Promise<DataReport> {
  if (!existsSync(join(dataDir, TABLE_FILE))) throw new ConfigError(`there is no ${TABLE_FILE} in the data directory`);
  if (withKeys && !existsSync(keyFile))
    throw new ConfigError(
      'the key file is missing: name it with --key-file, or leave the keys out with --without-keys',
    );
  return newDirectory(to, async (aside) => {
    const madeAt = now();
    for (let copies = 1; ; copies++) {
      await copyTable(dataDir, aside);
      if (copies === 1) await tableCopied?.();
      const isWhole = await copyBlobs(dataDir, aside, now());
      // Blobs that are missing for good are faults of the directory, which the check names.
      if (isWhole || copies === MAX_COPIES) break;
    }
    if (withKeys) await copyPrivately(keyFile, join(aside, KEY_FILE));
    const report = await checkData(aside, { now, mayLackKeys: !withKeys });
    await removeSharedMemory(aside);
    const manifest: v.InferOutput<typeof Manifest> = {
      format: 1,
      madeAt,
      dataVersion: report.dataVersion ?? 0,
      hasKeys: withKeys,
    };
    await writeFile(join(aside, MANIFEST_FILE), `${JSON.stringify(manifest)}\n`, { mode: 0o600 });
    return report;
  });
}

/** The manifest of a backup; throws ConfigError if the directory is not a backup. */
export function manifestOf(text: string | undefined): v.InferOutput<typeof Manifest> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), text);
  if (!parsed.success) throw new ConfigError('the directory to restore from is not a backup');
  return parsed.output;
}

export const manifestFile = (directory: string): string => join(directory, MANIFEST_FILE);

async function copyTable(dataDir: string, aside: string): Promise<void> {
  const file = join(aside, TABLE_FILE);
  await rm(file, { force: true });
  const source = new DatabaseSync(join(dataDir, TABLE_FILE), { readOnly: true, timeout: 10_000 });
  try {
    await backup(source, file, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  await chmod(file, 0o600);
}

/** Removes what reading the table has left beside it. */
export async function removeSharedMemory(directory: string): Promise<void> {
  for (const end of ['-wal', '-shm']) await rm(join(directory, TABLE_FILE + end), { force: true });
}

/** Copies what is not there yet; false if a blob is missing. */
async function copyBlobs(dataDir: string, aside: string, now: number): Promise<boolean> {
  const database = new DatabaseSync(join(aside, TABLE_FILE), { readOnly: true });
  let isWhole = true;
  try {
    for (const row of readRows(database, now)) {
      if (!('blob' in row) || row.blob === null) continue;
      const to = blobFile(aside, row.blob);
      if (existsSync(to)) continue;
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      isWhole = (await copyPrivately(blobFile(dataDir, row.blob), to)) && isWhole;
    }
  } finally {
    database.close();
  }
  return isWhole;
}

/** False if there is no such file. */
export async function copyPrivately(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(to, 0o600);
    return true;
  } catch (fault) {
    if (systemCode(fault) === 'ENOENT') return false;
    throw fault;
  }
}
