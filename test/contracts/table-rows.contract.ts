import { describe, expect, test } from 'vitest';
import type { Condition, Item } from '../../functions/platform/world.ts';
import { NOW, type TableStage } from './table-stage.ts';

/** Contract of rows, conditions and expiry of the Table port. */
export function tableRowsContract(stage: TableStage): void {
  const { partition, seed } = stage;

  describe('rows', () => {
    test('keep every kind of value', async () => {
      const item: Item = {
        pk: partition(),
        sk: 's',
        i1pk: 'I',
        i1sk: 'x',
        expiresAt: NOW + 1,
        data: new Uint8Array([0, 255, 7]),
        text: '支付',
        empty: '',
        nothing: null,
        yes: true,
        number: -1.5e-7,
        large: 1e21,
        list: [1, 'a', null, [], {}],
        map: { 'a.b': { '#c': [{}] } },
        status: 'reserved',
        attributes: 1,
      };
      expect(await stage.table.put(item)).toBe(true);
      expect(await stage.table.get({ pk: item.pk, sk: 's' })).toEqual(item);
    });

    test('keep empty data, and leave out an undefined attribute', async () => {
      const pk = await seed({ sk: 's', data: new Uint8Array(0), gone: undefined });
      expect(await stage.table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's', data: new Uint8Array(0) });
    });

    test('are replaced as a whole by a put, and only in named attributes by an update', async () => {
      const pk = await seed({ sk: 's', a: 1, b: 2 });
      await stage.table.update({ pk, sk: 's' }, { b: undefined, c: { d: 3 }, name: 'n' });
      expect(await stage.table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's', a: 1, c: { d: 3 }, name: 'n' });
      await stage.table.put({ pk, sk: 's', e: 4 });
      expect(await stage.table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's', e: 4 });
    });

    test('are created by an update if absent, and stay absent when removed twice', async () => {
      const key = { pk: partition(), sk: 's' };
      expect(await stage.table.update(key, { a: 1 })).toBe(true);
      expect(await stage.table.get(key)).toEqual({ ...key, a: 1 });
      expect(await stage.table.remove(key)).toBe(true);
      expect(await stage.table.remove(key)).toBe(true);
      expect(await stage.table.get(key)).toBeUndefined();
    });
  });

  describe('conditions', () => {
    const row = { status: 'RUNNING', round: 2, until: 100, none: null, flag: false };
    test.for<[holds: boolean, onAbsentRow: boolean, Condition]>([
      [false, true, 'absent'],
      [true, false, 'present'],
      [true, false, {}],
      [true, false, { status: { equals: 'RUNNING' } }],
      [false, false, { status: { equals: 'DONE' } }],
      [false, false, { round: { equals: '2' } }],
      [true, false, { none: { equals: null } }],
      [true, false, { flag: { equals: false } }],
      [false, false, { missing: { equals: null } }],
      [true, false, { round: { oneOf: [1, 2] } }],
      [false, false, { round: { oneOf: [1, 3] } }],
      [false, false, { round: { oneOf: [] } }],
      [true, true, { until: { before: 101 } }],
      [false, true, { until: { before: 100 } }],
      [true, true, { missing: { before: 1 } }],
      [false, true, { status: { before: 1 } }],
      [true, false, { missing: { absent: true } }],
      [false, false, { status: { absent: true } }],
      [true, false, { status: { equals: 'RUNNING' }, until: { before: 101 } }],
      [false, false, { status: { equals: 'RUNNING' }, until: { before: 99 } }],
    ])('evaluate to %s (on an absent row %s): %j', async ([holds, onAbsentRow, when]) => {
      for (const [expected, before] of [
        [holds, [{ sk: 's', ...row }]],
        [onAbsentRow, []],
      ] as const) {
        const fresh = async () => ({ pk: await seed(...before), sk: 's' });
        const put = await fresh();
        expect(await stage.table.put({ ...put, new: 1 }, { when })).toBe(expected);
        expect((await stage.table.get(put))?.new).toBe(expected ? 1 : undefined);
        const update = await fresh();
        expect(await stage.table.update(update, { new: 1 }, { when })).toBe(expected);
        expect((await stage.table.get(update))?.new).toBe(expected ? 1 : undefined);
        const remove = await fresh();
        expect(await stage.table.remove(remove, { when })).toBe(expected);
        expect((await stage.table.get(remove)) === undefined).toBe(expected || before.length === 0);
        const check = await fresh();
        expect(await stage.table.transact([{ check, when }])).toBe(expected);
      }
    });

    test('let one of 50 concurrent puts win where no row exists', async () => {
      const key = { pk: partition(), sk: 's' };
      const won = await Promise.all(
        Array.from({ length: 50 }, (_, n) => stage.table.put({ ...key, n }, { when: 'absent' })),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await stage.table.get(key))?.n).toBe(won.indexOf(true));
    });

    test('let one of 20 concurrent transactions over two rows win, which writes both', async () => {
      const pk = partition();
      const both = (n: number) => ['a', 'b'].map((sk) => ({ put: { pk, sk, n }, when: 'absent' as const }));
      const won = await Promise.all(Array.from({ length: 20 }, (_, n) => stage.table.transact(both(n))));
      expect(won.filter(Boolean)).toHaveLength(1);
      const { items } = await stage.table.query({ pk });
      expect(items.map(({ n }) => n)).toEqual([won.indexOf(true), won.indexOf(true)]);
    });
  });

  describe('the expiry of a row', () => {
    test.for([
      [NOW, true],
      [NOW - 1, true],
      [NOW + 1, false],
    ])('makes it absent at its time: %d is gone now: %s', async ([expiresAt, gone]) => {
      const pk = await seed({ sk: 's', i1pk: `E#${expiresAt}`, i1sk: 's', expiresAt, old: 1 });
      const key = { pk, sk: 's' };
      const seen = gone ? 0 : 1;
      expect(await stage.table.get(key)).toEqual(gone ? undefined : expect.objectContaining({ old: 1 }));
      expect(await stage.table.batchGet([key])).toEqual([gone ? undefined : expect.objectContaining({ old: 1 })]);
      expect((await stage.table.query({ pk })).items).toHaveLength(seen);
      expect((await stage.table.query({ pk: `E#${expiresAt}`, index: 'i1' })).items).toHaveLength(seen);
      expect(await stage.table.transact([{ check: key, when: 'absent' }])).toBe(gone);
      expect(await stage.table.transact([{ check: key, when: 'present' }])).toBe(!gone);
      expect(await stage.table.update(key, { a: 1 }, { when: { old: { equals: 1 } } })).toBe(!gone);
      expect(await stage.table.put({ ...key, put: 1 }, { when: 'absent' })).toBe(gone);
    });

    test('makes an update start with an empty row, alone and in a transaction', async () => {
      const pk = await seed({ sk: 'a', old: 1, expiresAt: NOW }, { sk: 'b', old: 1, expiresAt: NOW });
      expect(await stage.table.update({ pk, sk: 'a' }, { new: 1 }, { when: { lease: { before: 5 } } })).toBe(true);
      expect(await stage.table.transact([{ update: { pk, sk: 'b' }, set: { new: 1 } }])).toBe(true);
      expect(
        await stage.table.batchGet([
          { pk, sk: 'a' },
          { pk, sk: 'b' },
        ]),
      ).toEqual([
        { pk, sk: 'a', new: 1 },
        { pk, sk: 'b', new: 1 },
      ]);
    });

    test('is moved and removed by an update', async () => {
      const pk = await seed({ sk: 's', expiresAt: NOW + 10 });
      await stage.table.update({ pk, sk: 's' }, { expiresAt: NOW });
      expect(await stage.table.get({ pk, sk: 's' })).toBeUndefined();
      await stage.table.put({ pk, sk: 's', expiresAt: NOW + 10 });
      await stage.table.update({ pk, sk: 's' }, { expiresAt: undefined });
      expect(await stage.table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's' });
    });
  });
}
