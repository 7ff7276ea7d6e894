import { type CryptoKey, SignJWT } from 'jose';
import * as v from 'valibot';
import { signedClaims, TOKEN_ALGORITHM, TOKEN_ISSUER, type TokenKind } from './signed-claims.ts';

/** How long a user without a tenant has time to accept an invitation. */
const LOGIN_TICKET_MS = 600_000;

/** Distinguishes a ticket from the service's other tokens: it opens invitations only. */
const KIND: TokenKind = {
  typ: 'login-ticket+jwt',
  audience: 'replay-regression-service/invitations',
  lifeMs: LOGIN_TICKET_MS,
  requiredClaims: ['sub', 'jti', 'iat', 'exp'],
};

const Claims = v.object({ sub: v.pipe(v.string(), v.nonEmpty()) });

/** Signs a ticket that says who has logged in. */
export async function writeLoginTicket(
  { userName, id }: { userName: string; id: string },
  { kid, key, now }: { kid: string; key: CryptoKey; now: number },
): Promise<string> {
  const iat = Math.floor(now / 1000);
  return new SignJWT({ jti: id })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: KIND.typ, kid })
    .setSubject(userName)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(KIND.audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + LOGIN_TICKET_MS / 1000)
    .sign(key);
}

/** The user name of a valid ticket; null if it is not one of ours, or has expired. */
export async function verifyLoginTicket(
  ticket: string,
  using: { keyOf(kid: string): CryptoKey | undefined; now: number },
): Promise<string | null> {
  const claims = v.safeParse(Claims, await signedClaims(ticket, KIND, using));
  return claims.success ? claims.output.sub : null;
}
