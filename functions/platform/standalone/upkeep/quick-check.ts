import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../settings/read-variables.ts';
import { TABLE_FILE } from '../data-files.ts';

/**
 * A larger file is only opened before the start and checked in the background (background-check.ts): `quick_check`
 * reads every page, about 300 MB a second.
 */
export const MAX_CHECKED_AT_START_BYTES = 128 * 1024 * 1024;

/** SQLITE_CORRUPT and SQLITE_NOTADB (https://www.sqlite.org/rescode.html). */
const DAMAGE: readonly number[] = [11, 26];

/** Throws ConfigError if the table file of a data directory is damaged; changes nothing in the directory. */
export function refuseDamaged(dataDir: string): void {
  const file = join(dataDir, TABLE_FILE);
  if (!existsSync(file) || statSync(file).size === 0) return;
  if (isDamaged(file, statSync(file).size <= MAX_CHECKED_AT_START_BYTES))
    throw new ConfigError(
      `SVC_DATA_DIR holds a damaged ${TABLE_FILE}: restore a backup by \`replay admin restore\`, and keep the damaged directory`,
    );
}

/** `isWhole`: every page is read, else only the first ones. */
function isDamaged(file: string, isWhole: boolean): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      return isWhole && database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok';
    } finally {
      database.close();
    }
  } catch (fault) {
    if (isDamage(fault)) return true;
    throw fault;
  }
}

/** Whether SQLite found that a file is not as it left it. */
export const isDamage = (fault: unknown): boolean =>
  fault instanceof Error &&
  'errcode' in fault &&
  typeof fault.errcode === 'number' &&
  DAMAGE.includes(fault.errcode & 0xff);
