import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { conditionHolds, isAlive } from '../table/table-condition.ts';
import {
  checkBatch,
  checkBatchSize,
  checkChanges,
  checkItem,
  checkKey,
  checkTransaction,
  isKey,
  keyOfWrite,
} from '../table/table-limits.ts';
import { DamagedData } from '../values/damaged-data.ts';
import type { Changes, Condition, Item, Key, Table, Write } from '../world.ts';
import { groupCommit } from './group-commit.ts';
import { tableQuery } from './table-query.ts';
import { encode, openRows, rowStatements } from './table-rows.ts';
import { type FileUse, fileShrinker, fileUse } from './upkeep/vacuum.ts';

const PURGE_ROWS = 500;
const PURGE_EVERY_MS = 1000;
/** Time per second to spend on a backlog; reads and writes run between its batches. */
const PURGE_BUDGET_MS = 500;

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

  const alive = (key: Key): Item | undefined => {
    const item = isKey(key) ? rows.read(key) : undefined;
    return item && isAlive(item, now()) ? item : undefined;
  };
  const isThere = (key: Key): boolean => {
    try {
      return alive(key) !== undefined;
    } catch (fault) {
      if (fault instanceof DamagedData) return true;
      throw fault;
    }
  };
  const purge = () => write(() => rows.purge(now(), PURGE_ROWS));
  async function purgeUntil(until: number): Promise<void> {
    while ((await purge()) === PURGE_ROWS && performance.now() < until);
    await shrink(until);
  }
  let isPurging = false;
  const timer = setInterval(async () => {
    if (isPurging) return;
    isPurging = true;
    await purgeUntil(performance.now() + PURGE_BUDGET_MS).catch(ignoreUntilNextTime);
    isPurging = false;
  }, PURGE_EVERY_MS).unref();

  /** Validates and copies a write immediately; the returned function applies it in its turn. */
  function prepare(requested: Write): Prepared {
    const key = { pk: keyOfWrite(requested).pk, sk: keyOfWrite(requested).sk };
    const holds = () => {
      const { when } = requested;
      if (typeof when === 'string') return isThere(key) === (when === 'present');
      return when === undefined || conditionHolds(when, alive(key));
    };
    if ('put' in requested) {
      checkItem(requested.put);
      const row = encode(requested.put);
      return { holds, apply: () => rows.write(row) };
    }
    if ('update' in requested) {
      checkChanges(key, requested.set);
      const set = structuredClone(requested.set);
      return { holds, apply: () => rows.write(encode(changed(alive(key) ?? key, set))) };
    }
    checkKey(key);
    return { holds, apply: () => ('remove' in requested ? rows.remove(key) : undefined) };
  }

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

    purge,
    compact: () => purgeUntil(Number.POSITIVE_INFINITY),
    use: () => fileUse(database),

    async close() {
      clearInterval(timer);
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

interface Prepared {
  holds(): boolean;
  apply(): void;
}

const conditionOf = (options: { when?: Condition } | undefined) => (options?.when ? { when: options.when } : {});

function changed(row: Item | Key, set: Changes): Item {
  const item: Item = { ...row, ...set };
  checkItem(item);
  return item;
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

/**
 * A fault that prevents a purge (a full disk, a busy file) also rejects writes and so reaches their callers; the purge
 * is retried.
 */
function ignoreUntilNextTime(): void {}
