import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../migrations/migration.ts';
import { latestVersion, pendingMigrations } from '../migrations/pending-migrations.ts';
import { ConfigError } from '../settings/read-variables.ts';

/**
 * The migrations that the table file of a data directory needs; none for a file that is not there yet. Throws
 * ConfigError, and leaves the directory as it is, where a newer version of the service has written it.
 */
export function pendingOf<M extends Migration>(file: string, migrations: readonly M[]): M[] {
  const version = dataVersion(file);
  if (version === 0) return [];
  const pending = pendingMigrations(version, migrations);
  if (pending !== 'newer') return pending;
  const known = latestVersion(migrations);
  throw new ConfigError(
    `SVC_DATA_DIR holds data of version ${version}, and this version of the service knows data up to version ${known}: start the newer version of the service again`,
  );
}

/**
 * The version that a file says; 0 of one that has no tables. Read-only: a writer would rewrite the file when it closes
 * it.
 */
export function dataVersion(file: string): number {
  if (file === ':memory:' || !existsSync(file)) return 0;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return Number(database.prepare('PRAGMA user_version').get()?.user_version);
  } finally {
    database.close();
  }
}
