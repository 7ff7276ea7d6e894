import type { Item, Key } from '../world.ts';

/**
 * One step from a version of the stored data to the next (docs/upgrades.md). A migration stays as it was released,
 * whatever the domain becomes, so it imports nothing of it.
 */
export type Migration = RowMigration | LayoutMigration;

interface Step {
  /** Version of the data once every row has been migrated. */
  version: number;
  /** Shown to operators; the file is called `<version>-<name>.ts`. */
  name: string;
}

/** Changes rows. Both worlds apply it: standalone at start, AWS by `npm run backfill`. */
export interface RowMigration extends Step {
  /** Whether rows under this key may have an old form. */
  concerns(key: Key): boolean;
  /** The row in its new form, under the same key; the same object where it has that form already. */
  migrate(item: Item): Item;
}

/** Changes tables and indexes of the SQLite file. DynamoDB has its indexes from the stack. */
export interface LayoutMigration extends Step {
  sql: string;
}

/** Whether a migration changes rows. */
export const isRowMigration = (migration: Migration): migration is RowMigration => 'migrate' in migration;
