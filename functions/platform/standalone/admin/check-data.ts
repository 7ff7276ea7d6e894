import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import { latestVersion } from '../../migrations/pending-migrations.ts';
import { ConfigError } from '../../settings/read-variables.ts';
import { BLOBS_FOLDER, KEY_FILE, TABLE_FILE } from '../data-files.ts';
import { systemCode } from '../faults/system-code.ts';
import { isDamage } from '../upkeep/quick-check.ts';
import { hasSealedRows } from '../upkeep/sealed-rows.ts';
import { readRows } from './blob-references.ts';
import { isSoundBlob } from './sound-blob.ts';

/** More faults are counted, but not named. */
const MAX_NAMED = 1000;
/** Faults that one check of the file names. */
const MAX_FILE_FAULTS = 100;

/** A fault of a data directory. It names ids, never what is stored. */
type DataFault =
  | { what: 'file' | 'version' | 'keys'; detail: string }
  | { what: 'row'; pk: string; sk: string; detail: string }
  | { what: 'blob'; pk: string; sk: string; blob: string; detail: 'is missing' | 'has other bytes' };

export interface DataReport {
  /** The version of the data; null if it cannot be read. */
  dataVersion: number | null;
  rows: number;
  blobs: number;
  keys: 'present' | 'missing' | 'not needed';
  /** At most 1,000. */
  faults: readonly DataFault[];
  faultCount: number;
}

export interface CheckOptions {
  now(): number;
  /** Default: master.key of the directory. */
  keyFile?: string | undefined;
  /** A backup without keys lacks them on purpose. */
  mayLackKeys?: boolean;
}

/**
 * Checks a data directory, also while the service runs: the file by `integrity_check`, every row, every blob that a row
 * names, the version and the keys. Changes nothing. Throws ConfigError where there is no table.
 */
export async function checkData(
  dataDir: string,
  { now, keyFile = join(dataDir, KEY_FILE), mayLackKeys = false }: CheckOptions,
): Promise<DataReport> {
  const file = join(dataDir, TABLE_FILE);
  if (!existsSync(file)) throw new ConfigError(`there is no ${TABLE_FILE} in the data directory`);
  const faults: DataFault[] = [];
  let faultCount = 0;
  const note = (fault: DataFault) => {
    faultCount++;
    if (faults.length < MAX_NAMED) faults.push(fault);
  };
  const report: Omit<DataReport, 'faults' | 'faultCount'> = { dataVersion: null, rows: 0, blobs: 0, keys: 'present' };

  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      for (const { integrity_check: detail } of database.prepare(`PRAGMA integrity_check(${MAX_FILE_FAULTS})`).all())
        if (detail !== 'ok') note({ what: 'file', detail: 'is damaged' });
      report.dataVersion = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      const known = latestVersion(MIGRATIONS);
      if (report.dataVersion < 1 || report.dataVersion > known)
        note({ what: 'version', detail: `is ${report.dataVersion}, and this version of replay knows 1 to ${known}` });
      for (const row of readRows(database, now())) {
        report.rows++;
        const { pk, sk } = row;
        if ('fault' in row) note({ what: 'row', pk, sk, detail: row.fault });
        else if (row.blob !== null) {
          report.blobs++;
          const detail = await blobFault(dataDir, row.blob);
          if (detail) note({ what: 'blob', pk, sk, blob: row.blob, detail });
        }
      }
    } finally {
      database.close();
    }
    if (!existsSync(keyFile)) {
      const isNeeded = hasSealedRows(file);
      report.keys = isNeeded ? 'missing' : 'not needed';
      if (isNeeded && !mayLackKeys) note({ what: 'keys', detail: 'are missing, and rows are sealed with them' });
    }
  } catch (fault) {
    if (!isDamage(fault)) throw fault;
    note({ what: 'file', detail: 'is damaged' });
  }
  return { ...report, faults, faultCount };
}

async function blobFault(dataDir: string, blob: string): Promise<'is missing' | 'has other bytes' | null> {
  try {
    return (await isSoundBlob(blob, blobFile(dataDir, blob))) ? null : 'has other bytes';
  } catch (fault) {
    if (systemCode(fault) === 'ENOENT') return 'is missing';
    throw fault;
  }
}

/** The file of a blob (blobs.ts). */
export const blobFile = (dataDir: string, key: string): string => join(dataDir, BLOBS_FOLDER, `${key}!`);
