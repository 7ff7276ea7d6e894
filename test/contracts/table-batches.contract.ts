import { describe, expect, test } from 'vitest';
import { ITEM_BYTES } from '../../functions/platform/table/table-limits.ts';
import type { Item } from '../../functions/platform/world.ts';
import type { TableStage } from './table-stage.ts';

/** Contract of transactions, batches and limits of the Table port. */
export function tableBatchesContract(stage: TableStage): void {
  const { partition, seed } = stage;

  describe('transactions and batches', () => {
    const rows = (count: number, pk = partition()) => Array.from({ length: count }, (_, n) => ({ pk, sk: `${n}` }));

    test('write nothing in a transaction if one condition is unmet', async () => {
      const pk = await seed({ sk: 'a', n: 1 });
      const writes = [
        { put: { pk, sk: 'new' } },
        { update: { pk, sk: 'a' }, set: { n: 2 } },
        { check: { pk, sk: 'missing' }, when: 'present' as const },
      ];
      expect(await stage.table.transact(writes)).toBe(false);
      expect((await stage.table.query({ pk })).items).toEqual([{ pk, sk: 'a', n: 1 }]);
      expect(await stage.table.transact([...writes.slice(0, 2), { remove: { pk, sk: 'x' } }])).toBe(true);
      expect((await stage.table.query({ pk })).items).toEqual([
        { pk, sk: 'a', n: 2 },
        { pk, sk: 'new' },
      ]);
    });

    test('add absent rows in their order, up to the first that is there', async () => {
      const pk = await seed({ sk: 'c', n: 1 });
      expect(await stage.table.addInOrder([])).toBe(0);
      expect(await stage.table.addInOrder(['a', 'b', 'c', 'd'].map((sk) => ({ pk, sk, n: 2 })))).toBe(2);
      expect((await stage.table.query({ pk })).items).toEqual([
        { pk, sk: 'a', n: 2 },
        { pk, sk: 'b', n: 2 },
        { pk, sk: 'c', n: 1 },
      ]);
      expect(await stage.table.addInOrder([{ pk, sk: 'a', n: 3 }])).toBe(0);
      expect(await stage.table.addInOrder([{ pk, sk: 'e', n: 3 }])).toBe(1);
      await expect(stage.table.addInOrder(rows(101))).rejects.toThrow('at most 100 writes');
      const [row] = rows(1);
      await expect(stage.table.addInOrder(row ? [row, row] : [])).rejects.toThrow('distinct');
    });

    test('count an expired row as absent, alone, in a transaction and in an order', async () => {
      const pk = await seed(...['a', 'b', 'c'].map((sk) => ({ sk, old: true, expiresAt: stage.clock.now - 1 })));
      expect(await stage.table.put({ pk, sk: 'a' }, { when: 'absent' })).toBe(true);
      expect(await stage.table.transact([{ put: { pk, sk: 'b' }, when: 'absent' }])).toBe(true);
      expect(await stage.table.addInOrder([{ pk, sk: 'c' }])).toBe(1);
      expect((await stage.table.query({ pk })).items).toEqual(['a', 'b', 'c'].map((sk) => ({ pk, sk })));
    });

    test('undo what a transaction has written when a row that was to be absent is there', async () => {
      const pk = await seed({ sk: 'there', n: 1 });
      const writes = ['a', 'there'].map((sk) => ({ put: { pk, sk, n: 2 }, when: 'absent' as const }));
      expect(await stage.table.transact(writes)).toBe(false);
      expect((await stage.table.query({ pk })).items).toEqual([{ pk, sk: 'there', n: 1 }]);
    });

    test('accept 0 and 100 writes in a transaction, and refuse 101 and repeated keys', async () => {
      expect(await stage.table.transact([])).toBe(true);
      expect(await stage.table.transact(rows(100).map((row) => ({ put: row })))).toBe(true);
      await expect(stage.table.transact(rows(101).map((row) => ({ put: row })))).rejects.toThrow('at most 100 writes');
      const [put] = rows(1);
      await expect(
        stage.table.transact([{ put: put ?? { pk: '', sk: '' } }, { remove: put ?? { pk: '', sk: '' } }]),
      ).rejects.toThrow('distinct');
    });

    test('put and get 1,000 rows in the order of the keys, with absent ones, and refuse 1,001', async () => {
      const items = rows(1000);
      await stage.table.batchPut(items);
      const keys = [...items.slice(500), { pk: 'nowhere', sk: 'x' }, ...items.slice(0, 499)];
      expect(await stage.table.batchGet(keys)).toEqual([...items.slice(500), undefined, ...items.slice(0, 499)]);
      const [first] = items;
      expect(await stage.table.batchGet(first ? [first, first] : [])).toEqual([first, first]);
      expect(await stage.table.batchGet(keys, { mayBeStale: true })).toEqual(await stage.table.batchGet(keys));
      await stage.table.batchRemove([...items.slice(0, 999), { pk: 'nowhere', sk: 'x' }]);
      expect(await stage.table.batchGet(keys)).toEqual([
        ...Array(499).fill(undefined),
        items[999],
        ...Array(500).fill(undefined),
      ]);
      await expect(stage.table.batchRemove(rows(1001))).rejects.toThrow('at most 1000');
      await expect(stage.table.batchPut(rows(1001))).rejects.toThrow('at most 1000');
      await expect(stage.table.batchGet(rows(1001))).rejects.toThrow('at most 1000');
    });
  });

  describe('the limits', () => {
    /** `pk`, `sk` and `text` are attribute names, `s` is the sort key. */
    const around = (pk: string, over: number) => ({
      pk,
      sk: 's',
      text: 'x'.repeat(ITEM_BYTES + over - 'pkskstext'.length - pk.length),
    });

    test('refuse an item above 350 KB in put, update, transaction and batch', async () => {
      const pk = partition();
      const tooLarge = around(pk, 1);
      expect(await stage.table.put(around(pk, 0))).toBe(true);
      await expect(stage.table.put(tooLarge)).rejects.toThrow('bytes');
      await expect(stage.table.update({ pk, sk: 's' }, { text: tooLarge.text })).rejects.toThrow('bytes');
      await expect(stage.table.transact([{ put: tooLarge }])).rejects.toThrow('bytes');
      await expect(stage.table.batchPut([tooLarge])).rejects.toThrow('bytes');
      const data = new Uint8Array(ITEM_BYTES - 'pkskdata'.length - pk.length - 1);
      expect(await stage.table.put({ pk, sk: 'd', data })).toBe(true);
      expect((await stage.table.get({ pk, sk: 'd' }))?.data).toEqual(data);
    });

    test('return rows in full, however many bytes they have together', async () => {
      const pk = partition();
      const large = Array.from({ length: 60 }, (_, n) => ({
        ...around(pk, -1),
        sk: String(10 + n),
        i3pk: pk,
        i3sk: 's',
      }));
      const items = large.map((item) => ({ ...item, text: item.text.slice(0, -'i3pki3sks'.length - pk.length) }));
      // 20 MB: more than DynamoDB accepts, returns or reads in one request.
      await stage.table.batchPut(items);
      expect(await stage.table.batchGet(items)).toEqual(items);
      const first = await stage.table.query({ pk, limit: 59 });
      expect(first.items).toEqual(items.slice(0, 59));
      expect(await stage.table.query({ pk, after: String(first.next) })).toEqual({
        items: items.slice(59),
        next: null,
      });
      expect((await stage.table.query({ index: 'i3', pk, descending: true })).items).toEqual(items.toReversed());
    });

    test('refuse a transaction above 4 MB', async () => {
      const pk = partition();
      const puts = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ put: { ...around(pk, -1), sk: `${n}` } }));
      expect(
        await stage.table.transact(puts(11).map(({ put }) => ({ put: { ...put, text: put.text.slice(1) } }))),
      ).toBe(true);
      await expect(stage.table.transact(puts(12))).rejects.toThrow('bytes in a transaction');
    });

    test.for<[string, Partial<Item>]>([
      ['an empty partition of an index', { i1pk: '', i1sk: 's' }],
      ['an empty sort key of an index', { i1pk: 'p', i1sk: '' }],
      ['a partition of an index longer in bytes', { i2pk: `${'p'.repeat(2047)}é`, i2sk: 's' }],
      ['a longer sort key of an index', { i3pk: 'p', i3sk: 's'.repeat(1025) }],
      ['a sort key of an index that is not a text', { i1pk: 'p', i1sk: 5 as unknown as string }], // forbidden by the types
      ['one half alone that is empty', { i2sk: '' }],
    ])('refuse %s in put, update, transaction and batch', async ([, keys]) => {
      const key = { pk: partition(), sk: 's' };
      const message = 'of an index';
      await expect(stage.table.put({ ...key, ...keys })).rejects.toThrow(message);
      await expect(stage.table.update(key, keys)).rejects.toThrow(message);
      await expect(stage.table.transact([{ put: { ...key, ...keys } }])).rejects.toThrow(message);
      await expect(stage.table.batchPut([{ ...key, ...keys }])).rejects.toThrow(message);
      expect(await stage.table.get(key)).toBeUndefined();
    });

    test('accept the longest keys of an index, and an update that removes a row from it', async () => {
      const key = { pk: partition(), sk: 's' };
      const [i1pk, i1sk] = [key.pk.padEnd(2048, 'p'), 's'.repeat(1024)];
      expect(await stage.table.put({ ...key, i1pk, i1sk })).toBe(true);
      expect((await stage.table.query({ index: 'i1', pk: i1pk, prefix: i1sk })).items).toEqual([
        { ...key, i1pk, i1sk },
      ]);
      expect(await stage.table.update(key, { i1pk: undefined, i1sk: undefined })).toBe(true);
      expect((await stage.table.query({ index: 'i1', pk: i1pk })).items).toEqual([]);
    });

    test.for<[string, Item]>([
      ['pk must have', { pk: '', sk: 's' }],
      ['pk must have', { pk: 'p', sk: '' }],
      ['pk must have', { pk: 'p', sk: 'x'.repeat(1025) }],
      ['finite', { pk: 'p', sk: 's', n: Number.NaN }],
      ['only binary', { pk: 'p', sk: 's', other: new Uint8Array(1) }],
      ['ttl', { pk: 'p', sk: 's', ttl: 1 }],
    ])('refuse an item with the message "%s"', async ([message, item]) => {
      await expect(stage.table.put(item)).rejects.toThrow(message);
    });

    test('refuse an update of a key, and one that changes nothing', async () => {
      await expect(stage.table.update({ pk: partition(), sk: 's' }, { sk: 'other' })).rejects.toThrow('key of a row');
      await expect(stage.table.update({ pk: partition(), sk: 's' }, {})).rejects.toThrow('at least one');
    });
  });
}
