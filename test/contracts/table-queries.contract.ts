import { describe, expect, test } from 'vitest';
import type { Key, Query } from '../../functions/platform/world.ts';
import type { TableStage } from './table-stage.ts';

/** Contract of queries of the Table port, and of invalid keys. */
export function tableQueriesContract(stage: TableStage): void {
  const { partition, seed, keysOf } = stage;

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
    ])('return %j for %j', async ([expected, range]) => {
      const page = await stage.table.query({ pk: await five(), ...range });
      expect(keysOf(page.items)).toEqual(expected);
      expect(page.next).toBeNull();
    });

    test('sort by the UTF-8 bytes of sort keys', async () => {
      const pk = await seed(...['😀', '\uffee', 'é', 'z', 'Z', '~'].map((sk) => ({ sk })));
      expect(keysOf((await stage.table.query({ pk })).items)).toEqual(['Z', 'z', '~', 'é', '\uffee', '😀']);
    });

    test('accept a prefix that ends in any character', async () => {
      const pk = await seed(...['\ud7ff', '\ud7ffa', '\ue000', '\u{10ffff}b'].map((sk) => ({ sk })));
      expect(keysOf((await stage.table.query({ pk, prefix: '\ud7ff' })).items)).toEqual(['\ud7ff', '\ud7ffa']);
      expect(keysOf((await stage.table.query({ pk, prefix: '\u{10ffff}' })).items)).toEqual(['\u{10ffff}b']);
    });

    test.for([false, true])(
      'neither repeat nor miss a row over pages while others are put before (descending %s)',
      async (descending) => {
        const pk = await five();
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await stage.table.query({ pk, limit: 2, descending, ...(after ? { after } : {}) });
          expect(page.items.length).toBeLessThanOrEqual(2);
          seen.push(...keysOf(page.items));
          after = page.next ?? undefined;
          await stage.table.put({ pk, sk: descending ? `x${seen.length}` : `A${seen.length}` });
        } while (after);
        expect(seen).toEqual(descending ? ['c', 'b1', 'b', 'a1', 'a'] : ['a', 'a1', 'b', 'b1', 'c']);
      },
    );

    test('return no cursor with a full page that has no row after it', async () => {
      const pk = await five();
      expect((await stage.table.query({ pk, limit: 5 })).next).toBeNull();
      expect((await stage.table.query({ pk, limit: 4 })).next).not.toBeNull();
    });

    test('find the rows with both attributes of an index, follow updates, and page through equal sort keys', async () => {
      const index = partition();
      const rows = ['a', 'b', 'c', 'd'].map((sk) => ({ sk, i2pk: index, i2sk: 'same' }));
      const pk = await seed(...rows, { sk: 'e', i2pk: index }, { sk: 'f', i2pk: index, i2sk: 'z' });
      await stage.table.update({ pk, sk: 'd' }, { i2pk: undefined, i2sk: undefined });
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await stage.table.query({ index: 'i2', pk: index, limit: 1, ...(after ? { after } : {}) });
        seen.push(...keysOf(page.items));
        after = page.next ?? undefined;
      } while (after);
      expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'f']);
      expect(seen.at(-1)).toBe('f');
      expect((await stage.table.query({ index: 'i2', pk: index, prefix: 'z' })).items).toHaveLength(1);
    });

    test.for<[string, (cursors: Record<'table' | 'index' | 'otherIndex' | 'other', string>) => Query]>([
      ['not a cursor', () => ({ pk: 'P', after: 'nonsense' })],
      ['an empty list', () => ({ pk: 'P', after: Buffer.from('[]').toString('base64url') })],
      ['not a list', () => ({ pk: 'P', after: Buffer.from('{"a":1}').toString('base64url') })],
      ['of an index', ({ index }) => ({ pk: 'P', after: index })],
      ['of the table, for an index', ({ table: after }) => ({ pk: 'P', index: 'i2', after })],
      ['of another index', ({ otherIndex: after }) => ({ pk: 'P', index: 'i2', after })],
      ['of another partition', ({ other: after }) => ({ pk: 'P', after })],
      ['before the range', ({ table: after }) => ({ pk: 'P', from: 'b', after })],
      ['behind the range', ({ table: after }) => ({ pk: 'P', to: 'a', after })],
      ['without the prefix', ({ table: after }) => ({ pk: 'P', prefix: 'b', after })],
    ])('refuse a cursor that is %s', async ([, ask]) => {
      const pk = partition();
      const other = partition();
      for (const location of [pk, other])
        for (const sk of ['a', 'b'])
          await stage.table.put({ pk: location, sk, i2pk: location, i2sk: sk, i3pk: location, i3sk: sk });
      const next = async (asked: Query) => String((await stage.table.query({ ...asked, limit: 1 })).next);
      const query = ask({
        table: await next({ pk }),
        index: await next({ pk, index: 'i2' }),
        otherIndex: await next({ pk, index: 'i3' }),
        other: await next({ pk: other }),
      });
      await expect(stage.table.query({ ...query, pk })).rejects.toMatchObject({ name: 'UnusableCursor' });
    });

    test('refuse a limit below 1, and a prefix together with a range', async () => {
      const pk = partition();
      await expect(stage.table.query({ pk, limit: 0 })).rejects.toThrow('limit must be');
      await expect(stage.table.query({ pk, prefix: 'a', from: 'a' })).rejects.toThrow('prefix does not');
    });
  });

  describe('the limits of keys', () => {
    const maxMs = () => ({ pk: partition().padEnd(2048, 'p'), sk: 's'.repeat(1024) });

    test('accept the longest key of 2,048 and 1,024 bytes', async () => {
      const key = maxMs();
      expect(await stage.table.put({ ...key })).toBe(true);
      expect(await stage.table.get(key)).toEqual(key);
      expect((await stage.table.query({ pk: key.pk, prefix: key.sk })).items).toEqual([key]);
    });

    test.for<[string, (key: Key) => Key]>([
      ['a longer pk', (key) => ({ ...key, pk: `${key.pk}p` })],
      ['a longer sk', (key) => ({ ...key, sk: `${key.sk}s` })],
      ['a pk longer in bytes', (key) => ({ ...key, pk: `${key.pk.slice(0, -1)}é` })],
      ['an sk longer in bytes', (key) => ({ ...key, sk: `${key.sk.slice(0, -1)}é` })],
      ['an empty pk', (key) => ({ ...key, pk: '' })],
      ['an empty sk', (key) => ({ ...key, sk: '' })],
    ])('exclude %s, which is neither found nor written', async ([, change]) => {
      const found = maxMs();
      await stage.table.put(found);
      const key = change(found);
      expect(await stage.table.get(key)).toBeUndefined();
      expect(await stage.table.batchGet([key, found])).toEqual([undefined, found]);
      if (key.sk !== '')
        expect(await stage.table.query({ pk: key.pk, prefix: key.sk })).toEqual({ items: [], next: null });
      if (key.sk !== '')
        expect(await stage.table.query({ pk: key.pk, from: key.sk })).toEqual({ items: [], next: null });
      await expect(stage.table.put({ ...key })).rejects.toThrow('pk must have');
      await expect(stage.table.remove(key)).rejects.toThrow('pk must have');
      await expect(stage.table.transact([{ check: key, when: 'absent' }])).rejects.toThrow('pk must have');
    });
  });
}
