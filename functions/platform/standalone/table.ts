import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { checkBatch, checkBatchSize } from '../table/table-limits.ts';
import type { Condition, Table, Write } from '../world.ts';
import { groupCommit, type Urgency } from './group-commit.ts';
import { type PreparedWrite, preparedWrites } from './table/prepared-writes.ts';
import { rowWatch } from './table/row-watch.ts';
import { tableQuery } from './table-query.ts';
import { openRows, rowStatements } from './table-rows.ts';
import { expiryPurge } from './upkeep/expiry-purge.ts';
import { type FileUse, fileShrinker, fileUse } from './upkeep/vacuum.ts';

/** The table in a file, with its maintenance operations. */
export interface StandaloneTable extends Table {
  /**
   * Deletes at most 500 expired rows and returns how many; runs automatically every second, repeatedly while batches
   * are full.
   */
  purge(): Promise<number>;
  /** Deletes every expired row and gives the pages back to the disk; runs automatically, half of the time at most. */
  compact(): Promise<void>;
  /** Size of the file. */
  use(): FileUse;
  /** Writes pending work and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens the table in a SQLite file, or in `:memory:`; reads run immediately, and writes of one turn share one fsync.
 */
export function openTable(file: string, now: () => number, { makeRoom, maxPages }: TableOptions = {}): StandaloneTable {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = openRows(file);
  if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
  const { watched, written, watch } = rowWatch(database, now);
  const rows = written(rowStatements(database));
  const query = tableQuery(database, now);
  const { write, flush } = groupCommit(database, makeRoom);
  const { shrink } = fileShrinker(database, write);
  const { alive, prepare, prepareTogether } = preparedWrites(rows, now);
  const purging = expiryPurge({ purge: (maxRows) => write(() => rows.purge(now(), maxRows)), shrink });

  const single = async (requested: Write, urgency?: Urgency): Promise<boolean> => {
    const { holds, apply } = prepare(requested);
    return write(() => holds() && apply(), urgency);
  };

  return {
    ...watched({
      get: alive,
      query,
      batchGet(keys) {
        checkBatchSize(keys);
        return keys.map(alive);
      },
    }),
    watch,
    put: (item, options) => single({ put: item, ...conditionOf(options) }, urgencyOf(options)),
    update: (key, set, options) => single({ update: key, set, ...conditionOf(options) }, urgencyOf(options)),
    remove: (key, options) => single({ remove: key, ...conditionOf(options) }),

    async transact(writes) {
      const prepared = prepareTogether(writes);
      return write(() => allOrNone(database, prepared));
    },

    async addInOrder(items) {
      const puts = items.map((item) => ({ put: item, when: 'absent' as const }));
      const prepared = prepareTogether(puts);
      return write(() => {
        const failed = prepared.findIndex(({ holds, apply }) => !(holds() && apply()));
        return failed < 0 ? prepared.length : failed;
      });
    },

    async batchPut(items) {
      checkBatch(items);
      await Promise.all(items.map((item) => single({ put: item })));
    },

    async batchRemove(keys) {
      checkBatch(keys);
      await Promise.all(keys.map((key) => single({ remove: key })));
    },

    purge: purging.once,
    compact: purging.all,
    use: () => fileUse(database),

    async close() {
      purging.stop();
      flush();
      database.close();
    },
  };
}

export interface TableOptions {
  /** Makes room on a full disk, and says whether it did; the write is then repeated once. */
  makeRoom?: (() => boolean) | undefined;
  /** Maximum pages of the file, as if the disk had room for no more. Default: no maximum. */
  maxPages?: number;
}

const urgencyOf = (options: { prompt?: boolean; patient?: boolean } = {}): Urgency =>
  options.prompt ? 'prompt' : options.patient ? 'patient' : 'turn';

const conditionOf = (options: { when?: Condition } | undefined) => (options?.when ? { when: options.when } : {});

/** Applies writes if all of their conditions hold. */
function allOrNone(database: DatabaseSync, writes: readonly PreparedWrite[]): boolean {
  if (!writes.every(({ holds }) => holds())) return false;
  database.exec('SAVEPOINT transact');
  let isApplied = false;
  try {
    isApplied = writes.every(({ apply }) => apply());
  } catch (cause) {
    undo(database);
    throw cause;
  }
  if (isApplied) database.exec('RELEASE transact');
  else undo(database);
  return isApplied;
}

/** Undoes the writes of one transact; where that fails, all of the commit, so that no part of it remains. */
function undo(database: DatabaseSync): void {
  if (!database.isTransaction) return;
  try {
    database.exec('ROLLBACK TO transact; RELEASE transact');
  } catch {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
