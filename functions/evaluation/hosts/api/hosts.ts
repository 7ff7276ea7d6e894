import { NO_CONTENT, ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { isoText, isoTextOrNull } from '../../../platform/time/iso-text.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { type Host, HostBody, type HostKey, keyidOf, type PublicKey } from '../../domain/hosts/host.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import { hostDocs, KeyBody } from './hosts.doc.ts';

const PATH = '/api/v1/eval/hosts';

/** Registers a federated worker (evaluation 3.11). */
export const registerHost = evaluationEndpoint({
  method: 'POST',
  path: PATH,
  scope: 'eval:admin',
  audits: 'host.registered',
  body: EVALUATION_BODY,
  doc: hostDocs.registerHost,

  async answer(
    { body, caller },
    { evaluation, audit, now, newId, log }: EvaluationUses<'federatedHosts', 'audit' | 'now' | 'newId' | 'log'>,
  ) {
    const read = validateBody(HostBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const { public_key_jwk, ...facts } = read.value;
    const created_at = now();
    const key = await keyOf(public_key_jwk, created_at);
    const host: Host = {
      host_id: `host_${ulidOf(created_at, newId())}`,
      ...facts,
      keys: [key],
      created_by: caller.name,
      created_at,
      revoked_at: null,
      version: 1,
    };
    const { host_id } = host;
    if (!(await evaluation.federatedHosts.add(host)))
      return problem('limit_reached', 'The maximum number of active hosts is reached.');
    log.info('evaluation host registered', { host_id, keyid: key.keyid });
    await audit.note(caller, 'host.registered', { hostId: host_id, keyid: key.keyid });
    return { status: 201, headers: { location: `${PATH}/${host_id}` }, body: { host_id, keyid: key.keyid } };
  },
});

/** Lists all hosts, newest first, including revoked ones. */
export const listHosts = evaluationEndpoint({
  method: 'GET',
  path: PATH,
  scope: 'eval:read',
  doc: hostDocs.listHosts,

  async answer(request, { evaluation }: EvaluationUses<'federatedHosts'>) {
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    const { items, next } = await evaluation.federatedHosts.page(page.value);
    return listPage(request, { items: items.map(hostView), next });
  },
});

/** Returns one host. */
export const readHost = evaluationEndpoint({
  method: 'GET',
  path: `${PATH}/{hostId}`,
  scope: 'eval:read',
  doc: hostDocs.readHost,

  async answer({ params: { hostId = '' } }, { evaluation }: EvaluationUses<'federatedHosts'>) {
    const host = await evaluation.federatedHosts.find(hostId);
    return host ? ok(hostView(host)) : noHost();
  },
});

/** Revokes a host immediately (evaluation 3.11). Idempotent. */
export const revokeHost = evaluationEndpoint({
  method: 'DELETE',
  path: `${PATH}/{hostId}`,
  scope: 'eval:admin',
  audits: 'host.revoked',
  doc: hostDocs.revokeHost,

  async answer(
    { params: { hostId = '' }, caller },
    { evaluation, audit, log }: EvaluationUses<'federatedHosts', 'audit' | 'log'>,
  ) {
    const revoked = await evaluation.federatedHosts.revoke(hostId);
    if (revoked === undefined) return noHost();
    if (revoked === null) return NO_CONTENT;
    log.info('evaluation host revoked', { host_id: hostId });
    await audit.note(caller, 'host.revoked', { hostId });
    return NO_CONTENT;
  },
});

/** Adds a second key for key rotation (evaluation 3.11, 5.11). */
export const addHostKey = evaluationEndpoint({
  method: 'POST',
  path: `${PATH}/{hostId}/keys`,
  scope: 'eval:admin',
  audits: 'host.key-added',
  body: EVALUATION_BODY,
  doc: hostDocs.addHostKey,

  async answer(
    { params: { hostId = '' }, body, caller },
    { evaluation, audit, now, log }: EvaluationUses<'federatedHosts', 'audit' | 'now' | 'log'>,
  ) {
    const read = validateBody(KeyBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const key = await keyOf(read.value.public_key_jwk, now());
    const host = await evaluation.federatedHosts.addKey(hostId, key);
    if (host === undefined) return noHost();
    if (host === null) return problem('limit_reached', 'The host already has two other keys, or was revoked.');
    log.info('key of an evaluation host added', { host_id: hostId, keyid: key.keyid });
    await audit.note(caller, 'host.key-added', { hostId, keyid: key.keyid });
    return { status: 201, body: { host_id: hostId, keyid: key.keyid } };
  },
});

/** Removes a key immediately. The last key can only be removed by revoking the host. */
export const removeHostKey = evaluationEndpoint({
  method: 'DELETE',
  path: `${PATH}/{hostId}/keys/{keyid}`,
  scope: 'eval:admin',
  audits: 'host.key-removed',
  doc: hostDocs.removeHostKey,

  async answer(
    { params: { hostId = '', keyid = '' }, caller },
    { evaluation, audit, log }: EvaluationUses<'federatedHosts', 'audit' | 'log'>,
  ) {
    const host = await evaluation.federatedHosts.removeKey(hostId, keyid);
    if (host === undefined) return problem('not_found', 'There is no such host, or the host has no such key.');
    if (host === null)
      return problem('limit_reached', 'The last key of a host can be removed only by revoking the host.');
    log.info('key of an evaluation host removed', { host_id: hostId, keyid });
    await audit.note(caller, 'host.key-removed', { hostId, keyid });
    return NO_CONTENT;
  },
});

const noHost = () => problem('not_found', 'There is no such host.');

const keyOf = async ({ kty, crv, x }: PublicKey, created_at: number): Promise<HostKey> => {
  const jwk = { kty, crv, x };
  return { keyid: await keyidOf(jwk), jwk, created_at };
};

function hostView({ version: _, ...host }: Host) {
  return {
    ...host,
    keys: host.keys.map((key) => ({ ...key, created_at: isoText(key.created_at) })),
    created_at: isoText(host.created_at),
    revoked_at: isoTextOrNull(host.revoked_at),
  };
}
