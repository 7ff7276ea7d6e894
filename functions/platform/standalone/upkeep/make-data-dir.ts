import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDiskFull } from '../../disk-full.ts';
import { ConfigError } from '../../settings/read-variables.ts';
import { TABLE_FILE } from '../data-files.ts';
import { systemCode } from '../faults/system-code.ts';

/**
 * Makes SVC_DATA_DIR, and in it a file of this name where there is none. Throws ConfigError, which names the setting,
 * if this process may not write there.
 */
export function makeDataDir(dataDir: string, fileName: string): void {
  try {
    makeMissing(dataDir);
    closeSync(openSync(join(dataDir, fileName), 'a', 0o600));
    const table = join(dataDir, TABLE_FILE);
    if (existsSync(table)) accessSync(table, constants.W_OK);
  } catch (fault) {
    if (isDiskFull(fault) || !(fault instanceof Error && 'code' in fault)) throw fault;
    throw new ConfigError(`SVC_DATA_DIR is not a folder that the service can write to (${String(fault.code)})`);
  }
}

/**
 * Makes a folder and those above it one by one: `recursive` never returns where a file system refuses with ENOENT, as
 * /proc does.
 */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeMissing(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
    syncName(folder);
  } catch (fault) {
    // Another process was first.
    if (systemCode(fault) !== 'EEXIST') throw fault;
  }
}

/** Without it, a loss of power may take the new folder with everything in it. */
function syncName(folder: string): void {
  const parent = dirname(folder);
  try {
    accessSync(parent, constants.R_OK);
  } catch {
    // A folder that cannot be read cannot be synced.
    return;
  }
  const handle = openSync(parent, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
