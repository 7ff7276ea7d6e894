import { decodeJwt, errors, importJWK, jwtVerify } from 'jose';
import * as v from 'valibot';
import { HostId, type HostKey } from './host.ts';

/** Maximum lifetime of an assertion (evaluation 3.11). */
const ASSERTION_SECONDS = 60;
/** Maximum clock difference between a host and the service. */
export const ASSERTION_TOLERANCE_SECONDS = 30;

const MAX_LENGTH = 4096;

const Issuer = v.object({ iss: HostId });

/** No other members: a header that contains or names its own key is rejected (RFC 8725). */
const Header = v.strictObject({
  /** Ed25519 by its old and its new name (RFC 8037, RFC 9864). */
  alg: v.picklist(['EdDSA', 'Ed25519']),
  typ: v.optional(v.picklist(['JWT', 'jwt'])),
  kid: v.optional(v.string()),
});

const Claims = v.pipe(
  v.object({
    aud: v.string(),
    iat: v.number(),
    exp: v.number(),
    jti: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/)),
  }),
  v.check(({ iat, exp }) => exp - iat <= ASSERTION_SECONDS),
);

/** Claims of a valid assertion. `exp` is in epoch seconds. */
export interface Assertion {
  keyid: string;
  jti: string;
  exp: number;
}

/** The issuer that an assertion claims, unverified. Null if it claims none. */
export function issuerOf(assertion: string): string | null {
  if (assertion.length > MAX_LENGTH) return null;
  try {
    const parsed = v.safeParse(Issuer, decodeJwt(assertion));
    return parsed.success ? parsed.output.iss : null;
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return null;
    throw fault;
  }
}

/**
 * Claims of an assertion (RFC 7523). Null unless it is signed with one of these keys, for this audience only, and
 * currently valid.
 */
export async function verifyAssertion(
  assertion: string,
  { host_id, keys, audience, now }: { host_id: string; keys: readonly HostKey[]; audience: string; now: number },
): Promise<Assertion | null> {
  for (const { keyid, jwk } of keys) {
    try {
      const { payload, protectedHeader } = await jwtVerify(assertion, await importJWK(jwk, 'EdDSA'), {
        algorithms: ['EdDSA', 'Ed25519'],
        issuer: host_id,
        subject: host_id,
        audience,
        currentDate: new Date(now),
        clockTolerance: ASSERTION_TOLERANCE_SECONDS,
        maxTokenAge: ASSERTION_SECONDS,
        requiredClaims: ['iat', 'exp', 'jti'],
      });
      const header = v.safeParse(Header, protectedHeader);
      const claims = v.safeParse(Claims, payload);
      if (!header.success || !claims.success) return null;
      return { keyid, jti: claims.output.jti, exp: claims.output.exp };
    } catch (fault) {
      if (!(fault instanceof errors.JOSEError)) throw fault;
    }
  }
  return null;
}
