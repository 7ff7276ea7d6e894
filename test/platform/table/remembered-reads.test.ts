import { afterEach, expect, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { rememberedReads } from '../../../functions/platform/table/remembered-reads.ts';
import { watchOrAge } from '../../../functions/platform/table/row-watch.ts';

const table = openTable(':memory:', () => 0);
let reads: string[] = [];
afterEach(() => {
  reads = [];
});
const always = () => true;

/** Reads a row by what remembers it. */
const reader =
  (remembered: ReturnType<typeof rememberedReads>, isFinal: (value: unknown) => boolean = always) =>
  (sk: string) =>
    remembered(
      sk,
      async () => {
        reads.push(sk);
        return (await table.get({ pk: 'p', sk }))?.n;
      },
      isFinal,
    );

test('a value is read again only after a write, and each key has its own', async () => {
  await table.batchPut([
    { pk: 'p', sk: 'a', n: 1 },
    { pk: 'p', sk: 'b', n: 2 },
  ]);
  const read = reader(rememberedReads(table, 2));
  expect([await read('a'), await read('b'), await read('a'), await read('b')]).toEqual([1, 2, 1, 2]);
  expect(reads).toEqual(['a', 'b']);
  await table.update({ pk: 'p', sk: 'a' }, { n: 3 });
  expect([await read('a'), await read('a')]).toEqual([3, 3]);
  expect(reads).toEqual(['a', 'b', 'a']);
});

test('the value that was asked for least recently gives way', async () => {
  const read = reader(rememberedReads(table, 2));
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key);
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
});

test('a value that other things change as well is read each time', async () => {
  const read = reader(rememberedReads(table, 2), () => false);
  await read('a');
  await read('a');
  expect(reads).toEqual(['a', 'a']);
});

test('a value that was written while it was read is not kept', async () => {
  const remembered = rememberedReads(table, 2);
  const read = async () => {
    const n = (await table.get({ pk: 'q', sk: 's' }))?.n ?? 0;
    await table.put({ pk: 'q', sk: 's', n: Number(n) + 1 });
    return n;
  };
  expect([await remembered('q', read, always), await remembered('q', read, always)]).toEqual([0, 1]);
});

test('a fault is not kept', async () => {
  const remembered = rememberedReads(table, 2);
  await expect(remembered('a', () => Promise.reject(new Error('broken')), always)).rejects.toThrow('broken');
  expect(await remembered('a', async () => 'whole', always)).toBe('whole');
});

test('a table that cannot tell what has changed is read each time', async () => {
  const read = reader(rememberedReads({}, 2));
  await read('a');
  await read('a');
  expect(reads).toEqual(['a', 'a']);
});

test('such a table is read again once a value is as old as allowed, counted from the begin of its read', async () => {
  let elapsed = 0;
  const read = reader(
    rememberedReads(
      watchOrAge({}, () => elapsed++, 10),
      2,
    ),
  );
  await read('a');
  elapsed = 9;
  await read('a');
  expect(reads).toEqual(['a']);
  elapsed = 10;
  await read('a');
  expect(reads).toEqual(['a', 'a']);
});

test('a table that can tell is not read again for its age', async () => {
  let elapsed = 0;
  const read = reader(
    rememberedReads(
      watchOrAge(table, () => elapsed, 10),
      2,
    ),
  );
  await read('a');
  elapsed = 1_000_000;
  await read('a');
  expect(reads).toEqual(['a']);
});
