import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRowMigration, type Migration } from '../../../functions/platform/migrations/migration.ts';
import { MIGRATIONS } from '../../../functions/platform/migrations/migrations.ts';
import {
  FIRST_VERSION,
  latestVersion,
  pendingMigrations,
} from '../../../functions/platform/migrations/pending-migrations.ts';

const layout = (version: number): Migration => ({ version, name: `change-${version}`, sql: '' });
const THREE = [layout(2), layout(3), layout(4)];

describe('pendingMigrations', () => {
  test.for([
    [1, THREE, [2, 3, 4]],
    [2, THREE, [3, 4]],
    [3, THREE, [4]],
    [4, THREE, []],
    [5, THREE, 'newer'],
    [1, [], []],
    [2, [], 'newer'],
  ] as const)('returns the migrations after version %i', ([version, migrations, wanted]) => {
    const pending = pendingMigrations(version, migrations);
    expect(pending === 'newer' ? pending : pending.map((one) => one.version)).toEqual(wanted);
  });

  test('leaves the first version to a program without migrations', () => {
    expect([latestVersion([]), latestVersion(THREE)]).toEqual([FIRST_VERSION, 4]);
  });
});

describe('the migrations of this program', () => {
  test('have versions that follow each other from 2, and a file each', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 2));
    const files = readdirSync(join(import.meta.dirname, '../../../functions/platform/migrations')).filter((file) =>
      /^\d/.test(file),
    );
    expect(files.toSorted()).toEqual(
      MIGRATIONS.map(({ version, name }) => `${String(version).padStart(3, '0')}-${name}.ts`),
    );
  });

  test('have a stored directory of the version before', () => {
    const kept = readdirSync(join(import.meta.dirname, '../../upgrades'));
    for (const { version } of MIGRATIONS) expect(kept).toContain(`data-${version - 1}`);
  });

  test('leave unknown rows unchanged', () => {
    const row = { pk: 'UNKNOWN', sk: 'ROW', attribute: 1 };
    expect(MIGRATIONS.filter(isRowMigration).filter(({ concerns }) => concerns(row))).toEqual([]);
  });
});
