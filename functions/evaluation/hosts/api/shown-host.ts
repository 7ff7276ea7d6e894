import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { Host, PublicKey } from '../../domain/hosts/host.ts';

/** A public key. */
export const HOST_KEY_EXAMPLE = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
} as const;

const KEYID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

const HOST_ID = 'host_01KAWDGM00ABCDEFGHJKMNPQRS';

/** Ids used in the examples. */
export const HOST_EXAMPLE = { hostId: HOST_ID, keyid: KEYID } as const;

/** A host in answers (evaluation 3.11). */
export const ShownHost = named(
  'EvaluationHost',
  v.object({
    ...v.omit(Host, ['keys', 'created_at', 'revoked_at', 'version']).entries,
    keys: v.array(v.object({ keyid: v.string(), jwk: PublicKey, created_at: Time })),
    created_at: Time,
    revoked_at: v.nullable(Time),
  }),
);

/** What a host says of itself. */
export const HOST_FACTS_EXAMPLE = {
  name: 'gpu-lab-1',
  capabilities: ['runtime.process'],
  protocol: { min: 1, max: 1 },
  runner_versions: [RUN_EXAMPLE.digest],
  residency: 'eu-central-1',
};

/** An example of a host. */
export const SHOWN_HOST_EXAMPLE: v.InferOutput<typeof ShownHost> = {
  host_id: HOST_ID,
  ...HOST_FACTS_EXAMPLE,
  created_by: EXAMPLE.userName,
  created_at: EXAMPLE.time,
  revoked_at: null,
  keys: [{ keyid: KEYID, jwk: HOST_KEY_EXAMPLE, created_at: EXAMPLE.time }],
};

/** The answer to a new host or key. */
export const RegisteredKey = v.object({ host_id: v.string(), keyid: v.string() });

/** An example of it. */
export const REGISTERED_KEY_EXAMPLE = { host_id: HOST_ID, keyid: KEYID };
