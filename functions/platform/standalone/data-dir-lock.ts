import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../settings/config.ts';

/** A service that is just being stopped is waited for so long, ms. */
const WAIT_MS = 3_000;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Takes a data directory for this process alone, until it is released or the process is gone, however it ended: two that take up the same
 * unfinished replays would send every request twice. Throws ConfigError where another process has it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'service.lock'), { timeout: WAIT_MS });
  try {
    // A lock of the operating system on the file: nothing is written, and nothing is left behind by a crash.
    lock.exec('BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    const isHeld = fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY;
    throw isHeld ? new ConfigError('SVC_DATA_DIR is in use by another process of the service') : fault;
  }
  return { release: () => lock.close() };
}
