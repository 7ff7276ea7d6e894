import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { jsonOf } from '../json-text.ts';

/** Interface 4.8 and SVC_GUEST_LOGIN. */
export const ACCESS_TOKEN_MS = 3_600_000;
export const GUEST_TOKEN_MS = 900_000;

const ALGORITHM = 'ES256';
const TYPE = 'at+jwt';
const ISSUER = 'replay-regression-service';
const AUDIENCE = 'replay-regression-service/api';
/** How far the clocks of two hosts may be apart. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MOST_CHARACTERS = 4096;

/** Nothing but these: a header that brings or names a key of its own is none of ours (RFC 8725). */
const Header = v.strictObject({
  alg: v.literal(ALGORITHM),
  typ: v.literal(TYPE),
  kid: v.string(),
});

const text = v.pipe(v.string(), v.nonEmpty());

const ClaimsObject = v.object({
  /** The user's name. */
  sub: text,
  /** The tenant (evaluation 3.2). */
  tid: text,
  /** The session, which may have ended. */
  sid: text,
  jti: text,
  iat: v.number(),
  exp: v.number(),
});

/** No token of ours lasts longer than an hour, whoever got it signed. */
const Claims = v.pipe(
  ClaimsObject,
  v.check(({ iat, exp }) => exp - iat <= ACCESS_TOKEN_MS / 1000),
);
export type AccessClaims = Pick<v.InferOutput<typeof Claims>, 'sub' | 'sid' | 'jti'> & { tenant: string };

/** What a token in force says; `exp` in epoch seconds. */
export type TokenClaims = AccessClaims & Pick<v.InferOutput<typeof Claims>, 'exp'>;

/** Signs an access token of so many ms; its end is in whole seconds, and that is what is told (epoch ms). */
export async function writeAccessToken(
  { sub, tenant, ...claims }: AccessClaims,
  { kid, key, now, lifeMs }: { kid: string; key: CryptoKey; now: number; lifeMs: number },
): Promise<{ accessToken: string; expiresAt: number }> {
  const iat = Math.floor(now / 1000);
  const exp = iat + lifeMs / 1000;
  const accessToken = await new SignJWT({ ...claims, tid: tenant })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(iat)
    .setExpirationTime(exp)
    .sign(key);
  return { accessToken, expiresAt: exp * 1000 };
}

/** What an access token says; null unless it is one of ours, signed by a key that `keyOf` knows, and in force now (facts: auth). */
export async function readAccessToken(
  token: string,
  { keyOf, now }: { keyOf(kid: string): CryptoKey | undefined; now: number },
): Promise<TokenClaims | null> {
  if (token.length > MOST_CHARACTERS) return null;
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return null;
  const header = v.safeParse(Header, jsonOf(Buffer.from(parts[0] ?? '', 'base64url')));
  const key = header.success ? keyOf(header.output.kid) : undefined;
  if (key === undefined) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(now),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: ACCESS_TOKEN_MS / 1000,
      requiredClaims: ['sub', 'tid', 'sid', 'jti', 'iat', 'exp'],
    });
    const claims = v.safeParse(Claims, payload);
    if (!claims.success) return null;
    const { tid, ...rest } = claims.output;
    return { ...rest, tenant: tid };
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return null;
    throw fault;
  }
}

/** One text for the same bytes: what has been changed is refused, though decoders would read it alike. */
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
