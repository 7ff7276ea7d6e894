import { expect, test } from 'vitest';
import { sha256Bytes, sha256Hex } from '../../../functions/platform/values/sha256.ts';

// The vectors of NIST FIPS 180-4, and what Node makes of half a surrogate pair.
test.for([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['\ud800', sha256Hex('\ufffd')],
] as const)('sha256 digests %j', ([text, hex]) => {
  expect(sha256Hex(text)).toBe(hex);
  expect(sha256Hex(Buffer.from(text))).toBe(hex);
  expect(sha256Bytes(text).toString('hex')).toBe(hex);
});
