import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { checkBatch, checkBatchSize, checkTransaction } from '../table/table-limits.ts';
import type { Condition, Table, Write } from '../world.ts';
import { groupCommit } from './group-commit.ts';
import { preparedWrites } from './table/prepared-writes.ts';
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
  const rows = rowStatements(database);
  const query = tableQuery(database, now);
  const { write, flush } = groupCommit(database, makeRoom);
  const { shrink } = fileShrinker(database, write);
  const { alive, prepare } = preparedWrites(rows, now);
  const purging = expiryPurge({ purge: (maxRows) => write(() => rows.purge(now(), maxRows)), shrink });

  const single = async (requested: Write, isPrompt = false): Promise<boolean> => {
    const { holds, apply } = prepare(requested);
    return write(() => {
      if (!holds()) return false;
      apply();
      return true;
    }, isPrompt);
  };

  return {
    get: async (key) => alive(key),
    put: (item, options) => single({ put: item, ...conditionOf(options) }, options?.prompt),
    update: (key, set, options) => single({ update: key, set, ...conditionOf(options) }, options?.prompt),
    remove: (key, options) => single({ remove: key, ...conditionOf(options) }),
    query: async (requested) => query(requested),

    async transact(writes) {
      checkTransaction(writes);
      const prepared = writes.map(prepare);
      return write(() => {
        if (!prepared.every(({ holds }) => holds())) return false;
        database.exec('SAVEPOINT transact');
        try {
          for (const { apply } of prepared) apply();
        } catch (cause) {
          undo(database);
          throw cause;
        }
        database.exec('RELEASE transact');
        return true;
      });
    },

    async batchGet(keys) {
      checkBatchSize(keys);
      return keys.map(alive);
    },

    async batchPut(items) {
      checkBatch(items);
      await Promise.all(items.map((item) => single({ put: item })));
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

const conditionOf = (options: { when?: Condition } | undefined) => (options?.when ? { when: options.when } : {});

/** Undoes the writes of one transact; where that fails, all of the commit, so that no part of it remains. */
function undo(database: DatabaseSync): void {
  if (!database.isTransaction) return;
  try {
    database.exec('ROLLBACK TO transact; RELEASE transact');
  } catch {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
