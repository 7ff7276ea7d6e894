import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { migratedRow } from '../migrations/migrated-row.ts';
import { isRowMigration, type LayoutMigration, type Migration, type RowMigration } from '../migrations/migration.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { DamagedData } from '../values/damaged-data.ts';
import type { Log } from '../world.ts';
import { pendingOf } from './data-version.ts';
import { encode, openFile, rowStatements } from './table-rows.ts';

/** How far a migration of rows has got; the row is there only while one is unfinished. */
const CURSOR = { pk: 'SYSTEM#MIGRATION', sk: 'CURSOR' };
const Cursor = v.object({ version: v.number(), after: v.object({ pk: v.string(), sk: v.string() }) });
/** Before every key: none is empty. */
const FIRST = { pk: '', sk: '' };

/** Keys that one transaction looks at: a start that is killed repeats as many at most. */
const BATCH_KEYS = 1000;

interface Options {
  log: Pick<Log, 'info'>;
  /** Those of the program, but for tests. */
  migrations?: readonly Migration[];
  batchKeys?: number;
}

/**
 * Brings a data directory forward to the version of this program; only under its lock (data-dir-lock.ts). A migration
 * is applied in one transaction with its version, or in batches with a cursor, so that a killed process leaves a
 * directory that the next start continues with. Throws ConfigError where the directory is newer than the program.
 */
export function migrateData(dataDir: string, { log, migrations = MIGRATIONS, batchKeys = BATCH_KEYS }: Options): void {
  const file = join(dataDir, 'service.sqlite');
  const pending = pendingOf(file, migrations);
  if (pending.length === 0) return;
  const database = openFile(file);
  try {
    for (const migration of pending) {
      const { version, name } = migration;
      log.info('data migration started', { data_version: version, migration: name });
      const rows = isRowMigration(migration)
        ? migrateRows(database, migration, batchKeys)
        : changeLayout(database, migration);
      log.info('data migration finished', { data_version: version, migration: name, rows });
    }
  } finally {
    database.close();
  }
}

function changeLayout(database: DatabaseSync, { version, sql }: LayoutMigration): number {
  transaction(database, () => {
    database.exec(sql);
    setVersion(database, version);
  });
  return 0;
}

/** Says how many rows this process has rewritten. */
function migrateRows(database: DatabaseSync, migration: RowMigration, batchKeys: number): number {
  const { version } = migration;
  const rows = rowStatements(database);
  const keysAfter = database.prepare(
    'SELECT pk, sk FROM items WHERE (pk, sk) > (?, ?) AND pk <> ? ORDER BY pk, sk LIMIT ?',
  );
  const cursor = v.safeParse(
    Cursor,
    undefinedUnlessReadable(() => rows.read(CURSOR)),
  );
  let after = cursor.success && cursor.output.version === version ? cursor.output.after : FIRST;
  let rewritten = 0;
  for (let isDone = false; !isDone; ) {
    transaction(database, () => {
      const keys = keysAfter
        .all(after.pk, after.sk, CURSOR.pk, batchKeys)
        .map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
      for (const key of keys.filter(migration.concerns)) {
        const item = undefinedUnlessReadable(() => rows.read(key));
        const migrated = item && migratedRow([migration], item);
        if (!migrated) continue;
        rows.write(encode(migrated));
        rewritten++;
      }
      after = keys.at(-1) ?? after;
      isDone = keys.length < batchKeys;
      if (isDone) {
        rows.remove(CURSOR);
        setVersion(database, version);
      } else rows.write(encode({ ...CURSOR, version, after }));
    });
  }
  return rewritten;
}

/** Leaves a damaged row as it is: its readers report it. */
function undefinedUnlessReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof DamagedData) return undefined;
    throw fault;
  }
}

// A pragma takes no parameter; a version is a number of our own.
const setVersion = (database: DatabaseSync, version: number) => database.exec(`PRAGMA user_version = ${version}`);

function transaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (fault) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw fault;
  }
}
