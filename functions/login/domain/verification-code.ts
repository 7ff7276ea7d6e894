import { createHmac, timingSafeEqual } from 'node:crypto';

const CODES = 1_000_000n;

/** A code of 6 digits (interface 4.8) made of 32 random hex digits, so many that no code is likelier than another. */
export const codeOf = (chance: string): string => String(BigInt(`0x${chance}`) % CODES).padStart(6, '0');

/** What is kept of a code; without the pepper it says nothing, small as the number of codes is (facts: auth). */
export const codeHash = (pepper: Uint8Array, user: string, nonce: string, code: string): string =>
  createHmac('sha256', pepper)
    .update(JSON.stringify(['code', user, nonce, code]))
    .digest('hex');

/** Whether two hashes are the same, in constant time. */
export const isSameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
