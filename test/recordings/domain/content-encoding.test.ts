import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { budgetedDecoder } from '../../../functions/recordings/domain/content-encoding.ts';

const KIB = 1024;
const packed = gzipSync(Buffer.alloc(KIB));

describe('the budget for decoded bodies', () => {
  test('counts bytes, and decodes nothing once it is used up', () => {
    const { decode } = budgetedDecoder(2 * KIB);
    expect([1, 2, 3].map(() => decode('gzip', packed)?.length)).toEqual([KIB, KIB, 'exhausted'.length]);
    expect(decode('gzip', packed)).toBe('exhausted');
  });

  test('counts the bytes of each coding, and those that were decoded in vain', () => {
    const { decode: twice } = budgetedDecoder(2 * KIB);
    expect(twice('gzip, gzip', gzipSync(gzipSync(Buffer.alloc(2 * KIB))))).toHaveLength(2 * KIB);
    expect(twice('gzip', packed)).toBe('exhausted');

    const { decode: broken } = budgetedDecoder(KIB);
    expect(broken('gzip', packed.subarray(0, -4))).toBeNull();
    expect(broken('gzip', packed)).toBe('exhausted');
  });

  test('counts nothing for bodies without a coding or already decoded', () => {
    const { decode } = budgetedDecoder(KIB);
    expect(decode('identity', Buffer.alloc(2 * KIB))).toBeNull();
    expect(decode('rot13', Buffer.alloc(2 * KIB))).toBeNull();
    expect(decode('gzip', Buffer.from('{"a":1}'))).toBeNull();
    expect(decode('gzip', packed)).toHaveLength(KIB);
  });
});
