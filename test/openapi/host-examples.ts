import { ASSERTION_EXAMPLE } from '../../functions/evaluation/hosts/api/host-token.doc.ts';
import { ENVELOPE_EXAMPLE } from '../../functions/evaluation/hosts/api/publish-events.doc.ts';
import { HOST_EXAMPLE } from '../../functions/evaluation/hosts/api/shown-host.ts';
import { LEASE_EXAMPLE } from '../../functions/evaluation/hosts/api/shown-lease.ts';
import { type OpenedHost, openHost } from '../support/evaluation/evaluation-tenant.ts';
import { PROCESS_RUNNER_VERSION, startedFederatedRun } from '../support/evaluation/federated-run.ts';
import { call } from '../support/running-service.ts';
import { envelopeOf } from '../support/stages/federated-stage.ts';

const HOSTS = '/api/v1/eval/hosts';
/** The key with the thumbprint that the examples use. */
const KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

/**
 * Preconditions of the examples of federated workers (evaluation 3.11), with the replacements of their values.
 * `authorization` is the header to send.
 */
export function hostExamples(urlOf: () => string): Readonly<Record<string, () => Promise<Record<string, string>>>> {
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(urlOf(), method, path, body, headers);
  const post = async (path: string, body: unknown, headers?: Record<string, string>) =>
    (await ask('POST', path, body, headers)).body;
  const newHost = () => openHost({ tenant: 'default', ask }, urlOf(), [PROCESS_RUNNER_VERSION]);
  const registered = async () => ({ [HOST_EXAMPLE.hostId]: (await newHost()).hostId });

  /** A host, and an attempt that waits for it. */
  async function waited(): Promise<{ host: OpenedHost; words: Record<string, string> }> {
    const host = await newHost();
    const runId = await startedFederatedRun(ask);
    for (;;) {
      const { attempts } = (await ask('GET', `/api/v1/eval/runs/${runId}`)).body;
      if (attempts[0]?.status === 'queued')
        return { host, words: { ...host.bearer, [LEASE_EXAMPLE.runner]: PROCESS_RUNNER_VERSION } };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function leased() {
    const { host } = await waited();
    const lease = await post('/api/v1/eval/leases', { runner_versions: [PROCESS_RUNNER_VERSION] }, host.bearer);
    return { host, lease, words: { ...host.bearer, [LEASE_EXAMPLE.leaseId]: String(lease.lease_id) } };
  }

  async function signed(): Promise<Record<string, string>> {
    const { host, lease } = await leased();
    const [now, soon] = [Date.now(), Date.now() + 60_000].map((at) => new Date(at).toISOString());
    const { attempt_id, workflow_run_id } = lease.attempt;
    const { lease_epoch } = lease;
    const batch = {
      schema: 'eval.event-batch/v1',
      batch_id: 'batch-1',
      tenant_id: 'default',
      host_id: host.hostId,
      workflow_run_id,
      attempt_id,
      lease_epoch,
      first_host_sequence: 1,
      issued_at: now,
      expires_at: soon,
      events: [{ host_sequence: 1, type: 'framework.attempted', timestamp: now, payload: { status: 'runner_error' } }],
    };
    const { payload, signatures } = envelopeOf(JSON.stringify(batch), host.key);
    return {
      ...host.bearer,
      [ENVELOPE_EXAMPLE.payload]: payload,
      [HOST_EXAMPLE.keyid]: host.key.keyid,
      [ENVELOPE_EXAMPLE.signatures[0]?.sig ?? '']: signatures[0]?.sig ?? '',
    };
  }

  return {
    [`GET ${HOSTS}/{hostId}`]: registered,
    [`DELETE ${HOSTS}/{hostId}`]: registered,
    [`POST ${HOSTS}/{hostId}/keys`]: registered,
    async [`DELETE ${HOSTS}/{hostId}/keys/{keyid}`]() {
      const words = await registered();
      await post(`${HOSTS}/${words[HOST_EXAMPLE.hostId]}/keys`, { public_key_jwk: KEY });
      return words;
    },
    [`POST ${HOSTS}/token`]: async () => ({ [ASSERTION_EXAMPLE]: await (await newHost()).assertion() }),
    'POST /api/v1/eval/leases': async () => (await waited()).words,
    'POST /api/v1/eval/leases/{leaseId}/heartbeat': async () => (await leased()).words,
    'POST /api/v1/eval/events/publish': signed,
  };
}
