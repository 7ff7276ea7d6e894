import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  jsonOfStored,
  sizeOfStored,
  storedJson,
  storedJsonAround,
} from '../../../functions/platform/values/stored-json.ts';

test.for([0, 1, 100, 253, 254, 255, 256, 8190, 8191, 65_000, 66_000, 5_000_000])(
  'sizeOfStored knows the size of a text of %i bytes before it is read',
  (length) => {
    const stored = storedJson('x'.repeat(length));
    expect([stored.size, sizeOfStored(stored.bytes)]).toEqual([length + 2, length + 2]);
    expect(jsonOfStored(stored.bytes)).toHaveLength(length);
  },
);

test('sizeOfStored returns null for foreign bytes', () => {
  expect(sizeOfStored(Buffer.from('no frame at all, but long enough'))).toBeNull();
  expect(sizeOfStored(storedJson('x'.repeat(300)).bytes.subarray(0, 4))).toBeNull();
});

test('texts of every form are read as they were stored, with what is not ASCII', () => {
  for (const length of [1, 84, 85, 86, 2729, 2730, 2731, 90_000]) {
    const value = { text: 'ä€😀'.repeat(length), more: [null, 1.5, ''] };
    const stored = storedJson(value);
    expect(jsonOfStored(stored.bytes)).toEqual(value);
    expect(stored.size).toBe(Buffer.byteLength(JSON.stringify(value)));
    expect(stored.bytes.byteLength).toBe(stored.bytes.buffer.byteLength);
  }
});

test('a value that an earlier version compressed is read', () => {
  const text = Buffer.from('{"a":"of an earlier version"}');
  const stored = new Uint8Array(zstdCompressSync(text));
  expect([jsonOfStored(stored), sizeOfStored(stored)]).toEqual([{ a: 'of an earlier version' }, text.byteLength]);
});

test.for([1, 300, 10_000, 300_000])('storedJsonAround stores a value of %i characters within an object', (length) => {
  const within = storedJson({ text: 'ä'.repeat(length) });
  for (const rest of [{}, { after: 'é' }]) {
    const value = { within: { text: 'ä'.repeat(length) }, ...rest };
    const stored = storedJsonAround(rest, 'within', within.bytes);
    expect(jsonOfStored(stored.bytes)).toEqual(value);
    expect([stored.size, sizeOfStored(stored.bytes)]).toEqual([
      Buffer.byteLength(JSON.stringify(value)),
      Buffer.byteLength(JSON.stringify(value)),
    ]);
  }
});

test('bytes that were cut are refused, and never read as something else', () => {
  for (const stored of [
    storedJson('x'),
    storedJson('x'.repeat(5000)),
    storedJsonAround({ a: 1 }, 'b', storedJson('y').bytes),
  ])
    for (let length = 0; length < stored.bytes.byteLength; length++)
      expect(() => jsonOfStored(stored.bytes.subarray(0, length))).toThrow();
});
