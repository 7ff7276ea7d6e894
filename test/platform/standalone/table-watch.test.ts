import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { undefinedIfDamaged } from '../../../functions/platform/values/damaged-data.ts';

const KEY = { pk: 'p', sk: 's' };
const clock = { now: 0 };
let directory: string;
let file: string;
let table: StandaloneTable;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'watch-'));
  file = join(directory, 'rows.sqlite');
  clock.now = 100;
  table = openTable(file, () => clock.now);
  await table.batchPut([
    { ...KEY, n: 1 },
    { pk: 'other', sk: 's' },
    { ...KEY, sk: 'mortal', expiresAt: 200 },
  ]);
});
afterEach(async () => {
  await table.close();
  rmSync(directory, { recursive: true });
});

const READS: Record<string, () => Promise<unknown>> = {
  get: () => table.get(KEY),
  'get of no row': () => table.get({ pk: 'p', sk: 'none' }),
  query: () => table.query({ pk: 'p', prefix: 's' }),
  batchGet: () => table.batchGet([{ pk: 'q', sk: 's' }, KEY]),
  'reads one after the other': async () => [await table.get({ pk: 'q', sk: 's' }), await table.get(KEY)],
};

const WRITES: Record<string, () => Promise<unknown>> = {
  put: () => table.put({ ...KEY, n: 2 }),
  'put of an absent row': () => table.put({ pk: 'p', sk: 'none' }, { when: 'absent' }),
  'prompt put': () => table.put({ ...KEY, n: 2 }, { prompt: true }),
  update: () => table.update(KEY, { n: 2 }),
  remove: () => table.remove(KEY),
  transact: () => table.transact([{ put: { pk: 'r', sk: 's' } }, { update: KEY, set: { n: 2 } }]),
  addInOrder: () => table.addInOrder([{ pk: 'p', sk: 'none' }]),
  batchPut: () =>
    table.batchPut([
      { pk: 'r', sk: 's' },
      { ...KEY, n: 2 },
    ]),
  batchRemove: () => table.batchRemove([KEY]),
};

describe.for(Object.entries(READS))('what %s found', ([, read]) => {
  test('is returned, and is current until something is written', async () => {
    const { value, isCurrent } = await watched(read);
    expect(value).toEqual(await read());
    await table.put({ pk: 'other', sk: 's', n: 2 });
    expect([isCurrent(), isCurrent()]).toEqual([true, true]);
  });

  test.for(Object.entries(WRITES))('is not current after %s to its partition', async ([, write]) => {
    const { isCurrent } = await watched(read);
    await write();
    expect(isCurrent()).toBe(false);
  });

  test('is not current after a write of another process', async () => {
    const other = openTable(file, () => clock.now);
    const { isCurrent } = await watched(read);
    expect(isCurrent()).toBe(true);
    await other.put({ pk: 'other', sk: 's', n: 3 });
    expect(isCurrent()).toBe(false);
    await other.close();
  });

  test('is not current if its partition is written while it is read', async () => {
    const { isCurrent } = await watched(async () => {
      await read();
      await table.put({ ...KEY, n: 2 });
    });
    expect(isCurrent()).toBe(false);
  });
});

const watched = async <T>(read: () => Promise<T>) => (await table.watch?.(read)) ?? fail();
const fail = (): never => {
  throw new Error('the table does not watch');
};

describe('what was read', () => {
  const readMortal = () => table.query({ pk: 'p' });

  test('is not current once one of its rows has expired', async () => {
    const { isCurrent } = await watched(readMortal);
    clock.now = 199;
    expect(isCurrent()).toBe(true);
    clock.now = 200;
    expect(isCurrent()).toBe(false);
  });

  test('is not current at an earlier time than that of the reads, when more rows were there', async () => {
    clock.now = 250;
    const { value, isCurrent } = await watched(readMortal);
    clock.now = 150;
    expect([value.items.length, (await readMortal()).items.length, isCurrent()]).toEqual([1, 2, false]);
  });

  test('is not current after its row was purged and the clock set back', async () => {
    const { isCurrent } = await watched(readMortal);
    clock.now = 300;
    await table.purge();
    clock.now = 150;
    expect([(await readMortal()).items.length, isCurrent()]).toEqual([1, false]);
  });

  test('is never current if it is of an index, whose rows may be written anywhere', async () => {
    const { isCurrent } = await watched(() => table.query({ index: 'i1', pk: 'list' }));
    expect(isCurrent()).toBe(false);
  });

  test('is never current if a row is damaged', async () => {
    await table.put({ pk: 'p', sk: 'later', name: 'value' });
    await table.close();
    const bytes = readFileSync(file);
    bytes.write('valuE', bytes.indexOf('"value"') + 1);
    writeFileSync(file, bytes);
    table = openTable(file, () => clock.now);
    const ofKey = await watched(() => undefinedIfDamaged(table.get({ pk: 'p', sk: 'later' })));
    const ofPage = await watched(() => table.query({ pk: 'p', damaged: 'marked' }));
    expect([ofKey.value, ofKey.isCurrent(), ofPage.value.items.length, ofPage.isCurrent()]).toEqual([
      undefined,
      false,
      3,
      false,
    ]);
  });

  test('is also what a watch within the watch reads', async () => {
    const outer = await watched(() => watched(() => table.get(KEY)));
    expect(outer.isCurrent()).toBe(true);
    await table.put({ ...KEY, n: 2 });
    expect([outer.isCurrent(), outer.value.isCurrent()]).toEqual([false, false]);
  });

  test('is not current after reads of more partitions than are known', async () => {
    const { isCurrent } = await watched(() => table.get(KEY));
    for (let at = 0; at < 2_100; at++) await watched(() => table.get({ pk: `p${at}`, sk: 's' }));
    expect(isCurrent()).toBe(false);
  });
});
