import { createHmac, timingSafeEqual } from 'node:crypto';

const CODES = 1_000_000n;

/** Derives a code of 6 digits (interface 4.8) from 32 random hex digits, enough that all codes are equally likely. */
export const codeOf = (entropy: string): string => String(BigInt(`0x${entropy}`) % CODES).padStart(6, '0');

/** The stored hash of a code; it reveals nothing without the pepper, although there are few codes (facts: auth). */
export const codeHash = (pepper: Uint8Array, user: string, nonce: string, code: string): string =>
  createHmac('sha256', pepper)
    .update(JSON.stringify(['code', user, nonce, code]))
    .digest('hex');

/** Compares two hashes in constant time. */
export const isSameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
