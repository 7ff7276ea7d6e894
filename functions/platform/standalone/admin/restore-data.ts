import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../settings/read-variables.ts';
import { lockDataDir } from '../data-dir-lock.ts';
import { BLOBS_FOLDER, KEY_FILE, TABLE_FILE } from '../data-files.ts';
import { copyPrivately, manifestFile, manifestOf, removeSharedMemory } from './backup-data.ts';
import { checkData, type DataReport } from './check-data.ts';
import { newDirectory } from './new-directory.ts';

export interface RestoreReport extends DataReport {
  /** Epoch ms at which the backup began. */
  madeAt: number;
}

/**
 * Makes a data directory of a backup and checks it. Throws ConfigError where the target is in use or not empty, and
 * where the table of the backup is damaged or of a newer version; then nothing is written.
 */
export async function restoreData(from: string, dataDir: string, now: () => number): Promise<RestoreReport> {
  refuseRunning(dataDir);
  const manifest = existsSync(manifestFile(from)) ? readFileSync(manifestFile(from), 'utf8') : undefined;
  const { madeAt, hasKeys } = manifestOf(manifest);
  return newDirectory(dataDir, async (aside) => {
    await copyPrivately(join(from, TABLE_FILE), join(aside, TABLE_FILE));
    if (hasKeys) await copyPrivately(join(from, KEY_FILE), join(aside, KEY_FILE));
    if (existsSync(join(from, BLOBS_FOLDER)))
      await cp(join(from, BLOBS_FOLDER), join(aside, BLOBS_FOLDER), { recursive: true });
    const report = await checkData(aside, { now, mayLackKeys: !hasKeys });
    await removeSharedMemory(aside);
    // Single rows and blobs that are damaged are not a reason to lose all others.
    const fatal = report.faults.find(({ what }) => what !== 'row' && what !== 'blob');
    if (fatal) throw new ConfigError(`the backup cannot be restored: its ${fatal.what} ${fatal.detail}`);
    return { ...report, madeAt };
  });
}

/** Does nothing for a directory that does not exist or that no process has locked. */
function refuseRunning(dataDir: string): void {
  if (existsSync(join(dataDir, 'service.lock'))) lockDataDir(dataDir).release();
}
