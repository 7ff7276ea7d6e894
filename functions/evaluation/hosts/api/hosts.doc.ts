import * as v from 'valibot';
import { docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { deleteDoc, listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { HostBody, SentKey } from '../../domain/hosts/host.ts';
import {
  HOST_EXAMPLE,
  HOST_FACTS_EXAMPLE,
  HOST_KEY_EXAMPLE,
  REGISTERED_KEY_EXAMPLE,
  RegisteredKey,
  SHOWN_HOST_EXAMPLE,
  ShownHost,
} from './shown-host.ts';

const params = {
  hostId: { schema: v.string(), description: 'Id of a host.', example: HOST_EXAMPLE.hostId },
  keyid: { schema: v.string(), description: 'Thumbprint of a key (RFC 7638).', example: HOST_EXAMPLE.keyid },
};

/** Body of POST /hosts/{hostId}/keys (evaluation 5.11). */
export const KeyBody = v.object({ public_key_jwk: SentKey });

/** What the OpenAPI document says of federated workers (evaluation 3.11, 5.11). */
export const hostDocs = docs('Evaluation hosts', {
  registerHost: {
    summary: 'Register a federated worker',
    description:
      'Takes a public key (Ed25519) and refuses a private one. `runner_versions` are digests of runner manifests. With `capabilities`, `protocol` and `residency`, they decide which attempts the host may take. The maximum is 100 active hosts.',
    request: json(named('HostToRegister', HostBody), { ...HOST_FACTS_EXAMPLE, public_key_jwk: HOST_KEY_EXAMPLE }),
    responses: { 201: json(RegisteredKey, REGISTERED_KEY_EXAMPLE) },
    refusals: problemDocs('limit_reached', 'validation_failed', 'invalid_digest'),
  },
  listHosts: listDoc(ShownHost, SHOWN_HOST_EXAMPLE, { summary: 'List federated workers, newest first' }),
  readHost: readDoc(ShownHost, SHOWN_HOST_EXAMPLE, { summary: 'Read a federated worker', params }),
  revokeHost: deleteDoc({
    summary: 'Revoke a federated worker',
    description: 'Takes effect immediately and permanently: its tokens and keys are refused, and its leases expire.',
    params,
  }),
  addHostKey: {
    summary: 'Add a second key to a federated worker',
    description:
      'A host has at most two keys. To replace a key, add the new one, let the worker use it, and remove the old one.',
    params,
    request: json(named('HostKeyToAdd', KeyBody), { public_key_jwk: HOST_KEY_EXAMPLE }),
    responses: { 201: json(RegisteredKey, REGISTERED_KEY_EXAMPLE) },
    refusals: problemDocs('not_found', 'limit_reached', 'validation_failed'),
  },
  removeHostKey: deleteDoc({
    summary: 'Remove a key of a federated worker',
    description:
      'Takes effect immediately: its signatures and tokens are refused. The last key is revoked with its host.',
    params,
    refusals: problemDocs('not_found', 'limit_reached'),
  }),
});
