import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { ConfigError } from '../settings/read-variables.ts';
import { TABLE_FILE } from './data-files.ts';
import { makeDataDir } from './upkeep/make-data-dir.ts';

/** How long to wait for a service that is just stopping, ms. */
const WAIT_MS = 3_000;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

const LOCK_FILE = 'service.lock';

/** Of a table that no version with marks has opened. */
const NO_MARK = 0;
const MarkRow = v.object({ application_id: v.number() });

/** A data directory that belongs to this process. */
export interface DataDirLock {
  /** Notes in the table which lock file is active, once the table is of this version. */
  confirm(): void;
  release(): void;
}

/**
 * Locks a data directory for this process, until it is released or the process ends in any way: two processes that
 * resume the same unfinished replays would send every request twice. Throws ConfigError if another process holds it.
 *
 * The lock is one of the operating system on `service.lock`, which commands of an operator do not take. The table names
 * that file by its inode number: while another file has its name, a process that has the table open may hold the first
 * one, so the table itself must be free.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  makeDataDir(dataDir, LOCK_FILE);
  const file = join(dataDir, LOCK_FILE);
  const table = join(dataDir, TABLE_FILE);
  const mark = markOf(file);
  const lock = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    // Nothing is written, and a crash leaves nothing behind.
    if (isBusy(lock, 'BEGIN EXCLUSIVE')) throw inUse();
    if (!existsSync(file) || markOf(file) !== mark) throw inUse();
    const marked = markIn(table);
    if (marked !== NO_MARK && marked !== mark && isOpenElsewhere(table)) throw inUse();
  } catch (fault) {
    lock.close();
    throw fault;
  }
  return { confirm: () => writeMark(table, mark), release: () => lock.close() };
}

const inUse = () => new ConfigError('SVC_DATA_DIR is in use by another process of the service');

/**
 * What stands for a file in the header of the table (https://www.sqlite.org/pragma.html#pragma_application_id): 32
 * bits.
 */
const markOf = (file: string): number => Number(BigInt.asIntN(32, statSync(file, { bigint: true }).ino));

/** NO_MARK also of a table that is not there, or that cannot be read: the start reports that by itself. */
function markIn(file: string): number {
  if (!existsSync(file)) return NO_MARK;
  // A writer would rewrite the file when it closes it.
  const table = new DatabaseSync(file, { readOnly: true, timeout: WAIT_MS });
  try {
    return v.parse(MarkRow, table.prepare('PRAGMA application_id').get()).application_id;
  } catch {
    return NO_MARK;
  } finally {
    table.close();
  }
}

function writeMark(file: string, mark: number): void {
  if (markIn(file) === mark) return;
  const table = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    table.exec(`PRAGMA application_id = ${mark}`);
  } finally {
    table.close();
  }
}

/**
 * Whether another connection has the table open, idle or not: in WAL mode each holds a shared lock on the file. False
 * for a damaged table.
 */
function isOpenElsewhere(file: string): boolean {
  const table = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    // Set before the first access, it needs the file for this connection alone (https://www.sqlite.org/wal.html#noshm).
    table.exec('PRAGMA locking_mode = EXCLUSIVE');
    return isBusy(table, 'SELECT count(*) FROM sqlite_schema');
  } catch {
    return false;
  } finally {
    table.close();
  }
}

/** Whether a statement fails because of another connection; other faults are thrown. */
function isBusy(database: DatabaseSync, statement: string): boolean {
  try {
    database.exec(statement);
    return false;
  } catch (fault) {
    if (fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY) return true;
    throw fault;
  }
}
