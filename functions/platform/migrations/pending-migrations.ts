import type { Migration } from './migration.ts';

/** Version of the data before any migration. */
export const FIRST_VERSION = 1;

/** Version of the data that a program with these migrations writes. */
export const latestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? FIRST_VERSION;

/** The migrations that data of this version needs, in their order; `newer` where a newer program has written it. */
export function pendingMigrations<M extends Migration>(version: number, migrations: readonly M[]): M[] | 'newer' {
  if (version > latestVersion(migrations)) return 'newer';
  return migrations.filter((migration) => migration.version > version);
}
