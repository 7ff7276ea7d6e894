import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { deleteDoc, listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { Host, HostBody, PublicKey, SentKey } from '../../domain/hosts/host.ts';

const KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;
const KEYID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const HOST_ID = 'host_01KAWDGM00ABCDEFGHJKMNPQRS';

/** Ids used in the examples. */
export const HOST_EXAMPLE = { hostId: HOST_ID, keyid: KEYID } as const;

const ShownHost = named(
  'EvaluationHost',
  v.object({
    ...v.omit(Host, ['keys', 'created_at', 'revoked_at', 'version']).entries,
    keys: v.array(v.object({ keyid: v.string(), jwk: PublicKey, created_at: Time })),
    created_at: Time,
    revoked_at: v.nullable(Time),
  }),
);
const FACTS = {
  name: 'gpu-lab-1',
  capabilities: ['runtime.process'],
  protocol: { min: 1, max: 1 },
  runner_versions: [RUN_EXAMPLE.digest],
  residency: 'eu-central-1',
};
const SHOWN: v.InferOutput<typeof ShownHost> = {
  host_id: HOST_ID,
  ...FACTS,
  created_by: EXAMPLE.userName,
  created_at: EXAMPLE.time,
  revoked_at: null,
  keys: [{ keyid: KEYID, jwk: KEY, created_at: EXAMPLE.time }],
};

const params = {
  hostId: { schema: v.string(), description: 'Id of a host.', example: HOST_ID },
  keyid: { schema: v.string(), description: 'Thumbprint of a key (RFC 7638).', example: KEYID },
};

const Registered = v.object({ host_id: v.string(), keyid: v.string() });
const REGISTERED = { host_id: HOST_ID, keyid: KEYID };

/** API documentation of host registration (evaluation 3.11). */
export const registerHostDoc = {
  id: 'registerHost',
  tag: 'Evaluation hosts',
  summary: 'Register a federated worker',
  description:
    'Takes a public key (Ed25519) and refuses a private one. `runner_versions` are digests of runner manifests. With `capabilities`, `protocol` and `residency`, they decide which attempts the host may take. The maximum is 100 active hosts.',
  request: json(named('HostToRegister', HostBody), { ...FACTS, public_key_jwk: KEY }),
  responses: { 201: json(Registered, REGISTERED) },
  refusals: problemDocs('limit_reached', 'validation_failed', 'invalid_digest'),
} satisfies EndpointDoc;

/** API documentation of listing hosts (evaluation 3.11). */
export const listHostsDoc = listDoc(ShownHost, SHOWN, {
  id: 'listHosts',
  tag: 'Evaluation hosts',
  summary: 'List federated workers, newest first',
});

/** API documentation of reading a host (evaluation 3.11). */
export const readHostDoc = readDoc(ShownHost, SHOWN, {
  id: 'readHost',
  tag: 'Evaluation hosts',
  summary: 'Read a federated worker',
  params,
});

/** API documentation of host revocation (evaluation 3.11). */
export const revokeHostDoc = deleteDoc({
  id: 'revokeHost',
  tag: 'Evaluation hosts',
  summary: 'Revoke a federated worker',
  description: 'Takes effect immediately and permanently: its tokens and keys are refused, and its leases expire.',
  params,
});

/** Body of POST /hosts/{hostId}/keys (evaluation 5.11). */
export const KeyBody = v.object({ public_key_jwk: SentKey });

/** API documentation of adding a host key (evaluation 5.11). */
export const addHostKeyDoc = {
  id: 'addHostKey',
  tag: 'Evaluation hosts',
  summary: 'Add a second key to a federated worker',
  description:
    'A host has at most two keys. To replace a key, add the new one, let the worker use it, and remove the old one.',
  params,
  request: json(named('HostKeyToAdd', KeyBody), { public_key_jwk: KEY }),
  responses: { 201: json(Registered, REGISTERED) },
  refusals: problemDocs('not_found', 'limit_reached', 'validation_failed'),
} satisfies EndpointDoc;

/** API documentation of removing a host key (evaluation 5.11). Two keys overlap until the first is removed. */
export const removeHostKeyDoc = deleteDoc({
  id: 'removeHostKey',
  tag: 'Evaluation hosts',
  summary: 'Remove a key of a federated worker',
  description:
    'Takes effect immediately: its signatures and tokens are refused. The last key is revoked with its host.',
  params,
  refusals: problemDocs('not_found', 'limit_reached'),
});
