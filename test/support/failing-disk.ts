import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A call of SQLite or of the file system that the disk may fail. */
export interface DiskCall {
  kind: 'read' | 'write';
  /** Beginning of the statement, or name of the function. */
  what: string;
  /** Keys or path. */
  where: string;
}

/** Error codes as SQLite and the operating system give them; null: the call succeeds. */
export type DiskPolicy = (call: DiskCall) => 'FULL' | 'IOERR' | 'READONLY' | null;

const SQLITE = {
  FULL: { errcode: 13, errstr: 'database or disk is full' },
  IOERR: { errcode: 778, errstr: 'disk I/O error' },
  READONLY: { errcode: 8, errstr: 'attempt to write a readonly database' },
} as const;
const SYSTEM = {
  FULL: { code: 'ENOSPC', errno: -28 },
  IOERR: { code: 'EIO', errno: -5 },
  READONLY: { code: 'EROFS', errno: -30 },
} as const;

const HEALTHY: DiskPolicy = () => null;

/**
 * Lets calls of SQLite, and those of files below `directory`, fail in this process as on a full or broken disk. Call it
 * before the database is opened, `restore` after it was closed.
 */
export function failingDisk(directory: string) {
  let policy = HEALTHY;
  /** Throws in place of the call, so that it has no effect. */
  function checkSqlite(call: DiskCall): void {
    const fault = policy(call);
    if (fault === null) return;
    const { errcode, errstr } = SQLITE[fault];
    throw Object.assign(new Error(errstr), { code: 'ERR_SQLITE_ERROR', errcode, errstr });
  }
  function checkFile(call: DiskCall): void {
    const fault = call.where.startsWith(directory) ? policy(call) : null;
    if (fault !== null) throw Object.assign(new Error(SYSTEM[fault].code), { ...SYSTEM[fault], syscall: call.what });
  }

  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function prepared(this: DatabaseSync, sql: string): StatementSync {
    const statement = prepare.call(this, sql);
    const what = sql.trim().slice(0, 24);
    const { run, get, all } = statement;
    const checked =
      <A extends unknown[], T>(kind: DiskCall['kind'], work: (...given: A) => T) =>
      (...given: A): T => {
        const texts = given.filter((one) => typeof one === 'string');
        // A transaction that failed must still be ended, as SQLite does in memory.
        if (what !== 'ROLLBACK') checkSqlite({ kind, what, where: texts.slice(0, 2).join(' ') });
        return work.apply(statement, given);
      };
    statement.run = checked('write', run) as typeof run; // the overloads of run are one function
    statement.get = checked('read', get) as typeof get; // likewise
    statement.all = checked('read', all) as typeof all; // likewise
    return statement;
  };

  const { open, link, writeFile } = fsPromises;
  fsPromises.open = async (path, flags, mode) => {
    checkFile({ kind: flags === 'wx' ? 'write' : 'read', what: 'open', where: String(path) });
    return open(path, flags, mode);
  };
  fsPromises.link = async (from, to) => {
    checkFile({ kind: 'write', what: 'link', where: String(to) });
    return link(from, to);
  };
  fsPromises.writeFile = async (...given) => {
    checkFile({ kind: 'write', what: 'writeFile', where: String(given[0]) });
    return writeFile(...given);
  };
  syncBuiltinESMExports();

  return {
    /** The policy of all calls from now on. */
    follow(next: DiskPolicy): void {
      policy = next;
    },
    heal(): void {
      policy = HEALTHY;
    },
    restore(): void {
      DatabaseSync.prototype.prepare = prepare;
      Object.assign(fsPromises, { open, link, writeFile });
      syncBuiltinESMExports();
    },
  };
}
