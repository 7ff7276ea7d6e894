import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../settings/config.ts';

/** How long to wait for a service that is just stopping, ms. */
const WAIT_MS = 3_000;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Locks a data directory for this process, until it is released or the process ends in any way: two processes that
 * resume the same unfinished replays would send every request twice. Throws ConfigError if another process holds it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'service.lock'), { timeout: WAIT_MS });
  try {
    // An operating system lock on the file: nothing is written, and a crash leaves nothing behind.
    lock.exec('BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    const isHeld = fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY;
    throw isHeld ? new ConfigError('SVC_DATA_DIR is in use by another process of the service') : fault;
  }
  return { release: () => lock.close() };
}
