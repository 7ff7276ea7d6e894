import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress } from '../../../functions/platform/outbound/decompress.ts';
import { largeAnswers } from '../../../functions/platform/outbound/large-answers.ts';

const MIB = 1024 * 1024;
const room = largeAnswers(1);
/** Room of its own for one large answer. */
const free = () => largeAnswers(1)();
const coded = (coding: string) => [['Content-Encoding', coding]] as const;

test('decompress does not inflate 4 GiB in 4 MB beyond the cap', async () => {
  const member = gzipSync(Buffer.alloc(8 * MIB));
  const bytes = Buffer.concat(Array.from({ length: 512 }, () => member));
  const before = process.cpuUsage();
  const plain = await decompress({ bytes, truncated: false }, coded('gzip'), 1000, room());
  const { user, system } = process.cpuUsage(before);
  expect(plain).toMatchObject({ truncated: true });
  expect(plain?.bytes).toHaveLength(1000);
  expect((user + system) / 1000).toBeLessThan(1500);
});

test.for<[string, (plain: Buffer) => Buffer]>([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
])('decompress reads the received part of a %s answer that was cut', async ([coding, compress]) => {
  const text = Buffer.from(Array.from({ length: 2000 }, (_, line) => `line ${line * 7919}`).join('\n'));
  const bytes = compress(text).subarray(0, 2000);
  const plain = await decompress({ bytes, truncated: true }, coded(coding), MIB, room());
  expect(plain?.truncated).toBe(true);
  expect(plain?.bytes.length).toBeGreaterThan(2000);
  expect(text.subarray(0, plain?.bytes.length)).toEqual(Buffer.from(plain?.bytes ?? []));
});

test('decompress leaves an empty answer empty, whatever its coding', async () => {
  const nothing = { bytes: new Uint8Array(0), truncated: false };
  expect(await decompress(nothing, coded('gzip'), 10, room())).toEqual(nothing);
});

test.for([
  [MIB, false],
  [MIB + 1, true],
] as const)('decompress of %s bytes out of a small answer waits for its turn: %s', async ([length, waits]) => {
  const rooms = largeAnswers(1);
  const other = rooms();
  await other.turn();
  let done = false;
  const undone = decompress(
    { bytes: gzipSync(Buffer.alloc(length)), truncated: false },
    coded('gzip'),
    2 * MIB,
    rooms(),
  );
  const marked = undone.then((plain) => {
    done = true;
    return plain;
  });
  if (!waits) await marked;
  // Another one of the same size that need not wait has come to its end in the meantime.
  else await decompress({ bytes: gzipSync(Buffer.alloc(length)), truncated: false }, coded('gzip'), 2 * MIB, free());
  expect(done).toBe(!waits);
  other.release();
  expect((await marked)?.bytes.length).toBe(length);
});
