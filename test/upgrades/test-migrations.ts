import { writeSync } from 'node:fs';
import type { Migration } from '../../functions/platform/migrations/migration.ts';

/** Rows under this key are migrated by the migrations of tests. */
export const NUMBERED = 'NUMBERED';

/**
 * Migrations like those of the program, over the rows of one key: 2 adds an index, 3 counts each row up, 4 does so
 * again, 5 adds a table. Given a row to stop at (`3:7`, migration and number), they block there, in the middle of a
 * transaction, and say so on stdout.
 */
export function testMigrations(holdAt = ''): readonly Migration[] {
  const counted = (version: number, name: string): Migration => ({
    version,
    name,
    concerns: ({ pk }) => pk === NUMBERED,
    migrate(item) {
      if (`${version}:${item.n}` === holdAt) hold();
      // Not what a migration should do: one that is applied twice shows.
      return { ...item, count: Number(item.count) + 1 };
    },
  });
  return [
    { version: 2, name: 'index', sql: 'CREATE INDEX items_count ON items (length(attributes));' },
    counted(3, 'once'),
    counted(4, 'again'),
    {
      version: 5,
      name: 'table',
      sql: `CREATE TABLE more (n INTEGER) STRICT; ${holdAt === '5' ? ENDLESS : 'INSERT INTO more VALUES (1);'}`,
    },
  ];
}

/** Writes for ever, within the transaction of its migration. */
const ENDLESS =
  'INSERT INTO more WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT n FROM numbers;';

function hold(): never {
  writeSync(1, 'held\n');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
