import { expect, test } from 'vitest';
import { byteSize } from '../../../functions/platform/pages-shell/byte-size.ts';

test.for([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [9949, '9.9 kB'],
  [9950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [1_250_000_000, '1.3 GB'],
  [5e15, '5000 TB'],
] as const)('byteSize returns for %d: %s', ([bytes, text]) => {
  expect(byteSize(bytes)).toBe(text);
});
