import { importJWK, SignJWT } from 'jose';
import { manifestsOf, pinsOf } from '../support/evaluation/evaluation-manifests.ts';
import { PROCESS_RUNNER_VERSION, startedFederatedRun } from '../support/evaluation/federated-run.ts';
import { hostKey, TOKEN_URL } from '../support/stages/federated-stage.ts';

/** Calls the endpoints as an admin and returns the body of the response. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

const BASE = '/api/v1/eval';

/** Creates an ended evaluation, and every other object that requests of the evaluation API may name. */
export async function evaluated(ask: Ask, appId: string, targetEnv: string): Promise<Record<string, string>> {
  const manifests = manifestsOf({ appId, targetEnv });
  for (const [kind, content] of Object.entries(manifests)) await kept(ask, kind, content);
  const pins = pinsOf(manifests);
  const { workflow_version_digest: workflowDigest } = await ask('POST', `${BASE}/resolve`, pins);
  const runId = await begunRun(ask, workflowDigest);
  const ended = `${BASE}/runs/${runId}/events?type=workflow.completed&wait_seconds=20`;
  while ((await ask('GET', ended)).data.length === 0);
  const { attempts, gate, native_result_artifact } = await ask('GET', `${BASE}/runs/${runId}`);
  const { score_id: scoreId } = await ask('POST', '/api/v2/scores', {
    target_type: 'trace',
    target_id: 'trace-1',
    name: 'helpfulness',
    value: 0.8,
  });
  const { config_id: configId } = await ask('POST', '/api/v2/score-configs', {
    config_id: 'helpfulness-1',
    name: 'helpfulness',
    data_type: 'numeric',
    min: 0,
    max: 1,
  });
  const pendingDigest = `sha256:${'5'.repeat(64)}`;
  await ask('POST', `${BASE}/artifacts`, {
    kind: 'log',
    media_type: 'text/plain',
    digest: pendingDigest,
    size_bytes: 7,
  });
  await openedHost(ask, 'fuzz');
  const federated = await startedFederatedRun(async (...given) => ({ status: 201, body: await ask(...given) }));
  return {
    workflowDigest,
    runId,
    scoreId,
    configId,
    pendingDigest,
    runnerDigest: PROCESS_RUNNER_VERSION,
    leaseId: `lease_${federated.slice('wrun_'.length)}_001_1`,
    attemptId: attempts[0].attempt_id,
    gateDecisionId: gate.gate_decision_id,
    artifactDigest: native_result_artifact,
    policyDigest: pins.gate_policy.version,
  };
}

/** Recreates objects that requests of the evaluation API may have deleted or ended. `name` is a new name. */
export async function renewedEvaluation(ask: Ask, { appId, workflow_version_digest, name }: Renewal) {
  const host = await openedHost(ask, name);
  const { policy_id: policyId } = await ask('POST', `${BASE}/online-policies`, {
    name,
    enabled: false,
    allow_live: true,
    filter: { app_id: appId },
    workflow_version_digest,
    sampling: { rate: 1 },
    schedule: { every_s: 3600 },
  });
  const { backfill_id: backfillId } = await ask('POST', `${BASE}/online-policies/${policyId}/backfills`, {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date().toISOString(),
    max_targets: 1,
  });
  const waitingRunId = await begunRun(ask, workflow_version_digest);
  return { ...host, policyId, backfillId, waitingRunId };
}

interface Renewal {
  appId: string;
  workflow_version_digest: string;
  name: string;
}

/** A federated worker with a token. */
async function openedHost(ask: Ask, name: string) {
  const key = await hostKey();
  const { host_id: hostId } = await ask('POST', `${BASE}/hosts`, {
    name,
    public_key_jwk: key.jwk,
    runner_versions: [PROCESS_RUNNER_VERSION],
    capabilities: ['runtime.process'],
    protocol: { min: 1, max: 1 },
  });
  const assertion = await new SignJWT({ jti: name })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(hostId)
    .setSubject(hostId)
    .setAudience(TOKEN_URL)
    .setIssuedAt()
    .setExpirationTime('50s')
    .sign(await importJWK(key.private, 'EdDSA'));
  const { access_token: hostToken } = await ask('POST', `${BASE}/hosts/token`, { assertion });
  return { hostId, keyId: key.keyid, hostToken };
}

/** Starts a run of a workflow version. */
async function begunRun(ask: Ask, workflow_version_digest: string): Promise<string> {
  return (await ask('POST', `${BASE}/runs`, { workflow_version_digest })).workflow_run_id;
}

const kept = (ask: Ask, kind: string, content: unknown) =>
  ask('POST', `${BASE}/artifacts`, { kind, media_type: 'application/json', content });

/** Members that are lists of the named id. */
export const EVALUATION_LISTS: Readonly<Record<string, string>> = { runner_versions: '@runnerDigest' };

/** Values for members of evaluation API requests. `@name` is the id of that name. */
export const EVALUATION_IDS: Readonly<Record<string, readonly string[]>> = {
  runId: ['@runId', '@runId', '@waitingRunId'],
  workflow_run_id: ['@runId', '@runId', '@waitingRunId'],
  baseline_run_id: ['@runId'],
  attemptId: ['@attemptId'],
  attempt_id: ['@attemptId'],
  gateDecisionId: ['@gateDecisionId'],
  scoreId: ['@scoreId'],
  score_id: ['@scoreId', 'score-1'],
  configId: ['@configId'],
  config_id: ['@configId'],
  target_id: ['@runId', '@attemptId', 'trace-1'],
  digest: ['@workflowDigest', '@artifactDigest', '@pendingDigest', '@policyDigest'],
  version: ['@policyDigest'],
  workflow_version_digest: ['@workflowDigest'],
  policyId: ['@policyId'],
  backfillId: ['@backfillId'],
  hostId: ['@hostId'],
  keyid: ['@keyId'],
  leaseId: ['@leaseId'],
  'If-Match': ['"1"', '"2"'],
  wait_seconds: ['0', '1'],
};
