import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { convertToShrinking, fileUse } from '../../../../functions/platform/standalone/upkeep/vacuum.ts';
import type { Item } from '../../../../functions/platform/world.ts';
import { silentLog } from '../../../contracts/silent-log.ts';
import { temporaryDataDir } from '../../../support/running-service.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function directory() {
  const { dataDir, remove } = temporaryDataDir();
  cleanUps.push(remove);
  return { dataDir, file: join(dataDir, 'service.sqlite') };
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const rows = (from: number, count: number, expiresAt?: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({
    pk: `T#default#CASE#${randomBytes(16).toString('hex')}`,
    sk: 'PAYLOAD',
    i1pk: 'CASES#shop',
    i1sk: String(from + at).padStart(15, '0'),
    data: randomBytes(3000),
    ...(expiresAt !== undefined && { expiresAt }),
  }));

/** Live bytes of the file as SQLite counts them after everything else is gone: a copy without any free page. */
function rewrittenBytes(file: string, into: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  database.prepare('VACUUM INTO ?').run(into);
  database.close();
  return bytesOf(into);
}

describe('a table file after expiry (fake clock)', () => {
  test.for([
    [0, 'nothing is left'],
    [40, 'few rows are left'],
    [4000, 'half is left'],
  ] as const)('is, with %i kept rows, at most 1.5 times its live data: %s', async ([kept]) => {
    const { dataDir, file } = directory();
    const clock = { now: 1000 };
    const table = openTable(file, () => clock.now);
    for (let from = 0; from < 4000; from += 500) {
      await table.batchPut(rows(from, 500, 5000));
      // Between the others, as cases of two applications come in.
      if (from < kept) await table.batchPut(rows(from, Math.min(500, kept - from)));
    }
    const before = bytesOf(file) + bytesOf(`${file}-wal`);
    expect(before).toBeGreaterThan(12_000_000);
    clock.now = 5000;
    await table.compact();
    const { liveBytes } = table.use();
    const after = bytesOf(file);
    expect(bytesOf(`${file}-wal`)).toBe(0);
    expect(after).toBeLessThanOrEqual(1.5 * liveBytes);
    expect(after).toBeLessThanOrEqual(1.5 * rewrittenBytes(file, join(dataDir, 'rewritten')));
    const { items } = await table.query({ index: 'i1', pk: 'CASES#shop', limit: 5000 });
    expect(items).toHaveLength(kept);
    await table.close();
  });

  test('keeps free pages up to a quarter of those in use for the next rows', async () => {
    const { file } = directory();
    const clock = { now: 0 };
    const table = openTable(file, () => clock.now);
    await table.batchPut(rows(0, 1000));
    await table.batchPut(rows(1000, 200, 10));
    clock.now = 10;
    const passes = () => table.use().liveBytes + table.use().freeBytes;
    const before = passes();
    await table.compact();
    expect(passes()).toBe(before);
    expect(table.use().freeBytes).toBeGreaterThan(0);
    await table.close();
  });
});

describe('a table file of a release without shrinking', () => {
  /** With mostly free pages. */
  async function old(keep: number) {
    const { dataDir, file } = directory();
    await openTable(file, () => 0).close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA auto_vacuum = NONE; VACUUM');
    database.close();
    const clock = { now: 0 };
    const table = openTable(file, () => clock.now);
    for (let from = 0; from < 2000; from += 500) await table.batchPut(rows(from, 500, 10));
    if (keep > 0) await table.batchPut(rows(2000, keep));
    clock.now = 10;
    await table.compact();
    expect(table.use().freeBytes).toBeGreaterThan(4_000_000);
    await table.close();
    return { dataDir, file };
  }
  const options = { log: silentLog, room: 1e12 };

  test('is rewritten once, keeps its rows and shrinks from then on', async () => {
    const { dataDir, file } = await old(100);
    expect(convertToShrinking(dataDir, options)).toBe('converted');
    expect(convertToShrinking(dataDir, options)).toBe('not needed');
    const clock = { now: 20 };
    const table = openTable(file, () => clock.now);
    expect(bytesOf(file)).toBeLessThan(1_000_000);
    expect((await table.query({ index: 'i1', pk: 'CASES#shop' })).items).toHaveLength(100);
    await table.batchPut(rows(0, 1000, 30));
    clock.now = 30;
    await table.compact();
    expect(bytesOf(file)).toBeLessThan(1_000_000);
    await table.close();
  });

  test.for([
    ['too large', { ...options, maxBytes: 100_000 }],
    ['no room', { ...options, room: 100_000 }],
  ] as const)('stays unchanged if it is %s', async ([outcome, given]) => {
    const { dataDir, file } = await old(100);
    const before = bytesOf(file);
    expect(convertToShrinking(dataDir, given)).toBe(outcome);
    expect(bytesOf(file)).toBe(before);
  });

  test('needs nothing as a new file in a new directory', async () => {
    const { dataDir, file } = directory();
    expect(convertToShrinking(dataDir, options)).toBe('not needed');
    await openTable(file, () => 0).close();
    expect(convertToShrinking(dataDir, options)).toBe('not needed');
    const database = new DatabaseSync(file);
    expect(fileUse(database).freeBytes).toBe(0);
    database.close();
  });
});
