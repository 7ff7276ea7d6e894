import { beforeAll, describe, expect, test } from 'vitest';
import { ITEM_BYTES } from '../../functions/table-limits.ts';
import type { Condition, Item, Key, Query, Table } from '../../functions/world.ts';

/** What a driver gives to be tested: a table and the clock that it reads. */
export interface TableUnderTest {
  table: Table;
  clock: { now: number };
}

let partitions = 0;
const NOW = 1_700_000_000_000;

/** The promises of the Table port, for one driver; every test works in a partition of its own. */
export function tableContract(open: () => Promise<TableUnderTest>): void {
  let table: Table;
  let clock: { now: number };
  beforeAll(async () => {
    ({ table, clock } = await open());
    clock.now = NOW;
  });
  const partition = () => `T#${++partitions}`;
  const seed = async (...items: Omit<Item, 'pk'>[]) => {
    const pk = partition();
    for (const item of items) await table.put({ ...item, pk, sk: String(item.sk) });
    return pk;
  };
  const keysOf = (items: Item[]) => items.map(({ sk }) => sk);

  describe('rows', () => {
    test('what was put is what is got, every kind of value', async () => {
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
      expect(await table.put(item)).toBe(true);
      expect(await table.get({ pk: item.pk, sk: 's' })).toEqual(item);
    });

    test('empty data is data, an undefined attribute is none', async () => {
      const pk = await seed({ sk: 's', data: new Uint8Array(0), gone: undefined });
      expect(await table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's', data: new Uint8Array(0) });
    });

    test('a put replaces the whole row, an update only what it names', async () => {
      const pk = await seed({ sk: 's', a: 1, b: 2 });
      await table.update({ pk, sk: 's' }, { b: undefined, c: { d: 3 }, name: 'n' });
      expect(await table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's', a: 1, c: { d: 3 }, name: 'n' });
      await table.put({ pk, sk: 's', e: 4 });
      expect(await table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's', e: 4 });
    });

    test('an update of an absent row makes it; a removed row is absent, and so it stays when removed again', async () => {
      const key = { pk: partition(), sk: 's' };
      expect(await table.update(key, { a: 1 })).toBe(true);
      expect(await table.get(key)).toEqual({ ...key, a: 1 });
      expect(await table.remove(key)).toBe(true);
      expect(await table.remove(key)).toBe(true);
      expect(await table.get(key)).toBeUndefined();
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
    ])('%s (on an absent row %s): %j', async ([holds, onAbsentRow, when]) => {
      for (const [expected, before] of [
        [holds, [{ sk: 's', ...row }]],
        [onAbsentRow, []],
      ] as const) {
        const fresh = async () => ({ pk: await seed(...before), sk: 's' });
        const put = await fresh();
        expect(await table.put({ ...put, new: 1 }, { when })).toBe(expected);
        expect((await table.get(put))?.new).toBe(expected ? 1 : undefined);
        const update = await fresh();
        expect(await table.update(update, { new: 1 }, { when })).toBe(expected);
        expect((await table.get(update))?.new).toBe(expected ? 1 : undefined);
        const remove = await fresh();
        expect(await table.remove(remove, { when })).toBe(expected);
        expect((await table.get(remove)) === undefined).toBe(expected || before.length === 0);
        const check = await fresh();
        expect(await table.transact([{ check, when }])).toBe(expected);
      }
    });

    test('of 50 that put where nothing is, one wins', async () => {
      const key = { pk: partition(), sk: 's' };
      const won = await Promise.all(Array.from({ length: 50 }, (_, n) => table.put({ ...key, n }, { when: 'absent' })));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await table.get(key))?.n).toBe(won.indexOf(true));
    });

    test('of 20 that transact over the same two rows, one wins and writes both', async () => {
      const pk = partition();
      const both = (n: number) => ['a', 'b'].map((sk) => ({ put: { pk, sk, n }, when: 'absent' as const }));
      const won = await Promise.all(Array.from({ length: 20 }, (_, n) => table.transact(both(n))));
      expect(won.filter(Boolean)).toHaveLength(1);
      const { items } = await table.query({ pk });
      expect(items.map(({ n }) => n)).toEqual([won.indexOf(true), won.indexOf(true)]);
    });
  });

  describe('expiry', () => {
    test.for([
      [NOW, true],
      [NOW - 1, true],
      [NOW + 1, false],
    ])('a row that expires at %d is gone now: %s', async ([expiresAt, gone]) => {
      const pk = await seed({ sk: 's', i1pk: `E#${expiresAt}`, i1sk: 's', expiresAt, old: 1 });
      const key = { pk, sk: 's' };
      const seen = gone ? 0 : 1;
      expect(await table.get(key)).toEqual(gone ? undefined : expect.objectContaining({ old: 1 }));
      expect(await table.batchGet([key])).toEqual([gone ? undefined : expect.objectContaining({ old: 1 })]);
      expect((await table.query({ pk })).items).toHaveLength(seen);
      expect((await table.query({ pk: `E#${expiresAt}`, index: 'i1' })).items).toHaveLength(seen);
      expect(await table.transact([{ check: key, when: 'absent' }])).toBe(gone);
      expect(await table.transact([{ check: key, when: 'present' }])).toBe(!gone);
      expect(await table.update(key, { a: 1 }, { when: { old: { equals: 1 } } })).toBe(!gone);
      expect(await table.put({ ...key, put: 1 }, { when: 'absent' })).toBe(gone);
    });

    test('an update of an expired row begins anew, alone and in a transaction', async () => {
      const pk = await seed({ sk: 'a', old: 1, expiresAt: NOW }, { sk: 'b', old: 1, expiresAt: NOW });
      expect(await table.update({ pk, sk: 'a' }, { new: 1 }, { when: { lease: { before: 5 } } })).toBe(true);
      expect(await table.transact([{ update: { pk, sk: 'b' }, set: { new: 1 } }])).toBe(true);
      expect(
        await table.batchGet([
          { pk, sk: 'a' },
          { pk, sk: 'b' },
        ]),
      ).toEqual([
        { pk, sk: 'a', new: 1 },
        { pk, sk: 'b', new: 1 },
      ]);
    });

    test('an update can move the end of a row, and take it away', async () => {
      const pk = await seed({ sk: 's', expiresAt: NOW + 10 });
      await table.update({ pk, sk: 's' }, { expiresAt: NOW });
      expect(await table.get({ pk, sk: 's' })).toBeUndefined();
      await table.put({ pk, sk: 's', expiresAt: NOW + 10 });
      await table.update({ pk, sk: 's' }, { expiresAt: undefined });
      expect(await table.get({ pk, sk: 's' })).toEqual({ pk, sk: 's' });
    });
  });

  describe('queries', () => {
    const five = () => seed(...['a', 'a1', 'b', 'b1', 'c'].map((sk) => ({ sk })));

    test.for<[string[], object]>([
      [['a', 'a1', 'b', 'b1', 'c'], {}],
      [['c', 'b1', 'b', 'a1', 'a'], { descending: true }],
      [['b', 'b1'], { prefix: 'b' }],
      [['a', 'a1', 'b', 'b1', 'c'], { prefix: '' }],
      [['a1', 'b'], { from: 'a1', to: 'b1' }],
      [['b', 'a1'], { from: 'a1', to: 'b1', descending: true }],
      [['b1', 'c'], { from: 'b1' }],
      [['a'], { to: 'a1' }],
      [[], { from: 'b', to: 'b' }],
      [[], { from: 'c', to: 'a' }],
    ])('%j: %j', async ([expected, range]) => {
      const page = await table.query({ pk: await five(), ...range });
      expect(keysOf(page.items)).toEqual(expected);
      expect(page.next).toBeNull();
    });

    test('sort keys ascend by UTF-8 bytes', async () => {
      const pk = await seed(...['😀', '\uffee', 'é', 'z', 'Z', '~'].map((sk) => ({ sk })));
      expect(keysOf((await table.query({ pk })).items)).toEqual(['Z', 'z', '~', 'é', '\uffee', '😀']);
    });

    test('a prefix may end in any character', async () => {
      const pk = await seed(...['\ud7ff', '\ud7ffa', '\ue000', '\u{10ffff}b'].map((sk) => ({ sk })));
      expect(keysOf((await table.query({ pk, prefix: '\ud7ff' })).items)).toEqual(['\ud7ff', '\ud7ffa']);
      expect(keysOf((await table.query({ pk, prefix: '\u{10ffff}' })).items)).toEqual(['\u{10ffff}b']);
    });

    test.for([false, true])(
      'pages never repeat or miss a row while others are put before (descending %s)',
      async (descending) => {
        const pk = await five();
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await table.query({ pk, limit: 2, descending, ...(after ? { after } : {}) });
          expect(page.items.length).toBeLessThanOrEqual(2);
          seen.push(...keysOf(page.items));
          after = page.next ?? undefined;
          await table.put({ pk, sk: descending ? `x${seen.length}` : `A${seen.length}` });
        } while (after);
        expect(seen).toEqual(descending ? ['c', 'b1', 'b', 'a1', 'a'] : ['a', 'a1', 'b', 'b1', 'c']);
      },
    );

    test('a full page without a row after it is the last', async () => {
      const pk = await five();
      expect((await table.query({ pk, limit: 5 })).next).toBeNull();
      expect((await table.query({ pk, limit: 4 })).next).not.toBeNull();
    });

    test('an index holds the rows that have both of its attributes, follows updates and pages through equal sort keys', async () => {
      const index = partition();
      const rows = ['a', 'b', 'c', 'd'].map((sk) => ({ sk, i2pk: index, i2sk: 'same' }));
      const pk = await seed(...rows, { sk: 'e', i2pk: index }, { sk: 'f', i2pk: index, i2sk: 'z' });
      await table.update({ pk, sk: 'd' }, { i2pk: undefined, i2sk: undefined });
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await table.query({ index: 'i2', pk: index, limit: 1, ...(after ? { after } : {}) });
        seen.push(...keysOf(page.items));
        after = page.next ?? undefined;
      } while (after);
      expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'f']);
      expect(seen.at(-1)).toBe('f');
      expect((await table.query({ index: 'i2', pk: index, prefix: 'z' })).items).toHaveLength(1);
    });

    test.for<[string, (cursors: Record<'table' | 'index' | 'otherIndex' | 'other', string>) => Query]>([
      ['no cursor', () => ({ pk: 'P', after: 'nonsense' })],
      ['an empty list', () => ({ pk: 'P', after: Buffer.from('[]').toString('base64url') })],
      ['no list', () => ({ pk: 'P', after: Buffer.from('{"a":1}').toString('base64url') })],
      ['of an index', ({ index }) => ({ pk: 'P', after: index })],
      ['of the table, for an index', ({ table: after }) => ({ pk: 'P', index: 'i2', after })],
      ['of another index', ({ otherIndex: after }) => ({ pk: 'P', index: 'i2', after })],
      ['of another partition', ({ other: after }) => ({ pk: 'P', after })],
      ['before the range', ({ table: after }) => ({ pk: 'P', from: 'b', after })],
      ['behind the range', ({ table: after }) => ({ pk: 'P', to: 'a', after })],
      ['without the prefix', ({ table: after }) => ({ pk: 'P', prefix: 'b', after })],
    ])('a cursor that is %s is refused by name', async ([, ask]) => {
      const pk = partition();
      const other = partition();
      for (const place of [pk, other])
        for (const sk of ['a', 'b']) await table.put({ pk: place, sk, i2pk: place, i2sk: sk, i3pk: place, i3sk: sk });
      const next = async (query: Query) => String((await table.query({ ...query, limit: 1 })).next);
      const query = ask({
        table: await next({ pk }),
        index: await next({ pk, index: 'i2' }),
        otherIndex: await next({ pk, index: 'i3' }),
        other: await next({ pk: other }),
      });
      await expect(table.query({ ...query, pk })).rejects.toMatchObject({ name: 'UnusableCursor' });
    });

    test('a limit below 1 and a prefix with a range are refused', async () => {
      const pk = partition();
      await expect(table.query({ pk, limit: 0 })).rejects.toThrow('limit must be');
      await expect(table.query({ pk, prefix: 'a', from: 'a' })).rejects.toThrow('prefix does not');
    });
  });

  describe('keys that no row can have', () => {
    const longest = () => ({ pk: partition().padEnd(2048, 'p'), sk: 's'.repeat(1024) });

    test('the longest key is one: 2,048 and 1,024 bytes', async () => {
      const key = longest();
      expect(await table.put({ ...key })).toBe(true);
      expect(await table.get(key)).toEqual(key);
      expect((await table.query({ pk: key.pk, prefix: key.sk })).items).toEqual([key]);
    });

    test.for<[string, (key: Key) => Key]>([
      ['a longer pk', (key) => ({ ...key, pk: `${key.pk}p` })],
      ['a longer sk', (key) => ({ ...key, sk: `${key.sk}s` })],
      ['a pk longer in bytes', (key) => ({ ...key, pk: `${key.pk.slice(0, -1)}é` })],
      ['an sk longer in bytes', (key) => ({ ...key, sk: `${key.sk.slice(0, -1)}é` })],
      ['an empty pk', (key) => ({ ...key, pk: '' })],
      ['an empty sk', (key) => ({ ...key, sk: '' })],
    ])('%s is not found, and not written', async ([, change]) => {
      const found = longest();
      await table.put(found);
      const key = change(found);
      expect(await table.get(key)).toBeUndefined();
      expect(await table.batchGet([key, found])).toEqual([undefined, found]);
      if (key.sk !== '') expect(await table.query({ pk: key.pk, prefix: key.sk })).toEqual({ items: [], next: null });
      if (key.sk !== '') expect(await table.query({ pk: key.pk, from: key.sk })).toEqual({ items: [], next: null });
      await expect(table.put({ ...key })).rejects.toThrow('pk must have');
      await expect(table.remove(key)).rejects.toThrow('pk must have');
      await expect(table.transact([{ check: key, when: 'absent' }])).rejects.toThrow('pk must have');
    });
  });

  describe('transactions and batches', () => {
    const rows = (count: number, pk = partition()) => Array.from({ length: count }, (_, n) => ({ pk, sk: `${n}` }));

    test('all or nothing: one unmet condition writes none', async () => {
      const pk = await seed({ sk: 'a', n: 1 });
      const writes = [
        { put: { pk, sk: 'new' } },
        { update: { pk, sk: 'a' }, set: { n: 2 } },
        { check: { pk, sk: 'missing' }, when: 'present' as const },
      ];
      expect(await table.transact(writes)).toBe(false);
      expect((await table.query({ pk })).items).toEqual([{ pk, sk: 'a', n: 1 }]);
      expect(await table.transact([...writes.slice(0, 2), { remove: { pk, sk: 'x' } }])).toBe(true);
      expect((await table.query({ pk })).items).toEqual([
        { pk, sk: 'a', n: 2 },
        { pk, sk: 'new' },
      ]);
    });

    test('0 and 100 writes are taken, 101 and equal keys are not', async () => {
      expect(await table.transact([])).toBe(true);
      expect(await table.transact(rows(100).map((put) => ({ put })))).toBe(true);
      await expect(table.transact(rows(101).map((put) => ({ put })))).rejects.toThrow('at most 100 writes');
      const [put] = rows(1);
      await expect(
        table.transact([{ put: put ?? { pk: '', sk: '' } }, { remove: put ?? { pk: '', sk: '' } }]),
      ).rejects.toThrow('distinct');
    });

    test('a batch of 1,000 is put and got in the order of its keys, absent rows included; 1,001 is refused', async () => {
      const items = rows(1000);
      await table.batchPut(items);
      const keys = [...items.slice(500), { pk: 'nowhere', sk: 'x' }, ...items.slice(0, 499)];
      expect(await table.batchGet(keys)).toEqual([...items.slice(500), undefined, ...items.slice(0, 499)]);
      const [first] = items;
      expect(await table.batchGet(first ? [first, first] : [])).toEqual([first, first]);
      await expect(table.batchPut(rows(1001))).rejects.toThrow('at most 1000');
      await expect(table.batchGet(rows(1001))).rejects.toThrow('at most 1000');
    });
  });

  describe('limits', () => {
    /** `pk`, `sk` and `text` are names, `s` is the sort key. */
    const around = (pk: string, over: number) => ({
      pk,
      sk: 's',
      text: 'x'.repeat(ITEM_BYTES + over - 'pkskstext'.length - pk.length),
    });

    test('an item has at most 350 KB, by put, update, transaction and batch', async () => {
      const pk = partition();
      const tooLarge = around(pk, 1);
      expect(await table.put(around(pk, 0))).toBe(true);
      await expect(table.put(tooLarge)).rejects.toThrow('bytes');
      await expect(table.update({ pk, sk: 's' }, { text: tooLarge.text })).rejects.toThrow('bytes');
      await expect(table.transact([{ put: tooLarge }])).rejects.toThrow('bytes');
      await expect(table.batchPut([tooLarge])).rejects.toThrow('bytes');
      const data = new Uint8Array(ITEM_BYTES - 'pkskdata'.length - pk.length - 1);
      expect(await table.put({ pk, sk: 'd', data })).toBe(true);
      expect((await table.get({ pk, sk: 'd' }))?.data).toEqual(data);
    });

    test.for<[string, Item]>([
      ['pk must have', { pk: '', sk: 's' }],
      ['pk must have', { pk: 'p', sk: '' }],
      ['pk must have', { pk: 'p', sk: 'x'.repeat(1025) }],
      ['finite', { pk: 'p', sk: 's', n: Number.NaN }],
      ['only binary', { pk: 'p', sk: 's', other: new Uint8Array(1) }],
      ['ttl', { pk: 'p', sk: 's', ttl: 1 }],
    ])('refused, for %s', async ([message, item]) => {
      await expect(table.put(item)).rejects.toThrow(message);
    });

    test('an update never changes a key, and changes something', async () => {
      await expect(table.update({ pk: partition(), sk: 's' }, { sk: 'other' })).rejects.toThrow('key of a row');
      await expect(table.update({ pk: partition(), sk: 's' }, {})).rejects.toThrow('at least one');
    });
  });
}
