import { createCipheriv } from 'node:crypto';

const BYTES = 4;

/**
 * Creates a source of evenly distributed whole numbers below 2^32, the same ones each time: the key stream of AES in
 * counter mode. For statistics, never for secrets.
 */
export function seededNumbers(): (length: number) => Uint32Array {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  return (length) => {
    const { buffer, byteOffset } = cipher.update(Buffer.alloc(length * BYTES));
    return new Uint32Array(buffer, byteOffset, length);
  };
}

/** A whole number below `end` from one below 2^32. */
export const numberBelow = (end: number, random: number): number => Math.floor((random * end) / 2 ** 32);
