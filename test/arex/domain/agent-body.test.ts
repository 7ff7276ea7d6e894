import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  agentAnswer,
  agentBodyJob,
  bytesOfBody,
  isZstd,
  MAX_UNFOLDED_BYTES,
} from '../../../functions/arex/domain/agent-body.ts';

const read = (body: Uint8Array) => agentBodyJob.run({ body });
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('bodies of the AREX agent', () => {
  test.for<[string, Uint8Array, unknown]>([
    ['zstd', zstdCompressSync(json([1])), { value: [1] }],
    ['JSON', json({ a: 1 }), { value: { a: 1 } }],
    ['not JSON', Buffer.from('x'), null],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), null],
    ['empty', Buffer.alloc(0), null],
    ['truncated', zstdCompressSync(json('a'.repeat(1000))).subarray(0, 12), null],
    ['deep', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)), null],
  ])('are read as expected: %s', ([, body, value]) => expect(read(body)).toEqual(value));

  test('are refused if they unfold above the limits', () => {
    const bomb = (bytes: number) => zstdCompressSync(Buffer.alloc(bytes, 0x20));
    expect(read(bomb(MAX_UNFOLDED_BYTES * 8))).toBeNull();
    expect(read(bomb(3 * 1024 * 1024))).toBeNull();
    expect(read(zstdCompressSync(Buffer.from(`${' '.repeat(1024 * 1024)}1`)))).toEqual({ value: 1 });
  });

  test('count with sixteen times their bytes if they are compressed', () => {
    const compressed = zstdCompressSync(json({ a: 1 }));
    expect(bytesOfBody(compressed)).toBe(16 * compressed.byteLength);
    expect(bytesOfBody(json({ a: 1 }))).toBe(7);
  });

  test('are answered with the same coding', () => {
    expect(agentAnswer({}, json({}))).toEqual({ bytes: Buffer.from('{}'), type: 'application/json;charset=UTF-8' });
    const { bytes, type } = agentAnswer({ a: 1 }, zstdCompressSync('{}'));
    expect([isZstd(bytes), zstdDecompressSync(bytes).toString(), type]).toEqual([
      true,
      '{"a":1}',
      'application/zstd-json;charset=UTF-8',
    ]);
  });
});
