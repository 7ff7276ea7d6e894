import { type CryptoKey, SignJWT } from 'jose';
import * as v from 'valibot';
import { signedClaims, TOKEN_ALGORITHM, TOKEN_ISSUER, type TokenKind } from './signed-claims.ts';

/** Lifetimes of interface 4.8 and SVC_GUEST_LOGIN. */
export const ACCESS_TOKEN_MS = 3_600_000;
export const GUEST_TOKEN_MS = 900_000;

/** Distinguishes an access token from the service's other tokens. */
const KIND: TokenKind = {
  typ: 'at+jwt',
  audience: 'replay-regression-service/api',
  lifeMs: ACCESS_TOKEN_MS,
  requiredClaims: ['sub', 'tid', 'sid', 'jti', 'iat', 'exp'],
};

const text = v.pipe(v.string(), v.nonEmpty());

const ClaimsObject = v.object({
  /** The user's name. */
  sub: text,
  /** The tenant (evaluation 3.2). */
  tid: text,
  /** The session, which may have ended. */
  sid: text,
  jti: text,
  /** The generation of the refresh token that came with it; of guests and in tokens of earlier versions none. */
  gen: v.optional(v.number()),
  iat: v.number(),
  exp: v.number(),
});

/** None of our tokens lives longer than an hour, regardless of who had it signed. */
const Claims = v.pipe(
  ClaimsObject,
  v.check(({ iat, exp }) => exp - iat <= ACCESS_TOKEN_MS / 1000),
);
export type AccessClaims = Pick<v.InferOutput<typeof Claims>, 'sub' | 'sid' | 'jti' | 'gen'> & { tenant: string };

/** The claims of a valid token; `exp` in epoch seconds. */
export type TokenClaims = AccessClaims & Pick<v.InferOutput<typeof Claims>, 'exp'>;

/** Signs an access token with a lifetime in ms; it expires at a whole second, which is returned (epoch ms). */
export async function writeAccessToken(
  { sub, tenant, ...claims }: AccessClaims,
  { kid, key, now, lifeMs }: { kid: string; key: CryptoKey; now: number; lifeMs: number },
): Promise<{ accessToken: string; expiresAt: number }> {
  const iat = Math.floor(now / 1000);
  const exp = iat + lifeMs / 1000;
  const accessToken = await new SignJWT({ ...claims, tid: tenant })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: KIND.typ, kid })
    .setSubject(sub)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(KIND.audience)
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(key);
  return { accessToken, expiresAt: exp * 1000 };
}

/**
 * Returns the claims of an access token; null unless it is one of ours, signed by a key that `keyOf` knows, and
 * currently valid (facts: auth).
 */
export async function verifyAccessToken(
  token: string,
  using: { keyOf(kid: string): CryptoKey | undefined; now: number },
): Promise<TokenClaims | null> {
  const claims = v.safeParse(Claims, await signedClaims(token, KIND, using));
  if (!claims.success) return null;
  const { tid, ...rest } = claims.output;
  return { ...rest, tenant: tid };
}
