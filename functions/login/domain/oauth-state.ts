import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OauthType } from './oauth-type.ts';

/** Maximum time at a provider (facts: auth). */
export const OAUTH_STATE_MS = 600_000;

const FORM = /^rro_([0-9a-f]{32})_([1-9]\d{12})_[A-Za-z0-9_-]{43}$/;

/** A started login; none of it changes on the way to the provider and back. */
export interface OauthLogin {
  oauthType: OauthType;
  redirectUri: string;
  /** A secret that only the browser or client that started it knows; null if it sent none. */
  browserSecret: string | null;
}

/** The id of a state, and its expiry in epoch ms. */
export interface OauthStateOf {
  id: string;
  expiresAt: number;
}

/**
 * Writes the `state` of a login (RFC 6749 10.12): it is bound to this login, and cannot be forged without the pepper.
 */
export const writeOauthState = (login: OauthLogin, of: OauthStateOf, pepper: Uint8Array): string =>
  `rro_${of.id}_${of.expiresAt}_${proof(login, of, pepper)}`;

/** Verifies a state; null if it does not belong to this login, or has expired. */
export function verifyOauthState(
  state: string,
  login: OauthLogin,
  { pepper, now }: { pepper: Uint8Array; now: number },
): OauthStateOf | null {
  const [, id, end] = FORM.exec(state) ?? [];
  if (id === undefined || end === undefined) return null;
  const of = { id, expiresAt: Number(end) };
  const isOurs = timingSafeEqual(Buffer.from(state), Buffer.from(writeOauthState(login, of, pepper)));
  return isOurs && now < of.expiresAt ? of : null;
}

/**
 * Derives the PKCE verifier and the nonce of a state (RFC 7636, OpenID Connect Core 3.1.2.1): they are not stored, and
 * cannot be derived without the pepper.
 */
export const oauthSecrets = (state: string, pepper: Uint8Array): { verifier: string; nonce: string } => ({
  verifier: mac(['oauth-verifier', state], pepper),
  nonce: mac(['oauth-nonce', state], pepper),
});

const proof = (
  { oauthType, redirectUri, browserSecret }: OauthLogin,
  { id, expiresAt }: OauthStateOf,
  pepper: Uint8Array,
) => mac(['oauth-state', id, expiresAt, oauthType, redirectUri, browserSecret], pepper);

const mac = (parts: readonly (string | number | null)[], pepper: Uint8Array): string =>
  createHmac('sha256', pepper).update(JSON.stringify(parts)).digest('base64url');
