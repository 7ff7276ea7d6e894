import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../functions/platform/migrations/migrations.ts';
import { latestVersion } from '../../functions/platform/migrations/pending-migrations.ts';
import { NODE_ARGUMENTS } from '../../functions/platform/standalone/node-arguments.ts';
import { ADMIN_KEY, COMPILED, temporaryDataDir } from '../support/running-service.ts';
import { copyOf, lookInto, versionOf } from './kept-data.ts';

const LATEST = latestVersion(MIGRATIONS);
const cleanUps: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

/** Runs a program of `bin/` with a data directory until it ends. */
function run(program: string, dataDir: string, ...more: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...NODE_ARGUMENTS, join(import.meta.dirname, `../../bin/${program}.ts`), ...more],
    {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: COMPILED,
        HOST: '127.0.0.1',
        PORT: '0',
        SVC_DATA_DIR: dataDir,
        SVC_ADMIN_KEY: ADMIN_KEY,
      },
      encoding: 'utf8',
      timeout: 120_000,
    },
  );
  return { status, stdout, stderr };
}

/**
 * A directory of the version after this one, as a killed process leaves it: some of it is in the write-ahead log alone.
 */
function newerData(): string {
  const { dataDir, remove } = copyOf('data-1');
  cleanUps.push(remove);
  const file = join(dataDir, 'service.sqlite');
  const [writer, reader] = [new DatabaseSync(file), new DatabaseSync(file, { readOnly: true })];
  // While there is a reader, closing the file leaves the log as it is.
  cleanUps.push(() => reader.close());
  reader.prepare('SELECT count(*) FROM items').get();
  writer.exec(`PRAGMA user_version = ${LATEST + 1}`);
  writer.close();
  return dataDir;
}

/** Every byte of a directory but those of locks, and of the memory that SQLite shares among readers. */
const bytesOf = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(dataDir, file)).isFile() && !/-shm$|service\.lock/.test(file))
    .toSorted()
    .map((file) => [file, readFileSync(join(dataDir, file), 'base64')]);

describe('a data directory that a newer version has written', () => {
  test.for([['standalone'], ['keys'], ['redrive']] as const)(
    'is refused by %s in one sentence with both versions, and stays unchanged',
    ([program]) => {
      const dataDir = newerData();
      const before = bytesOf(dataDir);
      expect(before.map(([file]) => file)).toContain('service.sqlite-wal');
      const known = `this version of the service knows data up to version ${LATEST}`;
      expect(run(program, dataDir)).toEqual({
        status: 1,
        stdout: '',
        stderr: `SVC_DATA_DIR holds data of version ${LATEST + 1}, and ${known}: start the newer version of the service again\n`,
      });
      expect(bytesOf(dataDir)).toEqual(before);
    },
  );

  test('gets no key', () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const database = new DatabaseSync(join(dataDir, 'service.sqlite'));
    database.exec(`PRAGMA user_version = ${LATEST + 1}`);
    database.close();
    expect(run('standalone', dataDir).status).toBe(1);
    expect(readdirSync(dataDir).filter((file) => !/^service\.(lock|sqlite)/.test(file))).toEqual([]);
  });
});

describe('an older data directory', () => {
  test.for([['keys'], ['redrive']] as const)('makes %s ask for a start first, and stays unchanged', ([program]) => {
    const { dataDir, remove } = copyOf('data-1');
    cleanUps.push(remove);
    expect(run(program, dataDir)).toEqual({
      status: 1,
      stdout: '',
      stderr: `SVC_DATA_DIR holds data of version 1, and this version of the service needs version ${LATEST}: start the service, which migrates it\n`,
    });
    expect(lookInto(dataDir, versionOf)).toBe(1);
  });

  test('does not keep keys from making a key in a missing directory', () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    expect(run('keys', join(dataDir, 'new'))).toMatchObject({ status: 0, stdout: expect.stringMatching(/^rrs_/) });
    expect(lookInto(join(dataDir, 'new'), versionOf)).toBe(LATEST);
  });
});
