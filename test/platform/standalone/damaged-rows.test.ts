import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultFacts } from '../../../functions/platform/fault-facts.ts';
import { isIntact, withChecksum } from '../../../functions/platform/standalone/row-checksum.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { DamagedData, isDamaged } from '../../../functions/platform/values/damaged-data.ts';
import { random } from '../../support/test-random.ts';

const NUL = 0;
let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'damaged-'));
  file = join(directory, 'rows.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true }));

const rowOf = (n: number) => ({
  pk: `T#default#CASE#${n}`,
  sk: 'CASE',
  i1pk: 'LIST',
  i1sk: String(n).padStart(3, '0'),
  expiresAt: 1e12 + n,
  name: `value-${n}`,
  data: new Uint8Array(60).fill(n),
});
const keyOf = (n: number) => ({ pk: rowOf(n).pk, sk: 'CASE' });

/** Changes the stored text of one row behind the back of the service. */
async function withDamaged(n: number, use: (table: StandaloneTable) => Promise<void>): Promise<void> {
  const before = openTable(file, () => NUL);
  await before.batchPut(Array.from({ length: 5 }, (_, index) => rowOf(index)));
  await before.close();
  const bytes = readFileSync(file);
  bytes.write('valuE', bytes.indexOf(`value-${n}`));
  writeFileSync(file, bytes);
  const table = openTable(file, () => NUL);
  await use(table);
  await table.close();
}

describe('a row with a changed byte', () => {
  test('is not read, and its fault names the key and no value', () =>
    withDamaged(2, async (table) => {
      const fault = await table.get(keyOf(2)).catch((thrown: unknown) => thrown);
      expect(fault).toBeInstanceOf(DamagedData);
      expect(faultFacts(fault)).toMatchObject({ fault_name: 'DamagedData', damaged: keyOf(2) });
      expect(JSON.stringify(faultFacts(fault))).not.toContain('valu');
      expect(await table.get(keyOf(1))).toEqual(rowOf(1));
      await expect(table.batchGet([keyOf(1), keyOf(2)])).rejects.toThrow(DamagedData);
    }));

  test('fails a query, or is marked in its page beside the others', () =>
    withDamaged(2, async (table) => {
      const query = { index: 'i1', pk: 'LIST' } as const;
      await expect(table.query(query)).rejects.toThrow(DamagedData);
      const { items } = await table.query({ ...query, damaged: 'marked' });
      expect(items.map((item) => [item.i1sk, isDamaged(item)])).toEqual([
        ['000', false],
        ['001', false],
        ['002', true],
        ['003', false],
        ['004', false],
      ]);
      const page = await table.query({ ...query, damaged: 'marked', limit: 3 });
      const rest = await table.query({ ...query, damaged: 'marked', after: page.next ?? '' });
      expect(rest.items.map(({ i1sk }) => i1sk)).toEqual(['003', '004']);
    }));

  test('exists for conditions, cannot be changed, and can be replaced and removed', () =>
    withDamaged(2, async (table) => {
      expect(await table.put(rowOf(2), { when: 'absent' })).toBe(false);
      await expect(table.update(keyOf(2), { name: 'x' }, { when: 'present' })).rejects.toThrow(DamagedData);
      await expect(table.put(rowOf(2), { when: { name: { equals: 'value-2' } } })).rejects.toThrow(DamagedData);
      expect(await table.put(rowOf(2))).toBe(true);
      expect(await table.get(keyOf(2))).toEqual(rowOf(2));
    }));
});

test('a damaged entry of an index is repaired by the next write that does not find it', async () => {
  const before = openTable(file, () => NUL);
  await before.batchPut(Array.from({ length: 5 }, (_, index) => rowOf(index)));
  await before.close();
  const bytes = readFileSync(file);
  const entry = bytes.indexOf('LIST002T#default');
  expect(entry).toBeGreaterThan(0);
  bytes.write('LIST001', entry);
  writeFileSync(file, bytes);
  const table = openTable(file, () => NUL);
  const listed = async () => (await table.query({ index: 'i1', pk: 'LIST' })).items.map(({ i1sk }) => i1sk);
  await expect(listed()).rejects.toThrow(DamagedData);
  expect(await table.update(keyOf(2), { i1sk: '007' })).toBe(true);
  expect(await listed()).toEqual(['000', '001', '003', '004', '007']);
  await table.close();
});

test('a row of a version without checksums is read, and gets one with its next write', async () => {
  const table = openTable(file, () => NUL);
  const database = new DatabaseSync(file);
  database.prepare("INSERT INTO items (pk, sk, attributes) VALUES ('p', 's', ?)").run('{"name":"old"}');
  expect(await table.get({ pk: 'p', sk: 's' })).toEqual({ pk: 'p', sk: 's', name: 'old' });
  await table.update({ pk: 'p', sk: 's' }, { name: 'new' });
  const stored = String(database.prepare('SELECT attributes FROM items').get()?.attributes);
  // Versions that know of no checksum parse it as JSON.
  expect(JSON.parse(stored)).toEqual({ name: 'new' });
  expect(stored).toMatch(/^\{"name":"new"\}[ \t\n\r]{16}$/);
  database.close();
  await table.close();
});

test.for([
  ['an empty text', ''],
  ['an empty BLOB', new Uint8Array()],
] as const)('%s in place of a key that was never set is damage to the checksum', ([, damaged]) => {
  const stored = withChecksum(['p', 's', null], '{}', null);
  expect(isIntact(['p', 's', null], stored, null)).toBe(true);
  expect(isIntact(['p', 's', damaged], stored, null)).toBe(false);
});

test('80 changed bytes anywhere in the file never change a value unnoticed', async () => {
  const table = openTable(file, () => NUL);
  await table.batchPut(Array.from({ length: 100 }, (_, n) => rowOf(n)));
  await table.close();
  const intact = readFileSync(file);
  let noticed = 0;
  for (let run = 0; run < 80; run++) {
    writeFileSync(file, intact);
    const handle = openSync(file, 'r+');
    const at = 100 + Math.floor(random() * (fstatSync(handle).size - 100));
    writeSync(handle, new Uint8Array([(intact[at] ?? 0) ^ (1 + Math.floor(random() * 255))]), 0, 1, at);
    closeSync(handle);
    try {
      const damaged = openTable(file, () => NUL);
      for (let n = 0; n < 100; n++) {
        const item = await damaged.get(keyOf(n)).catch((fault: unknown) => {
          if (!(fault instanceof DamagedData)) throw fault;
          noticed++;
          return undefined;
        });
        if (item !== undefined) expect(item, `byte ${at}`).toEqual(rowOf(n));
      }
      const listed = await damaged.query({ index: 'i1', pk: 'LIST', damaged: 'marked' }).catch((fault: unknown) => {
        if (!(fault instanceof DamagedData)) throw fault;
        return { items: [] };
      });
      for (const item of listed.items)
        if (!isDamaged(item)) expect(item, `byte ${at}`).toEqual(rowOf(Number(item.i1sk)));
      await damaged.close();
    } catch (fault) {
      // The file cannot be opened at all.
      if (!(fault instanceof Error && 'errcode' in fault)) throw fault;
    }
  }
  expect(noticed).toBeGreaterThan(10);
});
