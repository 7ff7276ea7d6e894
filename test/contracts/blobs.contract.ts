import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import type { Blobs } from '../../functions/platform/world.ts';

const bytesOf = async (stream: ReadableStream<Uint8Array> | undefined) =>
  stream && new Uint8Array(await buffer(stream));

async function* piecesOf(pieces: readonly Uint8Array[]) {
  yield* pieces;
}

/** Contract of the Blobs port, for one driver. */
export function blobsContract(open: () => Blobs): void {
  let blobs: Blobs;
  beforeAll(() => {
    blobs = open();
  });

  test.for([0, 1, 300_000])('keeps the %d bytes of a blob', async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => index % 256);
    await blobs.put(`plans/size/${size}`, bytes);
    expect(await bytesOf(await blobs.get(`plans/size/${size}`))).toEqual(bytes);
  });

  test.for([{ sizes: [] }, { sizes: [1] }, { sizes: [300_000, 0, 5_000_000, 5_000_000, 7] }])(
    'keeps the bytes of a stream, in pieces of $sizes',
    async ({ sizes }) => {
      const pieces = sizes.map((size, n) => new Uint8Array(size).fill(n + 1));
      const key = `uploads/stream/${sizes.length}`;
      await blobs.putStream(key, piecesOf(pieces));
      const kept = await bytesOf(await blobs.get(key));
      expect(kept && Buffer.concat(pieces).equals(kept)).toBe(true);
    },
  );

  test('never replaces a blob by a stream', async () => {
    await blobs.put('uploads/present', new Uint8Array([1]));
    await blobs.putStream('uploads/present', piecesOf([new Uint8Array([2])]));
    expect(await bytesOf(await blobs.get('uploads/present'))).toEqual(new Uint8Array([1]));
  });

  test('stores nothing of a stream that fails', async () => {
    async function* failing() {
      yield new Uint8Array(9_000_000);
      throw new Error('no more bytes');
    }
    await expect(blobs.putStream('uploads/torn', failing())).rejects.toThrow('no more bytes');
    expect(await blobs.get('uploads/torn')).toBeUndefined();
  });

  test('keeps the first write of a key, also among 20 concurrent ones', async () => {
    await blobs.put('cases/first', new Uint8Array([1]));
    await blobs.put('cases/first', new Uint8Array([2]));
    expect(await bytesOf(await blobs.get('cases/first'))).toEqual(new Uint8Array([1]));
    await Promise.all(Array.from({ length: 20 }, (_, n) => blobs.put('cases/race', new Uint8Array(1000).fill(n))));
    const won = await bytesOf(await blobs.get('cases/race'));
    expect(won).toHaveLength(1000);
    expect(new Set(won).size).toBe(1);
  });

  test('allows keys that begin with another key, and returns nothing for removed and unknown ones', async () => {
    await blobs.put('kept/a', new Uint8Array([1]));
    await blobs.put('kept/a/b', new Uint8Array([2]));
    await blobs.remove('kept/a');
    await blobs.remove('kept/a');
    expect(await blobs.get('kept/a')).toBeUndefined();
    expect(await bytesOf(await blobs.get('kept/a/b'))).toEqual(new Uint8Array([2]));
    expect(await blobs.get('kept/never/was')).toBeUndefined();
  });

  test('returns the size of a blob, and the sha256 of its bytes if it is known', async () => {
    const bytes = new Uint8Array(300_000).fill(7);
    await blobs.put('evaluation/known', bytes);
    const facts = await blobs.stat('evaluation/known');
    expect(facts?.sizeBytes).toBe(300_000);
    expect([null, createHash('sha256').update(bytes).digest('hex')]).toContain(facts?.sha256);
    expect(await blobs.stat('evaluation/unknown')).toBeUndefined();
  });

  test('copies a blob that outlives its original, and never replaces another one', async () => {
    await blobs.put('uploads/one', new Uint8Array([1]));
    await blobs.put('uploads/two', new Uint8Array([2]));
    expect(await Promise.all(Array.from({ length: 20 }, () => blobs.copy('uploads/one', 'evaluation/copy')))).toEqual(
      Array(20).fill(true),
    );
    expect(await blobs.copy('uploads/two', 'evaluation/copy')).toBe(true);
    await blobs.remove('uploads/one');
    expect(await bytesOf(await blobs.get('evaluation/copy'))).toEqual(new Uint8Array([1]));
    expect(await blobs.copy('uploads/one', 'evaluation/other')).toBe(false);
    expect(await blobs.get('evaluation/other')).toBeUndefined();
  });

  test('signs addresses that are valid for 15 minutes and have no avoidable content', async () => {
    const before = Date.now();
    const put = await blobs.signedPut('uploads/t/a', { sizeBytes: 1, sha256: 'ab'.repeat(32) });
    const get = await blobs.signedGet('uploads/t/a', 'text/plain');
    for (const { url, expiresAt } of [put, get]) {
      expect(new URL(url).pathname).toMatch(/\/uploads\/t\/a$/);
      expect(expiresAt).toBeGreaterThanOrEqual(before + 15 * 60_000);
      expect(expiresAt).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
    }
    expect(put.url).not.toBe(get.url);
  });

  test.for([
    '',
    'kept',
    'kept/',
    '/kept/a',
    'other/a',
    'kept/../a',
    'kept/.',
    'kept//a',
    'kept/a\\b',
    'kept/a\0',
    'kept/a!',
    `kept/${'x'.repeat(201)}`,
  ])('refuses the key %j', async (key) => {
    await expect(async () => blobs.put(key, new Uint8Array())).rejects.toThrow('a blob key');
    await expect(async () => blobs.putStream(key, piecesOf([]))).rejects.toThrow('a blob key');
    await expect(async () => blobs.get(key)).rejects.toThrow('a blob key');
    await expect(async () => blobs.remove(key)).rejects.toThrow('a blob key');
    await expect(async () => blobs.stat(key)).rejects.toThrow('a blob key');
    await expect(async () => blobs.copy('kept/a', key)).rejects.toThrow('a blob key');
    await expect(async () => blobs.copy(key, 'kept/a')).rejects.toThrow('a blob key');
    await expect(async () => blobs.signedPut(key, { sizeBytes: 1, sha256: '' })).rejects.toThrow('a blob key');
    await expect(async () => blobs.signedGet(key, 'text/plain')).rejects.toThrow('a blob key');
  });
}
