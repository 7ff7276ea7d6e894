import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose';
import * as v from 'valibot';
import { jsonOf } from '../../platform/json-text.ts';

/** What signs the tokens of the service. */
export const TOKEN_ALGORITHM = 'ES256';
export const TOKEN_ISSUER = 'replay-regression-service';

/** How far the clocks of two hosts may be apart. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MOST_CHARACTERS = 4096;

/** What tells one kind of token from the other. */
export interface TokenKind {
  /** Of the header. */
  typ: string;
  audience: string;
  /** Longest life, ms. */
  lifeMs: number;
  requiredClaims: string[];
}

/**
 * The claims of a token of ours; null unless it is of that kind, signed by a key that `keyOf` knows, and in force now (facts: auth). A
 * header that brings or names a key of its own is none of ours (RFC 8725).
 */
export async function signedClaims(
  token: string,
  { typ, audience, lifeMs, requiredClaims }: TokenKind,
  { keyOf, now }: { keyOf(kid: string): CryptoKey | undefined; now: number },
): Promise<JWTPayload | null> {
  if (token.length > MOST_CHARACTERS) return null;
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return null;
  const header = v.safeParse(headerOf(typ), jsonOf(Buffer.from(parts[0] ?? '', 'base64url')));
  const key = header.success ? keyOf(header.output.kid) : undefined;
  if (key === undefined) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [TOKEN_ALGORITHM],
      ...{ typ, audience, requiredClaims },
      issuer: TOKEN_ISSUER,
      currentDate: new Date(now),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: lifeMs / 1000,
    });
    return payload;
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return null;
    throw fault;
  }
}

const headerOf = (typ: string) =>
  v.strictObject({ alg: v.literal(TOKEN_ALGORITHM), typ: v.literal(typ), kid: v.string() });

/** One text for the same bytes: what has been changed is refused, though decoders would read it alike. */
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
