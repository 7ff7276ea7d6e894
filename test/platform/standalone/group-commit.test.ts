import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { isStorageFault } from '../../../functions/platform/standalone/faults/storage-fault.ts';
import { groupCommit, PATIENCE_MS } from '../../../functions/platform/standalone/group-commit.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { failingDisk } from '../../support/failing-disk.ts';

const reasonOf = (end: PromiseSettledResult<unknown>) => (end.status === 'rejected' ? end.reason : null);

describe('a commit on a full disk', () => {
  test('fails with SQLITE_FULL for the write without room, and the next one succeeds', async () => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, data BLOB)');
    const { write } = groupCommit(database);
    const insert = database.prepare('INSERT INTO rows (data) VALUES (zeroblob(?))');
    const update = database.prepare('UPDATE rows SET data = zeroblob(1) WHERE id = 1');
    await write(() => insert.run(1));
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
    database.exec(`PRAGMA max_page_count = ${pages}`);
    const ends = await Promise.allSettled([write(() => insert.run(100_000)), write(() => update.run())]);
    expect(reasonOf(ends[0] as PromiseSettledResult<unknown>)).toMatchObject({ errcode: 13 });
    expect(isStorageFault(reasonOf(ends[0] as PromiseSettledResult<unknown>))).toBe(true);
    expect(database.isTransaction).toBe(false);
    database.exec('PRAGMA max_page_count = 100000');
    await write(() => insert.run(100_000));
    expect(database.prepare('SELECT count(*) AS n FROM rows').get()?.n).toBe(2);
    database.close();
  });
});

describe('a commit that fails', () => {
  let restore = () => {};
  afterEach(() => restore());

  test.each(['BEGIN IMMEDIATE', 'COMMIT', 'INSERT INTO items (pk, s'])(
    'fails at %s for all its writes and keeps nothing of them, and the next one succeeds',
    async (what) => {
      const disk = failingDisk('/nowhere');
      restore = disk.restore;
      const table = openTable(':memory:', () => 0);
      disk.follow((call) => (call.what === what ? 'IOERR' : null));
      const ends = await Promise.allSettled([
        table.put({ pk: 'p', sk: '1' }),
        table.transact([{ put: { pk: 'p', sk: '2' } }, { put: { pk: 'p', sk: '3' } }]),
        table.put({ pk: 'p', sk: '4' }, { prompt: true }),
      ]);
      expect(ends.map(reasonOf)).toEqual(ends.map(() => expect.objectContaining({ errcode: 778 })));
      disk.heal();
      await table.put({ pk: 'p', sk: '5' });
      expect((await table.query({ pk: 'p' })).items.map(({ sk }) => sk)).toEqual(['5']);
      await table.close();
    },
  );

  test('keeps no part of a transaction when it fails in its middle, even if its savepoint cannot be undone', async () => {
    const disk = failingDisk('/nowhere');
    restore = disk.restore;
    const table = openTable(':memory:', () => 0);
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function failing(this: DatabaseSync, sql: string) {
      if (sql.startsWith('ROLLBACK TO')) throw new Error('disk I/O error');
      return exec.call(this, sql);
    };
    let writes = 0;
    disk.follow(({ what }) => (what.startsWith('INSERT') && ++writes === 2 ? 'IOERR' : null));
    const ends = await Promise.allSettled([
      table.transact([{ put: { pk: 'p', sk: '1' } }, { put: { pk: 'p', sk: '2' } }]),
      table.put({ pk: 'p', sk: '3' }),
    ]);
    DatabaseSync.prototype.exec = exec;
    disk.heal();
    expect(ends[0]?.status).toBe('rejected');
    const stored = (await table.query({ pk: 'p' })).items.map(({ sk }) => sk);
    expect(stored).toEqual(ends[1]?.status === 'fulfilled' ? ['3'] : []);
    await table.close();
  });
});

describe('a patient write', () => {
  test('waits for a write of a turn, and is committed before it', async () => {
    const { write } = groupCommit(new DatabaseSync(':memory:'));
    const order: string[] = [];
    const waiting = write(() => order.push('patient'), 'patient');
    await nextTurn();
    expect(order).toEqual([]);
    await write(() => order.push('turn'));
    expect(order).toEqual(['patient', 'turn']);
    expect(await waiting).toBe(1);
  });

  test('is committed without another one soon', async () => {
    const { write } = groupCommit(new DatabaseSync(':memory:'));
    expect(await write(() => 'done', 'patient')).toBe('done');
    expect(PATIENCE_MS).toBeLessThanOrEqual(25);
  });

  test('is committed when the table closes', async () => {
    const table = openTable(':memory:', () => 0);
    const waiting = table.put({ pk: 'p', sk: '1' }, { when: 'absent', patient: true });
    await table.close();
    expect(await waiting).toBe(true);
  });

  test('is there for its condition as soon as it is asked', async () => {
    const table = openTable(':memory:', () => 0);
    const first = table.put({ pk: 'p', sk: '1', by: 'patient' }, { when: 'absent', patient: true });
    expect(await table.put({ pk: 'p', sk: '1', by: 'turn' }, { when: 'absent' })).toBe(false);
    expect([await first, await table.get({ pk: 'p', sk: '1' })]).toEqual([
      true,
      expect.objectContaining({ by: 'patient' }),
    ]);
    await table.close();
  });
});
