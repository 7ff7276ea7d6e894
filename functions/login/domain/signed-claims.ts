import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose';
import * as v from 'valibot';
import { jsonOf } from '../../platform/values/json-text.ts';

/** The signature algorithm of the service's tokens. */
export const TOKEN_ALGORITHM = 'ES256';
export const TOKEN_ISSUER = 'replay-regression-service';

/** Maximum clock difference between two hosts. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_LENGTH = 4096;

/** What distinguishes one kind of token from another. */
export interface TokenKind {
  /** The `typ` of the header. */
  typ: string;
  audience: string;
  /** Maximum lifetime, ms. */
  lifeMs: number;
  requiredClaims: string[];
}

/**
 * Returns the claims of one of our tokens; null unless it is of that kind, signed by a key that `keyOf` knows, and
 * currently valid (facts: auth). A header that contains or references its own key is rejected (RFC 8725).
 */
export async function signedClaims(
  token: string,
  { typ, audience, lifeMs, requiredClaims }: TokenKind,
  { keyOf, now }: { keyOf(kid: string): CryptoKey | undefined; now: number },
): Promise<JWTPayload | null> {
  if (token.length > MAX_LENGTH) return null;
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return null;
  const header = v.safeParse(headerOf(typ), jsonOf(Buffer.from(parts[0] ?? '', 'base64url')));
  const key = header.success ? keyOf(header.output.kid) : undefined;
  if (key === undefined) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [TOKEN_ALGORITHM],
      typ,
      audience,
      requiredClaims,
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

/** Only one text is valid for the same bytes: altered texts are rejected, even if decoders would read them alike. */
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
