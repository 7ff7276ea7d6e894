import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../functions/applications/domain/application-settings.ts';
import { MIGRATIONS } from '../../functions/platform/migrations/migrations.ts';
import { latestVersion } from '../../functions/platform/migrations/pending-migrations.ts';
import { NODE_ARGUMENTS } from '../../functions/platform/standalone/node-arguments.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, COMPILED, call, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { copyOf, lookInto, versionOf } from './kept-data.ts';
import { NUMBERED } from './test-migrations.ts';

const ROWS = 8;
/** So many that a process is killed long before it has migrated all. */
const MANY = 50_000;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/**
 * A directory of version 1 with rows that the migrations of tests count up, and some between which they leave alone.
 */
async function numberedRows(): Promise<string> {
  const { dataDir, remove } = temporaryDataDir();
  cleanUps.push(remove);
  const table = openTable(join(dataDir, 'service.sqlite'), Date.now);
  await table.batchPut(Array.from({ length: ROWS }, (_, n) => ({ pk: NUMBERED, sk: `${n}`, n, count: 0 })));
  await table.batchPut(['A', 'Z'].map((pk) => ({ pk, sk: 'other', count: 0 })));
  await table.close();
  const database = new DatabaseSync(join(dataDir, 'service.sqlite'));
  database.exec('PRAGMA user_version = 1');
  database.close();
  return dataDir;
}

/** A process that migrates a directory; `held` resolves when it stands still in the middle, or has ended. */
function migrating(dataDir: string, hold = '') {
  const script = join(import.meta.dirname, 'migrating-process.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, dataDir, hold], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  return { child, ended, held: Promise.race([once(child.stdout, 'data'), ended]) };
}

const counts = (dataDir: string) =>
  lookInto(dataDir, (database) =>
    database
      .prepare("SELECT attributes ->> 'count' AS count FROM items WHERE pk = ? ORDER BY sk")
      .all(NUMBERED)
      .map(({ count }) => count),
  );
const others = (dataDir: string) =>
  lookInto(dataDir, (database) =>
    database
      .prepare('SELECT pk, attributes FROM items WHERE pk <> ? ORDER BY pk')
      .all(NUMBERED)
      .map(({ pk, attributes }) => `${pk} ${String(attributes).trim()}`),
  );
const tables = (dataDir: string) =>
  lookInto(dataDir, (database) =>
    database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('more', 'items_count')").all(),
  ).map(({ name }) => name);

async function expectMigrated(dataDir: string): Promise<void> {
  expect(await migrating(dataDir).ended).toEqual([0, null]);
  expect(lookInto(dataDir, versionOf)).toBe(5);
  expect(counts(dataDir)).toEqual(Array(ROWS).fill(2));
  expect(others(dataDir)).toEqual(['A {"count":0}', 'Z {"count":0}']);
  expect(tables(dataDir).toSorted()).toEqual(['items_count', 'more']);
  expect(lookInto(dataDir, (database) => database.prepare('SELECT n FROM more').all())).toHaveLength(1);
}

describe('a migration after SIGKILL', () => {
  test.for([...Array.from({ length: ROWS }, (_, row) => [3, row] as const), [4, 0], [4, ROWS - 1]] as const)(
    'migrates no row twice and leaves none out when killed in migration %i, at row %i',
    async ([version, row]) => {
      const dataDir = await numberedRows();
      const { child, ended, held } = migrating(dataDir, `${version}:${row}`);
      await held;
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(lookInto(dataDir, versionOf)).toBe(version - 1);
      // Transactions of three keys, the first of which is A.
      const whole = Math.max(0, Math.floor((row + 1) / 3) * 3 - 1);
      expect(counts(dataDir)).toEqual(Array.from({ length: ROWS }, (_, n) => version - 3 + (n < whole ? 1 : 0)));
      await expectMigrated(dataDir);
    },
  );

  test('continues at every start where the previous one ended', async () => {
    const dataDir = await numberedRows();
    for (const hold of ['3:4', '3:4', '3:7', '4:0', '4:6']) {
      const { child, ended, held } = migrating(dataDir, hold);
      await held;
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
    }
    await expectMigrated(dataDir);
  });

  test('keeps nothing of a change of the tables that was killed in the middle', async () => {
    const dataDir = await numberedRows();
    const { child, ended } = migrating(dataDir, '5');
    // What outgrows the cache of SQLite goes to the log ahead of the commit.
    const written = () => statSync(join(dataDir, 'service.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
    await expect.poll(written, { interval: 5 }).toBeGreaterThan(4_000_000);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(lookInto(dataDir, versionOf)).toBe(4);
    expect(tables(dataDir)).toEqual(['items_count']);
    await expectMigrated(dataDir);
  });

  test('waits for the lock of another process and finds the directory migrated', async () => {
    const dataDir = await numberedRows();
    expect(await Promise.all([migrating(dataDir).ended, migrating(dataDir).ended])).toEqual([
      [0, null],
      [0, null],
    ]);
    await expectMigrated(dataDir);
  });

  test('continues at the next start of the service, which serves', async () => {
    const { dataDir, remove } = copyOf('data-1');
    cleanUps.push(remove);
    const file = join(dataDir, 'service.sqlite');
    const { automaticAnalysis: _, resendUnsafe: _1, compareHeaders: _2, builtInRules: _3, ...old } = DEFAULT_SETTINGS;
    const mine = new DatabaseSync(file, { timeout: 10_000 });
    const attributes = JSON.stringify({ version: 1, settings: old });
    mine.exec(`PRAGMA journal_mode = WAL;
      INSERT INTO items (pk, sk, attributes)
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY - 1})
      SELECT format('T#default#APP#many-%06d', n), 'SETTINGS', '${attributes}' FROM numbers;`);
    const port = await freePort();
    const child = spawn(process.execPath, [...NODE_ARGUMENTS, join(import.meta.dirname, '../../bin/standalone.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: COMPILED,
        HOST: '127.0.0.1',
        PORT: String(port),
        SVC_DATA_DIR: dataDir,
        SVC_ADMIN_KEY: ADMIN_KEY,
      },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const cursor = mine.prepare("SELECT attributes FROM items WHERE pk = 'SYSTEM#MIGRATION'");
    await expect.poll(() => cursor.get(), { interval: 1 }).toBeDefined();
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const isNew = "pk LIKE 'T#default#APP#many-%' AND attributes LIKE '%automaticAnalysis%'";
    const migrated = Number(mine.prepare(`SELECT count(*) AS n FROM items WHERE ${isNew}`).get()?.n);
    expect(versionOf(mine)).toBe(1);
    expect(migrated).toBeGreaterThan(0);
    expect(migrated).toBeLessThan(MANY);
    mine.close();

    const service = await startProcess({ dataDir, port });
    cleanUps.push(() => service.stop());
    const rows = lookInto(dataDir, (database) =>
      database.prepare(`SELECT count(*) AS n FROM items WHERE ${isNew}`).get(),
    );
    expect(rows?.n).toBe(MANY);
    expect(
      lookInto(dataDir, (database) => [
        versionOf(database),
        database.prepare("SELECT 1 FROM items WHERE pk = 'SYSTEM#MIGRATION'").all(),
      ]),
    ).toEqual([latestVersion(MIGRATIONS), []]);
    for (const appId of ['many-000000', `many-0${MANY - 1}`])
      expect((await call(service.url, 'GET', `/api/apps/${appId}/settings`)).body).toMatchObject({ builtInRules: {} });
    expect(service.output()).toContain(`"rows":${MANY - migrated}`);
  });
});
