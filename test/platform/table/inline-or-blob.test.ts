import { describe, expect, test } from 'vitest';
import { inlineOrBlob } from '../../../functions/platform/table/inline-or-blob.ts';
import { DamagedData } from '../../../functions/platform/values/damaged-data.ts';
import type { Blobs } from '../../../functions/platform/world.ts';
import { randomBytes } from '../../support/test-random.ts';

/** Blobs whose bytes tests may change. */
function blobsInMemory() {
  const kept = new Map<string, Uint8Array>();
  const blobs = {
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
    get: async (key: string) => {
      const bytes = kept.get(key);
      return bytes && new Blob([new Uint8Array(bytes)]).stream();
    },
  };
  return { kept, values: inlineOrBlob(blobs as unknown as Blobs) }; // the other members are not used
}

const large = randomBytes(400_000).toString('base64');
const row = (more: object) => ({ pk: 'p', sk: 's', ...more });

describe('a value in a blob', () => {
  test.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['truncated', (bytes) => bytes.subarray(0, -10)],
    ['empty', () => new Uint8Array()],
    ['with a flipped bit', (bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1)],
    ['longer', (bytes) => Buffer.concat([bytes, bytes])],
  ])('is damaged when %s, and the fault names the blob', async (_, change) => {
    const { kept, values } = blobsInMemory();
    const stored = await values.write('cases/t/c', large);
    if (!('blob' in stored)) throw new Error('it fits into a row');
    expect(await values.read(row(stored))).toBe(large);
    kept.set(stored.blob, change(kept.get(stored.blob) ?? new Uint8Array()));
    const fault = await values.read(row(stored)).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(DamagedData);
    expect(fault).toMatchObject({ location: { blob: stored.blob } });
    await expect(values.copy(row(stored), 'kept/t/c')).rejects.toThrow(DamagedData);
  });

  test('is undefined when it is gone, as after its retention', async () => {
    const { kept, values } = blobsInMemory();
    const stored = await values.write('cases/t/c', large);
    kept.clear();
    expect(await values.read(row(stored))).toBeUndefined();
  });

  test('is read for a pinned case of an older version, whose key has no digest', async () => {
    const { kept, values } = blobsInMemory();
    const stored = await values.write('cases/t/c', large);
    if (!('blob' in stored)) throw new Error('it fits into a row');
    const old = 'kept/t/c_000001795370254-000000000';
    kept.set(old, kept.get(stored.blob) ?? new Uint8Array());
    expect(await values.read(row({ blob: old }))).toBe(large);
  });
});

test('bytes in a row that are not a value cause a fault with the key of the row', async () => {
  const { values } = blobsInMemory();
  const fault = await values.read(row({ data: new Uint8Array([1, 2, 3]) })).catch((thrown: unknown) => thrown);
  expect(fault).toMatchObject({ name: 'DamagedData', location: { pk: 'p', sk: 's' } });
});
