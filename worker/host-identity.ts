import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import * as v from 'valibot';

/** A private Ed25519 key (RFC 8037) and the host that it is registered for. */
const Identity = v.object({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  x: v.string(),
  d: v.string(),
  host_id: v.optional(v.string()),
});
export type Identity = v.InferOutput<typeof Identity>;

/** The identity of a worker. */
export interface HostIdentity {
  host_id: string;
  keyid: string;
  key: Identity;
}

/** Reads the key of a worker, or creates one in a file that only its owner can read. */
export async function readIdentity(file: string): Promise<Identity> {
  if (existsSync(file)) return v.parse(Identity, JSON.parse(readFileSync(file, 'utf8')));
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const identity = v.parse(Identity, await exportJWK(privateKey));
  saveIdentity(file, identity);
  return identity;
}

/** Replaces the file atomically: a crash leaves the previous one. */
export function saveIdentity(file: string, identity: Identity): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(identity)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The thumbprint by which the service identifies the key (RFC 7638). */
export const keyidOf = ({ kty, crv, x }: Identity): Promise<string> => calculateJwkThumbprint({ kty, crv, x });
