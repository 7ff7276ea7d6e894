import { type CryptoKey, SignJWT } from 'jose';
import * as v from 'valibot';
import { signedClaims, TOKEN_ALGORITHM, TOKEN_ISSUER, type TokenKind } from '../../../login/domain/signed-claims.ts';
import { HOST_SCOPE } from '../../../platform/values/scope.ts';
import { HostId } from './host.ts';

/** Lifetime of a host token (evaluation 3.11). */
export const HOST_TOKEN_MS = 900_000;

/** Distinguishes a host token from an access token, so that neither is accepted as the other. */
const KIND: TokenKind = {
  typ: 'host+jwt',
  audience: 'replay-regression-service/hosts',
  lifeMs: HOST_TOKEN_MS,
  requiredClaims: ['hid', 'tid', 'scope', 'cnf', 'jti', 'iat', 'exp'],
};

const text = v.pipe(v.string(), v.nonEmpty());

const Claims = v.object({
  hid: HostId,
  tid: text,
  scope: v.literal(HOST_SCOPE),
  /** Thumbprint of the key that the token was issued for. */
  cnf: v.object({ jkt: text }),
});

/** The holder of a host token. */
export interface HostClaims {
  host_id: string;
  tenant: string;
  jkt: string;
}

/** Signs a host token (evaluation 3.11). `now` is epoch ms. */
export function writeHostToken(
  { host_id, tenant, jkt }: HostClaims,
  { kid, key, now, jti }: { kid: string; key: CryptoKey; now: number; jti: string },
): Promise<string> {
  const iat = Math.floor(now / 1000);
  return new SignJWT({ hid: host_id, tid: tenant, scope: HOST_SCOPE, cnf: { jkt }, jti })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: KIND.typ, kid })
    .setSubject(host_id)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(KIND.audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + HOST_TOKEN_MS / 1000)
    .sign(key);
}

/** Claims of a host token. Null unless the service issued it and it is currently valid. */
export async function verifyHostToken(
  token: string,
  using: { keyOf(kid: string): CryptoKey | undefined; now: number },
): Promise<HostClaims | null> {
  const claims = v.safeParse(Claims, await signedClaims(token, KIND, using));
  if (!claims.success) return null;
  const { hid, tid, cnf } = claims.output;
  return { host_id: hid, tenant: tid, jkt: cnf.jkt };
}
