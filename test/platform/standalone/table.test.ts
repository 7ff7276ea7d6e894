import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';

test('the files of the table are readable by their owner only', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'table-rights-'));
  const table = openTable(join(directory, 'rows.sqlite'), Date.now);
  await table.put({ pk: 'p', sk: 's' });
  const rights = readdirSync(directory).map((file) => [file, statSync(join(directory, file)).mode & 0o077]);
  expect(rights.toSorted()).toEqual([
    ['rows.sqlite', 0],
    ['rows.sqlite-shm', 0],
    ['rows.sqlite-wal', 0],
  ]);
  await table.close();
  rmSync(directory, { recursive: true });
});

describe('the table file', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'table-'));
    file = join(directory, 'deep', 'service.db');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('is shared by two processes, and closing one completes its writes', async () => {
    const one = openTable(file, () => 0);
    const other = openTable(file, () => 0);
    await one.put({ pk: 'p', sk: 's' }, { when: 'absent' });
    expect(await other.put({ pk: 'p', sk: 's' }, { when: 'absent' })).toBe(false);
    const asked = other.put({ pk: 'p', sk: 'late' });
    await other.close();
    expect(await asked).toBe(true);
    expect(await one.get({ pk: 'p', sk: 'late' })).toEqual({ pk: 'p', sk: 'late' });
    await one.close();
    await expect(one.put({ pk: 'p', sk: 's' })).rejects.toThrow();
  });

  test('is left unchanged if a later version of the service wrote it', () => {
    openTable(file, () => 0).close();
    const later = new DatabaseSync(file);
    later.exec('PRAGMA user_version = 99');
    later.close();
    expect(() => openTable(file, () => 0)).toThrow('data of version 99');
  });

  test('loses expired rows in batches of 500, and no others', async () => {
    const clock = { now: 10 };
    const table = openTable(file, () => clock.now);
    await table.batchPut(Array.from({ length: 600 }, (_, n) => ({ pk: 'p', sk: `${n}`, expiresAt: 20 })));
    await table.batchPut([
      { pk: 'p', sk: 'later', expiresAt: 21 },
      { pk: 'p', sk: 'never' },
    ]);
    expect(await table.purge()).toBe(0);
    clock.now = 20;
    expect([await table.purge(), await table.purge(), await table.purge()]).toEqual([500, 100, 0]);
    await table.close();
    const left = new DatabaseSync(file).prepare('SELECT sk FROM items ORDER BY sk').all();
    expect(left.map(({ sk }) => sk)).toEqual(['later', 'never']);
  });

  test('loses 40,000 expired rows while puts continue, each waiting for a few batches at most', {
    timeout: 20_000,
  }, async () => {
    const clock = { now: 10 };
    const table = openTable(file, () => clock.now);
    for (let batch = 0; batch < 40; batch++) {
      const row = (n: number) => ({ pk: 'p', sk: `${batch}-${n}`, expiresAt: 20, data: new Uint8Array(500) });
      await table.batchPut(Array.from({ length: 1000 }, (_, n) => row(n)));
    }
    clock.now = 20;
    const reader = new DatabaseSync(file);
    const left = reader.prepare("SELECT count(*) AS n FROM items WHERE pk = 'p'");
    const countLeft = () => Number(left.get()?.n);
    let puts = 0;
    let mostInBetween = 0;
    for (let before = countLeft(); before > 0; ) {
      await table.put({ pk: 'q', sk: `${puts++}` });
      const now = countLeft();
      mostInBetween = Math.max(mostInBetween, before - now);
      before = now;
    }
    expect(puts).toBeGreaterThan(40);
    expect(mostInBetween).toBeLessThanOrEqual(1000);
    reader.close();
    await table.close();
  });

  test('applies writes of one turn in their order, and keeps the others if one fails', async () => {
    const table = openTable(':memory:', () => 0);
    const text = 'x'.repeat(200 * 1024);
    const key = { pk: 'p', sk: 's' };
    const answers = await Promise.allSettled([
      table.put({ ...key, text, n: 1 }),
      table.update(key, { more: text }),
      table.transact([{ put: { pk: 'p', sk: 'other' } }, { update: key, set: { more: text } }]),
      table.update(key, { n: 2 }, { when: { n: { equals: 1 } } }),
      table.update(key, { n: 3 }, { when: { n: { equals: 1 } } }),
    ]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      true,
      'failed',
      'failed',
      true,
      false,
    ]);
    expect((await table.query({ pk: 'p' })).items).toEqual([{ ...key, text, n: 2 }]);
    await table.close();
  });
});
