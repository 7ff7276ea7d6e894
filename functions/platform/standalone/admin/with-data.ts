import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../settings/read-variables.ts';
import type { World } from '../../world.ts';
import { KEY_FILE, TABLE_FILE } from '../data-files.ts';
import { localKeys } from '../keys.ts';
import { readMasterKeys } from '../master-key-file.ts';
import { openTable } from '../table.ts';

/** What a command changes rows of a data directory with. */
export type DataWorld = Pick<World, 'table' | 'keys' | 'now' | 'newId'>;

/**
 * Opens the table of a data directory with its keys, also while the service runs, and closes it after the work. Throws
 * ConfigError for a directory that no service has made, that this user may not write, or that is of another version.
 */
export async function withData<T>(
  dataDir: string,
  { now, keyFile = join(dataDir, KEY_FILE) }: { now(): number; keyFile?: string | undefined },
  work: (world: DataWorld) => Promise<T>,
): Promise<T> {
  const file = join(dataDir, TABLE_FILE);
  if (!mayWrite(dataDir))
    throw new ConfigError(
      'the data directory is missing, or this user may not write it: run as the user of the service',
    );
  if (!existsSync(file))
    throw new ConfigError(`there is no ${TABLE_FILE} in the data directory: start the service once, which makes it`);
  // A new key would seal what the service cannot open.
  if (!existsSync(keyFile)) throw new ConfigError('the key file is missing: name it with --key-file');
  const keys = localKeys(readMasterKeys(keyFile));
  const table = openTable(file, now);
  try {
    return await work({ table, keys, now, newId: () => randomBytes(16).toString('hex') });
  } finally {
    await table.close();
  }
}

function mayWrite(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
