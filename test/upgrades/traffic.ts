import { generateKeyPairSync } from 'node:crypto';
import { manifestsOf, pinsOf } from '../support/evaluation/evaluation-manifests.ts';
import { PROCESS_RUNNER_VERSION } from '../support/evaluation/federated-run.ts';
import { recordedGet } from '../support/fakes/recorded-target.ts';
import { call } from '../support/running-service.ts';

/** A service and the target of its replays. */
interface Replaying {
  url: string;
  target: string;
}

/** A service that is being filled, what its target has seen, and the codes that it mailed. */
export interface Filled extends Replaying {
  /** Paths that the target was asked for. */
  seen(): string[];
  /** The newest code in the outbox. */
  code(): Promise<string>;
}

/** What a part has put in, by names that the test asks for. */
export type Facts = Record<string, string>;

export const ANN = 'ann@shop.test';
export const TRACE = '0af7651916cd43dd8448eb211c80319c';
const APP = 'shop';
const PATHS = ['/orders/1', '/orders/2', '/orders/3', '/items/1', '/items/2'];

/** What a target answers: another price than was recorded at orders, and a time that cannot have been recorded. */
export const answerOf = (path: string) => ({ path, price: path.startsWith('/orders') ? 2 : 1, at: new Date() });

/** What a service can be filled with, in this order; release 0.1.0 has the first two. */
export const PARTS: Readonly<Record<string, (filled: Filled) => Promise<Facts>>> = {
  recordings,
  replay,
  console: consoleRows,
  channels,
  login,
  logs,
  evaluation,
};

/** The body of an answer; throws for anything but success. */
async function ask(
  { url }: Pick<Replaying, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await call(url, method, path, body, headers);
  if (answer.status >= 300 || answer.body?.errorCode)
    throw new Error(`${method} ${path} ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Asks until the answer is as wanted. */
async function until<T>(request: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await request();
    if (isWanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function recordings(filled: Filled): Promise<Facts> {
  await ask(filled, 'PUT', `/api/apps/${APP}/settings`, { replay: { maxQps: 500 }, redact: [{ header: 'x-secret' }] });
  const cases = PATHS.map((path, index) =>
    recordedGet(APP, path, answerOf('/'), { caseId: `case-${index}`, tags: { tier: index === 0 ? 'gold' : 'tin' } }),
  );
  await ask(filled, 'POST', '/api/recorder/cases', cases);
  await ask(filled, 'POST', '/api/recorder/cases/case-0/pin');
  await ask(filled, 'POST', `/api/apps/${APP}/compare-rules`, { kind: 'ignore', path: '$..path', comment: 'ours' });
  return { appId: APP, cases: String(cases.length) };
}

/** Triggers a replay and waits until it has settled. */
export async function replayed(filled: Replaying, appId: string, key?: string): Promise<string> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const body = { appId, targetEnv: filled.target };
  const { planId } = await ask(filled, 'POST', '/openapi/v1/replay-triggers', body, headers);
  const run = `/openapi/v1/replay-runs/${planId}`;
  await until(
    () => ask(filled, 'GET', run),
    ({ status }) => status === 'COMPLETED',
  );
  return planId;
}

async function replay(filled: Filled): Promise<Facts> {
  const planId = await replayed(filled, APP, 'build-4711');
  const { findings, failedCases } = await ask(filled, 'GET', `/openapi/v1/replay-runs/${planId}`);
  return { planId, findingsState: findings.state, failedCases: String(failedCases) };
}

/** What people and other programs do besides: a mark, a main endpoint, a key, a tenant. */
async function consoleRows(filled: Filled): Promise<Facts> {
  const [plan] = (await ask(filled, 'GET', '/api/replays')).items;
  const { planId } = plan;
  await ask(filled, 'POST', `/api/replays/${planId}/cases/${planId}:0/mark`, { comment: 'as agreed' });
  const operation = '/orders/{id}';
  await ask(filled, 'POST', '/api/config/schedule/modify/UPDATE', { appId: APP, mainOperations: [operation] });
  const { key } = (await ask(filled, 'POST', '/api/api-keys', { name: 'pipeline', scopes: ['read'] })).body;
  await ask(filled, 'GET', '/api/replays', undefined, { 'x-api-key': key });
  const tenant = await ask(filled, 'POST', '/api/tenants', { tenantId: 'other', name: 'Another' });
  return { key, tenantKey: tenant.key };
}

/** A channel that is notified of a replay, and one with a sealed secret that has nothing to do. */
async function channels(filled: Filled): Promise<Facts> {
  const path = '/openapi/v1/notification-channels';
  const { id: channelId } = await ask(filled, 'POST', path, {
    type: 'webhook',
    name: 'releases',
    url: `${filled.target}/hook`,
    secret: 'a-secret-of-the-channel',
  });
  await ask(filled, 'POST', path, { type: 'alpha_bot', url: 'https://10.0.0.6/hook/kept', appIds: ['elsewhere'] });
  const notifiedPlanId = await replayed(filled, APP);
  await until(
    async () => filled.seen(),
    (paths) => paths.includes('/hook'),
  );
  return { channelId, notifiedPlanId };
}

async function login(filled: Filled): Promise<Facts> {
  const anonymous = { 'x-api-key': '' };
  await ask(filled, 'PUT', `/api/users/${ANN}`, { role: 'admin' });
  await ask(filled, 'GET', `/api/login/getVerificationCode/${ANN}`, undefined, anonymous);
  const sent = { userName: ANN, verifyCode: await filled.code() };
  const { accessToken, refreshToken } = (await ask(filled, 'POST', '/api/login/verify', sent, anonymous)).body;
  return { accessToken, refreshToken };
}

async function logs(filled: Filled): Promise<Facts> {
  const at = Date.now();
  const logRecords = ['first', 'second', 'third'].map((text, index) => ({
    timeUnixNano: `${at + index}000000`,
    severityNumber: 9,
    body: { stringValue: text },
    traceId: TRACE,
    spanId: 'b7ad6b7169203331',
  }));
  const attributes = [{ key: 'service.name', value: { stringValue: APP } }];
  await ask(filled, 'POST', '/v1/logs', { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] });
  return { logRows: String(logRecords.length), loggedAt: new Date(at).toISOString() };
}

/** An evaluation run that has ended, with a gate, scores, an online policy that is switched off, and a host. */
async function evaluation(filled: Filled): Promise<Facts> {
  const manifests = manifestsOf({ appId: APP, targetEnv: filled.target });
  for (const [kind, content] of Object.entries(manifests))
    await ask(filled, 'POST', '/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
  const { workflow_version_digest } = await ask(filled, 'POST', '/api/v1/eval/resolve', pinsOf(manifests));
  const { workflow_run_id: runId } = await ask(filled, 'POST', '/api/v1/eval/runs', { workflow_version_digest });
  const run = await until(
    () => ask(filled, 'GET', `/api/v1/eval/runs/${runId}`),
    ({ status }) => /succeeded|failed|cancelled/.test(status),
  );
  await ask(filled, 'POST', '/api/v2/score-configs', {
    config_id: 'helpfulness-1',
    name: 'helpfulness',
    data_type: 'numeric',
    min: 0,
    max: 1,
  });
  const { score_id: scoreId } = await ask(filled, 'POST', '/api/v2/scores', {
    target_type: 'trace',
    target_id: TRACE,
    name: 'helpfulness',
    value: 0.8,
  });
  const { policy_id: policyId } = await ask(filled, 'POST', '/api/v1/eval/online-policies', {
    name: 'hourly',
    enabled: false,
    allow_live: true,
    filter: { app_id: APP },
    workflow_version_digest,
    sampling: { rate: 1 },
    schedule: { every_s: 3600 },
  });
  const { host_id: hostId } = await ask(filled, 'POST', '/api/v1/eval/hosts', {
    name: 'worker',
    public_key_jwk: generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
    runner_versions: [PROCESS_RUNNER_VERSION],
    capabilities: ['runtime.process'],
    protocol: { min: 1, max: 1 },
  });
  const { data } = await ask(filled, 'GET', '/api/v1/eval/events?limit=100');
  return {
    workflow: workflow_version_digest,
    runId,
    runStatus: run.status,
    gate: run.gate.decision,
    bundle: run.native_result_artifact,
    scoreId,
    policyId,
    hostId,
    events: String(data.length),
  };
}
