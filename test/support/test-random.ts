import { createCipheriv } from 'node:crypto';
import { seededRandom } from './seeded-random.ts';

/** The seed of this run: `TEST_SEED`, which vitest.config.ts draws and prints. */
export const TEST_SEED = Number(process.env.TEST_SEED ?? 1);

let next = seededRandom(TEST_SEED);

/** Starts the sequence of a test file, so that a seed repeats the file whether it runs alone or after others. */
export function restartRandom(file: string): void {
  next = seededRandom([...file].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, TEST_SEED));
}

/** The next number of [0, 1). */
export const random = (): number => next();

/** Bytes that do not compress. */
export function randomBytes(length: number): Buffer {
  const words = new Uint32Array(8);
  for (let at = 0; at < words.length; at++) words[at] = next() * 2 ** 32;
  const drawn = Buffer.from(words.buffer);
  // Ids are drawn often, and a cipher takes longer to make than they do.
  if (length <= drawn.length) return drawn.subarray(0, length);
  // A cipher over zeros is as good, and makes a gigabyte a second.
  return createCipheriv('aes-128-ctr', drawn.subarray(0, 16), drawn.subarray(16)).update(Buffer.alloc(length));
}

/** A UUID of version 4. */
export function randomUUID(): string {
  const digits = randomBytes(16).toString('hex').split('');
  digits[12] = '4';
  digits[16] = '89ab'[Math.floor(next() * 4)] ?? '8';
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** An id of 32 hexadecimal digits, as the worlds make them. */
export const newId = (): string => randomBytes(16).toString('hex');
