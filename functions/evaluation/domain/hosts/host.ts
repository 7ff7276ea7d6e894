import { calculateJwkThumbprint } from 'jose';
import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { CapabilityId, ProtocolRange } from '../manifests/manifests.ts';
import type { HostCapabilities } from './host-capabilities.ts';

/** Maximum valid keys of a host, so that one can replace the other (evaluation 3.11). */
export const MAX_HOST_KEYS = 2;
/** Maximum active hosts of a tenant. */
export const MAX_HOSTS = 100;

const Text = v.pipe(
  v.string(),
  v.regex(/\S/),
  v.maxLength(200),
  v.check((text) => text.isWellFormed()),
);

/** `host_<ULID>`. */
export const HostId = v.pipe(v.string(), v.regex(/^host_[0-7][0-9A-HJKMNP-TV-Z]{25}$/));

/** 32 bytes in canonical base64url. */
const Bytes32 = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{43}$/),
  v.check((text) => Buffer.from(text, 'base64url').toString('base64url') === text),
);

/** A public Ed25519 key (RFC 8037). */
export const PublicKey = v.object({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: Bytes32 });
export type PublicKey = v.InferOutput<typeof PublicKey>;

/** A public key as callers send it. A private key is rejected. */
export const SentKey = v.object({ ...PublicKey.entries, d: v.optional(v.undefined()) });

const HostKey = v.object({
  /** RFC 7638 thumbprint. */
  keyid: v.string(),
  jwk: PublicKey,
  /** Epoch ms. */
  created_at: v.number(),
});
export type HostKey = v.InferOutput<typeof HostKey>;

/** What a host states about itself (evaluation 3.11). */
const facts = {
  name: Text,
  capabilities: v.pipe(v.array(CapabilityId), v.maxLength(100)),
  protocol: ProtocolRange,
  /** Its runners, by the digests of their manifests. */
  runner_versions: v.pipe(v.array(Digest), v.minLength(1), v.maxLength(100)),
};

/** Body of POST /hosts (evaluation 3.11). */
export const HostBody = v.object({
  ...facts,
  capabilities: v.optional(facts.capabilities, []),
  public_key_jwk: SentKey,
  residency: v.nullish(Text, null),
});

/** A federated worker as stored (evaluation 3.11). Times are epoch ms. */
export const Host = v.object({
  host_id: HostId,
  ...facts,
  /** Where its data stays. Null if not stated. */
  residency: v.nullable(v.string()),
  /** One or two keys, newest last. */
  keys: v.array(HostKey),
  created_by: v.string(),
  created_at: v.number(),
  revoked_at: v.nullable(v.number()),
  /** Incremented by each change. */
  version: v.number(),
});
export type Host = v.InferOutput<typeof Host>;

/** keyid of a key: its RFC 7638 thumbprint (evaluation 5.11). */
export const keyidOf = ({ kty, crv, x }: PublicKey): Promise<string> => calculateJwkThumbprint({ kty, crv, x });

/** Capabilities of a host, as negotiation sees them. */
export const capabilitiesOf = ({
  host_id,
  capabilities,
  protocol,
  runner_versions,
  residency,
  revoked_at,
}: Host): HostCapabilities => ({
  host_id,
  capabilities,
  protocol,
  runner_versions,
  residency,
  revoked: revoked_at !== null,
});
