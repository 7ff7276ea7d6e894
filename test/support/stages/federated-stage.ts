import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { calculateJwkThumbprint, importJWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { BATCH_PAYLOAD_TYPE, preAuthEncoding } from '../../../functions/evaluation/domain/hosts/dsse.ts';
import { steps } from '../../../functions/evaluation/steps/steps.ts';

import { application } from '../../../functions/platform/http/application.ts';
import { familiesOf } from '../../../functions/platform/http/families.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { PROCESS_RUNNER_VERSION, startedFederatedRun } from '../evaluation/federated-run.ts';
import { retryRateLimited } from '../evaluation/retry-rate-limited.ts';
import { ADMIN_KEY, temporaryDataDir } from '../running-service.ts';
import { type EveryService, type EveryServiceOf, hostOver } from '../services-for.ts';
import { randomUUID } from '../test-random.ts';

/** No host that is about to stop. */
const NEVER = new AbortController().signal;

export const TOKEN_URL = 'http://127.0.0.1:8090/api/v1/eval/hosts/token';

/** A key pair of a host. */
export async function hostKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  return {
    jwk,
    keyid: await calculateJwkThumbprint(jwk as { kty: string }),
    private: privateKey.export({ format: 'jwk' }),
  };
}
export type TestKey = Awaited<ReturnType<typeof hostKey>>;

export interface TestHost {
  host_id: string;
  key: TestKey;
  token: string;
}

/** The evaluation API and its steps in this process, with a clock that tests set. */
export function federatedStage() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_ADMIN_KEY: ADMIN_KEY, SVC_LOG_LEVEL: 'SILENT' });
  let opened: StandaloneWorld;
  let servicesOf: EveryServiceOf;
  let services: EveryService;
  let app: ReturnType<typeof application>;
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const logged: string[] = [];
  /** Runs that end with their test, so that no other test leases them. */
  const open: string[] = [];

  beforeAll(() => {
    opened = openStandaloneWorld(config);
    const { workflows, log } = opened.world;
    const keep = (message: string, facts?: object) => void logged.push(`${message} ${JSON.stringify(facts)}`);
    const world = {
      ...opened.world,
      now,
      elapsed: now,
      log: { ...log, info: keep, warn: keep, error: keep },
      workflows: { ...workflows, start: async () => 'running' as const },
    };
    const { routes, callerOf, ...host } = hostOver(world, config);
    servicesOf = host.services;
    services = servicesOf('default');
    app = application({ families: familiesOf(routes, config), world, callerOf });
  });
  afterAll(async () => {
    await opened.close();
    remove();
  });

  async function send(method: string, path: string, body: unknown, headers: Record<string, string>) {
    const init = {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const answer = await retryRateLimited(
      async () => app.request(path, init),
      () => {
        aheadMs += 1000;
      },
    );
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** Sends a request as the admin. */
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(method, path, body, { 'x-api-key': ADMIN_KEY, ...headers });
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    send(method, `/api/v1/eval${path}`, body, { authorization: `Bearer ${token}` });

  async function assertion(
    { host_id, key }: Pick<TestHost, 'host_id' | 'key'>,
    claims: Record<string, unknown> = {},
    header: Record<string, unknown> = {},
  ) {
    const iat = Math.floor(now() / 1000);
    const said = { iss: host_id, sub: host_id, aud: TOKEN_URL, iat, exp: iat + 60, jti: randomUUID(), ...claims };
    return new SignJWT(said)
      .setProtectedHeader({ alg: 'EdDSA', ...header })
      .sign(await importJWK(key.private, 'EdDSA'));
  }

  const tokenOf = async (host: Pick<TestHost, 'host_id' | 'key'>): Promise<string> =>
    (await send('POST', '/api/v1/eval/hosts/token', { assertion: await assertion(host) }, {})).body.access_token;

  afterEach(async () => {
    for (const workflow_run_id of open.splice(0))
      await steps.FailRun.run({ tenant: 'default', workflow_run_id, errorName: 'TestEnded' }, services, NEVER);
  });

  const stage = {
    ask,
    as,
    send,
    now,
    assertion,
    tokenOf,
    logged,

    get services() {
      return services;
    },

    get servicesOf() {
      return servicesOf;
    },

    /** Stores bytes like a signed upload, without verification. */
    putUploaded: (digest: string, bytes: Uint8Array) =>
      opened.world.blobs.put(`uploads/t/default/${digest.slice('sha256:'.length)}`, bytes),

    /** Advances the clock. */
    pass(ms: number) {
      aheadMs += ms;
    },

    /** A registered host with a token. */
    async host(more: Record<string, unknown> = {}): Promise<TestHost> {
      const key = await hostKey();
      const { body } = await ask('POST', '/api/v1/eval/hosts', {
        name: 'lab',
        public_key_jwk: key.jwk,
        capabilities: ['runtime.process'],
        protocol: { min: 1, max: 1 },
        runner_versions: [PROCESS_RUNNER_VERSION],
        ...more,
      });
      const host = { host_id: body.host_id, key };
      return { ...host, token: await tokenOf(host) };
    },

    step: (name: Exclude<keyof typeof steps, 'FailRun'>, workflow_run_id: string) =>
      steps[name].run({ tenant: 'default', workflow_run_id }, services, NEVER),

    /** A run whose attempt waits for a host. */
    async queued(of: Parameters<typeof startedFederatedRun>[1] = {}): Promise<string> {
      const runId = await startedFederatedRun(ask, of);
      open.push(runId);
      for (const name of ['ValidateRun', 'AdmitRun', 'StartAttempt'] as const) await stage.step(name, runId);
      return runId;
    },

    lease: (host: TestHost, wait_seconds = 0) =>
      as(host.token)('POST', '/leases', { runner_versions: [PROCESS_RUNNER_VERSION], wait_seconds }),

    /** Uploads an artifact of an attempt and returns its digest. */
    async uploaded(host: TestHost, attempt_id: string, content: unknown = { summary: { verdict: 'good' } }) {
      const sent = { kind: 'native_result', media_type: 'application/json', attempt_id, content };
      return (await as(host.token)('POST', '/artifacts', sent)).body.digest as string;
    },
  };
  return stage;
}

/** A DSSE envelope over these exact bytes. */
export function envelopeOf(
  payload: string | Uint8Array,
  key: TestKey,
  { payloadType = BATCH_PAYLOAD_TYPE, keyid = key.keyid }: { payloadType?: string; keyid?: string } = {},
) {
  const bytes = Buffer.from(payload);
  const sig = sign(null, preAuthEncoding(payloadType, bytes), createPrivateKey({ key: key.private, format: 'jwk' }));
  return { payloadType, payload: bytes.toString('base64'), signatures: [{ keyid, sig: sig.toString('base64') }] };
}
