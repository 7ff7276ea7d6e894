import { importJWK, SignJWT } from 'jose';
import { expect } from 'vitest';
import { digestOfJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { recordedGet } from '../fakes/recorded-target.ts';
import { call } from '../running-service.ts';
import { hostKey } from '../stages/federated-stage.ts';
import { randomUUID } from '../test-random.ts';
import { manifestsOf, pinsOf } from './evaluation-manifests.ts';

const BASE = '/api/v1/eval';

/** A caller of a tenant. */
export interface TenantClient {
  readonly tenant: string;
  /** An `authorization` header replaces the key. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TenantAnswer>;
}
export type TenantAnswer = Awaited<ReturnType<typeof call>>;

/** Creates a tenant whose caller has all its scopes. */
export async function openTenant(url: string, tenantId: string): Promise<TenantClient> {
  const { body } = await call(url, 'POST', '/api/tenants', { tenantId });
  const credential = { 'x-api-key': body.key, 'x-tenant-id': tenantId };
  return {
    tenant: tenantId,
    ask(method, path, sent, headers = {}) {
      const own = 'authorization' in headers ? { 'x-api-key': '' } : credential;
      return call(url, method, path, sent, { ...own, ...headers });
    },
  };
}

/** Sends a request that must succeed for the test to be meaningful. */
const asked = async ({ ask }: TenantClient, method: string, path: string, body?: unknown, headers = {}) => {
  const answer = await ask(method, path, body, headers);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};

/** A federated worker of a tenant, with its token. */
export async function openHost({ tenant, ask }: Pick<TenantClient, 'tenant' | 'ask'>, url: string, runners: string[]) {
  const client = { tenant, ask };
  const key = await hostKey();
  const { host_id } = await asked(client, 'POST', `${BASE}/hosts`, {
    name: `${tenant}-worker`,
    public_key_jwk: key.jwk,
    runner_versions: runners,
    capabilities: ['runtime.process'],
    protocol: { min: 1, max: 1 },
  });
  const signer = await importJWK(key.private, 'EdDSA');
  /** Signed by the key of this host, for any issuer. */
  const assertion = (issuer: string = host_id) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(issuer)
      .setSubject(issuer)
      .setAudience(`${url}${BASE}/hosts/token`)
      .setIssuedAt()
      .setExpirationTime('50s')
      .setJti(randomUUID())
      .sign(signer);
  const { access_token } = await asked(client, 'POST', `${BASE}/hosts/token`, { assertion: await assertion() });
  return { hostId: String(host_id), key, assertion, bearer: { authorization: `Bearer ${access_token}` } };
}
export type OpenedHost = Awaited<ReturnType<typeof openHost>>;

/** Ids of every object that a request of the evaluation API may name. */
export type TenantIds = Awaited<ReturnType<typeof seedTenant>>;

/** Creates two of every object in a tenant, so that its lists have a second page, and returns the id of one of each. */
export async function seedTenant(client: TenantClient, url: string, targetEnv: string) {
  const { tenant } = client;
  const ask = (method: string, path: string, body?: unknown) => asked(client, method, path, body);
  const post = (path: string, body: unknown) => ask('POST', `${BASE}${path}`, body);
  const appId = `${tenant}-shop`;
  await ask(
    'POST',
    '/api/recorder/cases',
    ['/a/1', '/a/2'].map((path) => recordedGet(appId, path, { path })),
  );

  // No value of one tenant accidentally equals that of another.
  const limits = { timeout_s: 3600 + tenant.length };
  const manifests = manifestsOf({ appId, targetEnv, limits, subject: `${tenant}-build` });
  const pins = await pinned(manifests);
  const { workflow_version_digest: workflowDigest, lineage_digest: lineageDigest } = await post('/resolve', pins);
  const { workflow_run_id: secondRunId } = await ended(workflowDigest);
  const run = await ended(workflowDigest);
  await post(`/runs/${run.workflow_run_id}/gate-decisions`, { gate_policy: pins.gate_policy });

  const runner = {
    schema: 'eval.runner/v1',
    id: `${tenant}-runner@1`,
    framework: 'replay-regression',
    runtime: 'process',
    protocol: { min: 1, max: 1 },
    result_schema: `${tenant}.result/v1`,
  };
  const runnerDigest = digestOfJson(runner);
  await openHost(client, url, [runnerDigest]);
  const host = await openHost(client, url, [runnerDigest]);
  const federated = await post('/resolve', await pinned({ ...manifests, runner } as never)); // a runner of another kind
  const { workflow_run_id: leasedRunId } = await post('/runs', {
    workflow_version_digest: federated.workflow_version_digest,
  });
  const lease = await asked(
    client,
    ...(['POST', `${BASE}/leases`, { runner_versions: [runnerDigest], wait_seconds: 20 }, host.bearer] as const),
  );
  await post('/runs', { workflow_version_digest: federated.workflow_version_digest });

  await policy();
  const { policyId, backfillId } = await policy();

  const score = async () =>
    ask('POST', '/api/v2/scores', {
      target_type: 'trace',
      target_id: `${tenant}-trace`,
      name: 'helpfulness',
      value: 0.5,
      comment: tenant,
    });
  await score();
  const config = async (n: number) =>
    ask('POST', '/api/v2/score-configs', {
      config_id: `${tenant}-config-${n}`,
      name: 'helpfulness',
      data_type: 'numeric',
      min: 0,
      max: 1,
    });
  await config(1);
  const { digest: logDigest } = await post('/artifacts', {
    kind: 'log',
    media_type: 'text/plain',
    content_base64: btoa(`log of ${tenant}`),
    workflow_run_id: run.workflow_run_id,
  });
  return {
    runId: run.workflow_run_id,
    secondRunId,
    leasedRunId,
    attemptId: run.attempts[0].attempt_id,
    gateDecisionId: run.gate.gate_decision_id,
    lineageDigest,
    workflowDigest,
    logDigest,
    runnerDigest,
    artifactDigest: run.native_result_artifact,
    definitionDigest: pins.framework_definition.digest,
    subjectDigest: pins.subject.version,
    environmentDigest: pins.environment.version,
    policyDigest: pins.gate_policy.version,
    scoreId: (await score()).score_id,
    configId: (await config(2)).config_id,
    traceId: `${tenant}-trace`,
    hostId: host.hostId,
    keyid: host.key.keyid,
    leaseId: lease.lease_id,
    leasedAttemptId: lease.attempt.attempt_id,
    policyId,
    backfillId,
  };

  /** A policy with two versions, two executions and two cancelled backfills. All windows are empty. */
  async function policy() {
    const { policy_id } = await post('/online-policies', {
      name: `${tenant}-${randomUUID()}`,
      enabled: false,
      allow_live: true,
      filter: { app_id: appId },
      workflow_version_digest: workflowDigest,
      sampling: { rate: 1 },
      schedule: { every_s: 3600 },
    });
    const path = `${BASE}/online-policies/${policy_id}`;
    await asked(client, 'PATCH', path, { schedule: { every_s: 7200 } }, { 'if-match': '"1"' });
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    let firstId = '';
    for (const hours of [3, 5]) {
      const window = { from: hoursAgo(hours), to: hoursAgo(hours - 1) };
      await ask('POST', `${path}/run`, window);
      ({ backfill_id: firstId } = await ask('POST', `${path}/backfills`, { ...window, max_targets: 10 }));
      await ask('POST', `${path}/backfills/${firstId}/cancel`);
    }
    return { policyId: policy_id, backfillId: firstId };
  }

  async function pinned(of: ReturnType<typeof manifestsOf>) {
    const named = { ...of, gate_policy: { ...of.gate_policy, name: `${tenant}-release` } };
    for (const [kind, content] of Object.entries(named))
      await post('/artifacts', { kind, media_type: 'application/json', content });
    return pinsOf(named);
  }

  async function ended(workflow_version_digest: string) {
    const { workflow_run_id } = await post('/runs', { workflow_version_digest, labels: { of: tenant } });
    for (;;) {
      const { data } = await ask(
        'GET',
        `${BASE}/runs/${workflow_run_id}/events?type=workflow.completed&wait_seconds=20`,
      );
      if (data.length > 0) return ask('GET', `${BASE}/runs/${workflow_run_id}`);
    }
  }
}

/** Ids of the same format that do not exist. */
export const UNKNOWN_IDS: TenantIds = {
  runId: 'wrun_01KAFP4G80A1B2C3D4E5F6G7H8',
  secondRunId: 'wrun_01KAFP4G80A1B2C3D4E5F6G7H9',
  leasedRunId: 'wrun_01KAFP4G80A1B2C3D4E5F6G7HA',
  attemptId: 'fatt_01KAFP4G80A1B2C3D4E5F6G7H8_001',
  gateDecisionId: 'gdec_01KAFP4G80A1B2C3D4E5F6G7H8',
  lineageDigest: `sha256:${'1e'.repeat(32)}`,
  workflowDigest: `sha256:${'2e'.repeat(32)}`,
  logDigest: `sha256:${'3e'.repeat(32)}`,
  runnerDigest: `sha256:${'4e'.repeat(32)}`,
  artifactDigest: `sha256:${'5e'.repeat(32)}`,
  definitionDigest: `sha256:${'6e'.repeat(32)}`,
  subjectDigest: `sha256:${'7e'.repeat(32)}`,
  environmentDigest: `sha256:${'8e'.repeat(32)}`,
  policyDigest: `sha256:${'9e'.repeat(32)}`,
  scoreId: 'scr_01KAFP4G80A1B2C3D4E5F6G7H8',
  configId: 'nowhere-config-2',
  traceId: 'nowhere-trace',
  hostId: 'host_01KAWDGM00ABCDEFGHJKMNPQRS',
  keyid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  leaseId: 'lease_01KAFP4G80A1B2C3D4E5F6G7HA_001_1',
  leasedAttemptId: 'fatt_01KAFP4G80A1B2C3D4E5F6G7HA_001',
  policyId: 'pol_01KAFP4G80A1B2C3D4E5F6G7H8',
  backfillId: 'bf_01KAFP4G80B1B2C3D4E5F6G7H8',
};
