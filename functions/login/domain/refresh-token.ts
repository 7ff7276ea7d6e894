import { createHmac, timingSafeEqual } from 'node:crypto';

const FORM = /^rrr_([0-9a-f]{32})_(0|[1-9]\d{0,8})_([A-Za-z0-9_-]{43})$/;

/** A refresh token is of one session, and of one generation of its tokens: only the latest may be used. */
export interface RefreshTokenOf {
  sid: string;
  generation: number;
}

/** Writes a refresh token; nobody makes one without the pepper, so that an old one is told from a made-up one. */
export const writeRefreshToken = (of: RefreshTokenOf, pepper: Uint8Array): string =>
  `rrr_${of.sid}_${of.generation}_${proof(of, pepper)}`;

/** What a refresh token is of; null where it is none of ours. */
export function readRefreshToken(token: string, pepper: Uint8Array): RefreshTokenOf | null {
  const [, sid, generation, given] = FORM.exec(token) ?? [];
  if (sid === undefined || generation === undefined || given === undefined) return null;
  const of = { sid, generation: Number(generation) };
  return timingSafeEqual(Buffer.from(given), Buffer.from(proof(of, pepper))) ? of : null;
}

const proof = ({ sid, generation }: RefreshTokenOf, pepper: Uint8Array) =>
  createHmac('sha256', pepper)
    .update(JSON.stringify(['refresh', sid, generation]))
    .digest('base64url');
