import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonLength } from '../../../functions/platform/json/common-length.ts';

test.for([0, 1, 47, 48, 49, 303, 304, 5000, 19_999, 20_000])('finds a difference %i bytes away', (distance) => {
  const a = new Uint8Array(20_003).fill(7);
  const b = new Uint8Array(20_005).fill(7);
  b[5 + distance] = 8;
  expect(commonLength(a, 3, b, 5, 20_000)).toBe(distance);
});

test('reads no further than its limit', () => {
  const same = new Uint8Array(1000);
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), fc.nat(600), (startA, startB, limit) => {
      expect(commonLength(same, startA, same, startB, limit)).toBe(limit);
    }),
  );
});
