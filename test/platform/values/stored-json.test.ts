import { expect, test } from 'vitest';
import { jsonOfStored, sizeOfStored, storedJson } from '../../../functions/platform/values/stored-json.ts';

test.for([1, 100, 253, 254, 255, 256, 65_000, 66_000, 5_000_000])(
  'sizeOfStored knows the size of a text of %i bytes before it is read',
  (length) => {
    const stored = storedJson('x'.repeat(length));
    expect([stored.size, sizeOfStored(stored.bytes)]).toEqual([length + 2, length + 2]);
    expect(jsonOfStored(stored.bytes)).toHaveLength(length);
  },
);

test('sizeOfStored returns null for foreign bytes', () => {
  expect(sizeOfStored(Buffer.from('no frame at all, but long enough'))).toBeNull();
  expect(sizeOfStored(storedJson('x').bytes.subarray(0, 4))).toBeNull();
});
