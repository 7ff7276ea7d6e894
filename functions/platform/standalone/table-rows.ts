import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { latestVersion } from '../migrations/pending-migrations.ts';
import { ConfigError } from '../settings/read-variables.ts';
import { DamagedData } from '../values/damaged-data.ts';
import type { Item, Key } from '../world.ts';
import { dataVersion, pendingOf } from './data-version.ts';
import { isStorageFault } from './faults/storage-fault.ts';
import { isIntact, withChecksum } from './row-checksum.ts';

/** `data` is last, so that reading the other columns never scans it. */
const COLUMNS = [
  'pk',
  'sk',
  'i1pk',
  'i1sk',
  'i2pk',
  'i2sk',
  'i3pk',
  'i3sk',
  'expiresAt',
  'attributes',
  'data',
] as const;
const ATTRIBUTES = COLUMNS.indexOf('attributes');
const DATA = COLUMNS.indexOf('data');
const INDEXES = ['i1', 'i2', 'i3'] as const;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS items (
    pk TEXT NOT NULL, sk TEXT NOT NULL,
    i1pk TEXT, i1sk TEXT, i2pk TEXT, i2sk TEXT, i3pk TEXT, i3sk TEXT,
    expiresAt INTEGER, attributes TEXT NOT NULL, data BLOB,
    PRIMARY KEY (pk, sk)
  ) STRICT;
  ${INDEXES.map(
    (index) => `CREATE INDEX IF NOT EXISTS items_${index} ON items (${index}pk, ${index}sk, pk, sk)
      WHERE ${index}pk IS NOT NULL AND ${index}sk IS NOT NULL;`,
  ).join('\n')}
  CREATE INDEX IF NOT EXISTS items_expiry ON items (expiresAt) WHERE expiresAt IS NOT NULL;
  PRAGMA user_version = ${latestVersion(MIGRATIONS)};`;

/** The values of COLUMNS. One object per row would be garbage that V8 keeps until a full collection. */
export type Row = readonly SQLOutputValue[];

/** Prepares a query of items; `conditions` start with WHERE. Pass its rows to `itemOf`. */
export function selectItems(database: DatabaseSync, conditions: string): StatementSync {
  const statement = database.prepare(`SELECT ${COLUMNS.join(', ')} FROM items ${conditions}`);
  statement.setReturnArrays(true);
  return statement;
}

/**
 * Opens the table of the service, which another process may have open too; a new file is laid out. Throws ConfigError
 * where the file is of another version: a start migrates an older one before (migrate-data.ts).
 */
export function openRows(file: string): DatabaseSync {
  if (pendingOf(file, MIGRATIONS).length > 0)
    throw new ConfigError(
      `SVC_DATA_DIR holds data of version ${dataVersion(file)}, and this version of the service needs version ${latestVersion(MIGRATIONS)}: start the service, which migrates it`,
    );
  const database = openFile(file);
  if (database.prepare('PRAGMA user_version').get()?.user_version === 0)
    database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
  return database;
}

/** Opens the file as it is, for writes that survive a crash. */
export function openFile(file: string): DatabaseSync {
  // SQLite gives its companions (-wal, -shm) the rights of the file.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 10_000 });
  // Decides the layout of a new file, so it comes before anything that writes one (upkeep/vacuum.ts converts others).
  database.exec('PRAGMA auto_vacuum = INCREMENTAL;');
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 8388608;');
  // Random keys of an index change many pages: more of them stay in memory (KiB), and are written back together
  // (pages).
  database.exec('PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 2000;');
  return database;
}

export type RowStatements = ReturnType<typeof rowStatements>;

/** Reads, writes and removes single rows; expiry and conditions are up to the caller. */
export function rowStatements(database: DatabaseSync) {
  const select = selectItems(database, 'WHERE pk = ? AND sk = ?');
  const into = `INSERT INTO items (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
     ON CONFLICT (pk, sk) DO`;
  const insert = database.prepare(`${into} NOTHING`);
  const upsert = database.prepare(
    `${into} UPDATE SET ${COLUMNS.slice(2)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
  );
  const remove = database.prepare('DELETE FROM items WHERE pk = ? AND sk = ?');
  const purge = database.prepare(
    'DELETE FROM items WHERE rowid IN (SELECT rowid FROM items WHERE expiresAt <= ? ORDER BY expiresAt LIMIT ?)',
  );
  return {
    /** Throws DamagedData for a row that is not as it was written. */
    read({ pk, sk }: Key): Item | undefined {
      const row = readable({ pk, sk }, () => select.get(pk, sk) as Row | undefined); // the type of `get` lacks setReturnArrays
      const item = row && itemOf(row);
      if (item === null || (item && (item.pk !== pk || item.sk !== sk))) throw new DamagedData({ pk, sk });
      return item;
    },
    /** Writes a row where there is none, also no expired one; whether there was none. */
    insert: (row: Encoded): boolean => insert.run(...row).changes > 0,
    write(row: Encoded): void {
      upsert.run(...row);
    },
    remove: ({ pk, sk }: Key): void => void remove.run(pk, sk),
    /** Deletes at most `most` expired rows; returns how many. */
    purge: (now: number, max: number): number => Number(purge.run(now, max).changes),
  };
}

/** The column values of an item in order, taken at the call so that the caller may change the item afterwards. */
export type Encoded = ReturnType<typeof encode>;

export function encode(item: Item) {
  const { pk, sk, i1pk, i1sk, i2pk, i2sk, i3pk, i3sk, expiresAt, data, ...attributes } = item;
  const columns = [
    pk,
    sk,
    i1pk ?? null,
    i1sk ?? null,
    i2pk ?? null,
    i2sk ?? null,
    i3pk ?? null,
    i3sk ?? null,
    expiresAt ?? null,
  ] as const;
  const bytes = data === undefined ? null : new Uint8Array(data);
  return [...columns, withChecksum(columns, JSON.stringify(attributes), bytes), bytes] as const;
}

/** Returns the item of a row, null for one that is not as it was written; null columns were never set. */
export function itemOf(row: Row): Item | null {
  const stored = String(row[ATTRIBUTES]);
  const data = row[DATA];
  if (!isIntact(row.slice(0, ATTRIBUTES), stored, data instanceof Uint8Array ? data : null)) return null;
  const item = attributesOf(stored);
  if (item === null) return null;
  for (const [at, column] of COLUMNS.entries()) if (at !== ATTRIBUTES && row[at] !== null) item[column] = row[at];
  // Only `encode` writes these columns, so the row holds an Item.
  return item as Item;
}

function attributesOf(stored: string): Record<string, unknown> | null {
  try {
    return JSON.parse(stored);
  } catch {
    // Written without a checksum, and damaged since.
    return null;
  }
}

/** Reads from the file; throws DamagedData where SQLite cannot make sense of it. */
export function readable<T>(key: Key, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    throw new DamagedData({ pk: key.pk, sk: key.sk }, { cause });
  }
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Whether SQLite says so, or read a number that none of ours can be. */
export const isDamage = (fault: unknown): boolean =>
  (fault instanceof RangeError && 'code' in fault && fault.code === 'ERR_OUT_OF_RANGE') ||
  (fault instanceof Error &&
    !isStorageFault(fault) &&
    'errcode' in fault &&
    typeof fault.errcode === 'number' &&
    [CORRUPT, NOT_A_DATABASE].includes(fault.errcode & 0xff));

const KEYS = COLUMNS.slice(0, COLUMNS.indexOf('expiresAt'));

/** The keys of a row, which may itself be damaged. */
export const keysOf = (row: Row): Item => ({
  pk: String(row[0]),
  sk: String(row[1]),
  ...Object.fromEntries(KEYS.map((column, at) => [column, row[at]] as const).filter(([, value]) => value !== null)),
});

/** Prepares a query of the keys alone. */
export function selectKeys(database: DatabaseSync, conditions: string): StatementSync {
  const statement = database.prepare(`SELECT ${KEYS.join(', ')} FROM items ${conditions}`);
  statement.setReturnArrays(true);
  return statement;
}
