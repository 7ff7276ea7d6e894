import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import {
  ADMIN_KEY,
  COMPILED,
  call,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../../support/running-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function started(env: Record<string, string> = {}): Promise<RunningService> {
  const { dataDir, remove } = temporaryDataDir();
  cleanUps.push(remove);
  const service = await startProcess({ dataDir, port: await freePort(), env });
  cleanUps.push(() => service.stop());
  return service;
}

/** The service of all tests that need no other settings, and that do not stop it. */
let shared: RunningService;
const sharedData = temporaryDataDir();
beforeAll(async () => {
  shared = await startProcess({ dataDir: sharedData.dataDir, port: await freePort() });
});
afterAll(async () => {
  await shared.stop();
  sharedData.remove();
});

describe('the access to a service (spec 1, 5, interface 1)', () => {
  test('needs no credential for the Open API, and one for everything under /api', async () => {
    const { url } = shared;
    const anonymous = { 'x-api-key': '' };
    expect((await call(url, 'POST', '/openapi/v1/replay-triggers', {}, anonymous)).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/api/replays'],
      ['GET', '/api/recorder/apps'],
      ['GET', '/progress'],
      ['GET', '/api/createPlan'],
      ['POST', '/api/recorder/cases'],
    ] as const) {
      expect((await call(url, method, path, undefined, anonymous)).status, path).toBe(401);
      expect((await call(url, method, path, undefined, { 'x-api-key': `${ADMIN_KEY}x` })).status, path).toBe(401);
    }
  });

  test.for<[string | null, number]>([
    [null, 200],
    ['same-origin', 200],
    ['none', 200],
    ['cross-site', 403],
    ['same-site', 403],
    ['whatever', 403],
  ])(
    'is refused to other sites at the Open API: sec-fetch-site %s gives %s, also for a form without preflight',
    async ([site, status]) => {
      const { url } = shared;
      const headers = { 'content-type': 'text/plain', ...(site !== null && { 'sec-fetch-site': site }) };
      for (const [method, path] of [
        ['POST', '/openapi/v1/replay-triggers'],
        ['GET', '/openapi/v1/replay-runs/x'],
      ] as const) {
        const body = method === 'POST' ? '{}' : undefined;
        const answer = await call(url, method, path, body, headers);
        expect(answer.status, path).toBe(status);
        if (status === 403) expect(answer.body).toEqual({ errorCode: 'FORBIDDEN', errorMessage: 'Permission denied' });
      }
    },
  );

  test('gives 404 for every path under /openapi/v1 if the Open API is off', async () => {
    const { url } = await started({ SVC_REPLAY_OPENAPI: 'false' });
    expect((await call(url, 'POST', '/openapi/v1/replay-triggers', {})).status).toBe(404);
    expect((await call(url, 'GET', '/openapi/v1/replay-triggers')).status).toBe(404);
    expect((await call(url, 'GET', '/api/replays')).status).toBe(200);
  });

  test('needs SVC_BASIC_AUTH for every request', async () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const login = { authorization: `Basic ${Buffer.from('ops:s3cret').toString('base64')}` };
    const service = await startProcess({
      dataDir,
      port: await freePort(),
      env: { SVC_BASIC_AUTH: 'ops:s3cret' },
      headers: login,
    });
    cleanUps.push(() => service.stop());
    for (const path of ['/openapi/v1/replay-runs/x', '/api/replays', '/healthz']) {
      const refused = await fetch(`${service.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY } });
      expect([refused.status, refused.headers.get('www-authenticate')], path).toEqual([
        401,
        expect.stringContaining('Basic'),
      ]);
      expect(refused.headers.get('x-request-id'), path).toMatch(/^[0-9a-f]{32}$/);
      expect(
        (await fetch(`${service.url}${path}`, { headers: { 'x-api-key': ADMIN_KEY, ...login } })).status,
        path,
      ).toBe(200);
    }
  });

  test('is limited to the scopes of a key, which npm run keys creates while the service runs', async () => {
    const { url, dataDir } = shared;
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, SVC_DATA_DIR: dataDir };
    // While a command runs, this process notices connections that the service ends.
    const keys = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, 'bin/keys.ts'), ...args], { env });
    const make = async (...scopes: string[]) => (await keys('--scope', ...scopes)).stdout.trim();
    const recorder = await make('record');
    expect(recorder).toMatch(/^rrs_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
    expect((await call(url, 'POST', '/api/recorder/cases', [], { 'x-api-key': recorder })).status).toBe(200);
    expect(await call(url, 'GET', '/api/replays', undefined, { 'x-api-key': recorder })).toMatchObject({
      status: 403,
      body: { responseStatusType: { responseCode: 5, responseDesc: 'Permission denied' } },
    });
    expect(
      (await call(url, 'GET', '/api/replays', undefined, { 'x-api-key': `${recorder.slice(0, -1)}_` })).status,
    ).toBe(401);
    const reader = await make('read', 'write');
    await keys('--name', 'ci');
    const refusal = { code: 1, stdout: '', stderr: '--name is already used by another key\n' };
    await expect(keys('--name', 'ci')).rejects.toMatchObject(refusal);
    expect(
      (await call(url, 'GET', '/api/replays', undefined, { 'x-api-key': reader, 'x-tenant-id': 'default' })).status,
    ).toBe(200);
    expect(
      (await call(url, 'GET', '/api/replays', undefined, { 'x-api-key': reader, 'x-tenant-id': 'other' })).status,
    ).toBe(401);
  });
});

describe('the stop of a service', () => {
  test('ends it by SIGTERM although a client holds a half-sent request', async () => {
    const service = await started();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
    const head = 'host: x\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n';
    socket.write(`POST /openapi/v1/replay-triggers HTTP/1.1\r\n${head}{`);
    // The service has read the head, and waits for the rest.
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    expect(await service.stop()).toBe(0);
    expect(service.output()).not.toContain('ERROR');
    socket.destroy();
  });
});

describe('the start of a service', () => {
  const startWith = (env: Record<string, string>) =>
    spawnSync(process.execPath, [process.env.SERVICE_BUNDLE ?? join(ROOT, 'bin/standalone.ts')], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...env },
      encoding: 'utf8',
      timeout: 60_000,
    });

  test('fails with one line that names a bad setting', () => {
    const { status, stderr } = startWith({ SVC_SETTLE_SECONDS: 'soon' });
    expect([status, stderr]).toEqual([1, 'SVC_SETTLE_SECONDS is invalid; allowed: 0 to 86,400\n']);
  });

  test('fails with one line if the port is in use', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const { port } = new URL(shared.url);
    const { status, stderr } = startWith({ PORT: port, SVC_DATA_DIR: dataDir });
    expect([status, stderr]).toEqual([1, `port ${port} is already in use; PORT chooses another\n`]);
    remove();
  });

  test('fails with one line if another service has the data directory, and succeeds after its end', async () => {
    const first = await started();
    const port = await freePort();
    const { status, stderr } = startWith({ PORT: String(port), SVC_DATA_DIR: first.dataDir });
    expect([status, stderr]).toEqual([1, 'SVC_DATA_DIR is in use by another process of the service\n']);
    await first.kill();
    expect(await (await startProcess({ dataDir: first.dataDir, port })).stop()).toBe(0);
  });

  test('is followed by log lines in JSON that carry the plan', async () => {
    const service = shared;
    await call(service.url, 'POST', '/api/recorder/cases', [
      { appId: 'shop', request: { method: 'GET', path: '/a', headers: [] }, response: { status: 200, headers: [] } },
    ]);
    const { body } = await call(service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'shop',
      targetEnv: 'http://127.0.0.1:9',
    });
    const lineOfTrigger = () =>
      service
        .output()
        .split('\n')
        .find((line) => line.includes('"replay triggered"'));
    await expect.poll(lineOfTrigger).toBeDefined();
    expect(JSON.parse(lineOfTrigger() ?? '')).toMatchObject({ level: 'INFO', plan_id: body.planId, app_id: 'shop' });
  });
});
