import type { Item } from '../world.ts';
import type { RowMigration } from './migration.ts';

/**
 * A row after these migrations, in their order; null where it has its newest form already. Throws where one changes the
 * key.
 */
export function migratedRow(migrations: readonly RowMigration[], item: Item): Item | null {
  const migrated = migrations.reduce((row, one) => (one.concerns(row) ? one.migrate(row) : row), item);
  if (migrated === item) return null;
  if (migrated.pk !== item.pk || migrated.sk !== item.sk)
    throw new Error('a migration must not change the key of a row');
  return migrated;
}
