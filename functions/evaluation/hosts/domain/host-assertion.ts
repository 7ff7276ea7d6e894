import { decodeJwt, errors, importJWK, jwtVerify } from 'jose';
import * as v from 'valibot';
import { HostId, type HostKey } from './host.ts';

/** An assertion lasts so long at most (evaluation 3.11). */
export const ASSERTION_SECONDS = 60;
/** How far a host's clock may be from ours. */
export const ASSERTION_TOLERANCE_SECONDS = 30;

const MOST_CHARACTERS = 4096;

const Issuer = v.object({ iss: HostId });

/** Nothing but these: what brings or names a key of its own is refused (RFC 8725). */
const Header = v.strictObject({
  /** Ed25519 by its old name and by its own (RFC 8037, RFC 9864). */
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

/** What an assertion that holds says; `exp` in epoch seconds. */
export interface Assertion {
  keyid: string;
  jti: string;
  exp: number;
}

/** Whom an assertion says that it is of; null where it says nothing that could be. Nothing of it is proven yet. */
export function issuerOf(assertion: string): string | null {
  if (assertion.length > MOST_CHARACTERS) return null;
  try {
    const read = v.safeParse(Issuer, decodeJwt(assertion));
    return read.success ? read.output.iss : null;
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return null;
    throw fault;
  }
}

/** What an assertion says (RFC 7523); null unless one of these keys signed it, for this audience and no other, and it is in force now. */
export async function readAssertion(
  assertion: string,
  { host_id, keys, audience, now }: { host_id: string; keys: readonly HostKey[]; audience: string; now: number },
): Promise<Assertion | null> {
  for (const { keyid, jwk } of keys) {
    try {
      const { payload, protectedHeader } = await jwtVerify(assertion, await importJWK(jwk, 'EdDSA'), {
        algorithms: ['EdDSA', 'Ed25519'],
        ...{ issuer: host_id, subject: host_id, audience },
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
