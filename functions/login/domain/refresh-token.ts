import { createHmac, timingSafeEqual } from 'node:crypto';

const FORM = /^rrr_([0-9a-f]{32})_(0|[1-9]\d{0,8})_([A-Za-z0-9_-]{43})$/;

/**
 * The contents of a refresh token: its session, and the generation of its tokens, of which only the latest is valid.
 */
export interface RefreshTokenOf {
  sid: string;
  generation: number;
}

/**
 * Writes a refresh token; it cannot be forged without the pepper, so an old token is distinguishable from a forged one.
 */
export const writeRefreshToken = (of: RefreshTokenOf, pepper: Uint8Array): string =>
  `rrr_${of.sid}_${of.generation}_${proof(of, pepper)}`;

/** Verifies a refresh token; null if it is not one of ours. */
export function verifyRefreshToken(token: string, pepper: Uint8Array): RefreshTokenOf | null {
  const [, sid, generation, given] = FORM.exec(token) ?? [];
  if (sid === undefined || generation === undefined || given === undefined) return null;
  const of = { sid, generation: Number(generation) };
  return timingSafeEqual(Buffer.from(given), Buffer.from(proof(of, pepper))) ? of : null;
}

const proof = ({ sid, generation }: RefreshTokenOf, pepper: Uint8Array) =>
  createHmac('sha256', pepper)
    .update(JSON.stringify(['refresh', sid, generation]))
    .digest('base64url');
