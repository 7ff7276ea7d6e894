import { CompactEncrypt, compactDecrypt, errors, importJWK } from 'jose';
import * as v from 'valibot';
import { keyText } from './sealer.ts';

/** How the key of a file is sealed (RFC 7518). */
export const ALGORITHM = 'ECDH-ES+A256KW';
const KEY_BYTES = 32;

const publicEntries = { kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string(), kid: v.string() };

/** The public key of a service, which recordings in files are sealed to (RFC 7517). */
export const PublicJwk = v.object({ ...publicEntries, use: v.literal('enc'), alg: v.literal(ALGORITHM) });
export type PublicJwk = v.InferOutput<typeof PublicJwk>;

/** The private key of a service. */
export const PrivateJwk = v.object({ ...publicEntries, d: v.string() });
export type PrivateJwk = v.InferOutput<typeof PrivateJwk>;

/** Parses a public key; null if a text holds none. */
export function parsePublicJwk(text: string): PublicJwk | null {
  const jwk = v.safeParse(v.pipe(v.string(), v.parseJson(), PublicJwk), text);
  return jwk.success ? jwk.output : null;
}

/** The public part of a key pair. */
export const publicJwkOf = ({ d: _, ...jwk }: PrivateJwk): PublicJwk => ({ ...jwk, use: 'enc', alg: ALGORITHM });

/** A data key of a file, sealed to a service as compact JWE (RFC 7516). */
export const sealFileKey = async (key: Uint8Array, { use: _, alg, ...jwk }: PublicJwk): Promise<string> =>
  new CompactEncrypt(key)
    .setProtectedHeader({ alg, enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, ALGORITHM));

/** The data key of a file, as `sealerOf` takes it; null if it was sealed to another service, or changed. */
export async function openFileKey(sealed: string, jwk: PrivateJwk): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, await importJWK(jwk, ALGORITHM), {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return plaintext.byteLength === KEY_BYTES ? fileKeyText(plaintext) : null;
  } catch (fault) {
    if (fault instanceof errors.JOSEError) return null;
    throw fault;
  }
}

/** A data key of a file, as `sealerOf` takes it. */
export const fileKeyText = (key: Uint8Array): string =>
  keyText([{ number: 1, key: Buffer.from(key).toString('base64url') }]);
