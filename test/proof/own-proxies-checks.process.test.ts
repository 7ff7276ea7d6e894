import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginLinks } from '../../functions/platform/standalone/admin/login-links.ts';
import { openGateway } from '../../functions/platform/standalone/gateway/gateway.ts';
import { destinations } from '../../proxies/http/destinations.ts';
import { ANYWHERE, recorderStage } from '../cli/record/recorder-stage.ts';
import { openGatewayStage } from '../mocks/gateway-stage.ts';
import { REPLAY_ID } from '../mocks/mock-stage.ts';
import { get, recorded } from '../mocks/sample-calls.ts';
import { json, openTarget, recordedGet, type Target } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { proxyWays, type Send } from './proxy-ways.ts';

const stage = recorderStage();
const { cleanUps } = stage;
const { directly, own, others } = proxyWays(stage);
const WAYS = { ...own, ...others };
const LINUX = process.platform === 'linux';

/** A service as it starts without settings: on loopback. */
let service: RunningService;
let target: Target;
const data = temporaryDataDir();

beforeAll(async () => {
  target = await openTarget((_, response) => json(response, {}));
  // Of the settings that tests need, this one opens nothing.
  service = await startProcess({
    dataDir: data.dataDir,
    port: await freePort(),
    env: { SVC_TRIGGERS_PER_SECOND: '1000' },
  });
  await call(service.url, 'POST', '/api/recorder/cases', [recordedGet('shop', '/a', {})]);
});
afterAll(async () => {
  await service.stop();
  await target.close();
  data.remove();
});

const EVIL = 'evil.test';
const JSON_TYPE = { 'content-type': 'application/json' };

/** A page of the service with what its forms need. */
async function opened(send: Send) {
  const { headers, text } = await send({ path: '/console/login' });
  const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
  return { text, cookie, csrf: /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '' };
}

async function form(send: Send, path: string, fields: Record<string, string>) {
  const { cookie, csrf } = await opened(send);
  const body = new URLSearchParams({ csrf, ...fields }).toString();
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return send({ method: 'POST', path, headers, body });
}

async function guest(send: Send, headers: Record<string, string> = {}): Promise<string> {
  const sent = { ...JSON_TYPE, ...headers };
  const { status, text } = await send({ method: 'POST', path: '/api/login/loginAsGuest', headers: sent, body: '{}' });
  return status === 200 && JSON.parse(text).body?.accessToken ? 'a session' : 'nothing';
}

async function shown(send: Send, path: string): Promise<string> {
  const { status } = await send({ path });
  return status === 200 ? 'the page' : 'nothing';
}

/** Each check that trusts loopback, the user of a connection or a Host: what it gives directly, if asked rightly. */
const CHECKS: readonly [name: string, directly: string, ask: (send: Send) => Promise<string>, needsLinux?: true][] = [
  [
    'runs towards loopback targets, for the own user',
    'a run',
    async (send) => {
      const body = JSON.stringify({ appId: 'shop', targetEnv: target.url });
      const { text } = await send({ method: 'POST', path: '/openapi/v1/replay-triggers', headers: JSON_TYPE, body });
      const { planId, errorCode } = JSON.parse(text);
      return planId ? 'a run' : errorCode === 'CREATE_PLAN_FAILED' ? 'nothing' : text;
    },
    true,
  ],
  ['a guest session by the API', 'a session', (send) => guest(send)],
  ['a guest session by a page', 'the page', (send) => shown(send, '/console')],
  ['the components, for guests on loopback', 'the page', (send) => shown(send, '/console/components')],
  [
    'a guest session by the login page',
    'a session',
    async (send) => {
      const { headers } = await form(send, '/console/login/guest', {});
      return headers.location === '/console' ? 'a session' : 'nothing';
    },
  ],
  [
    'the folder of codes',
    'the folder',
    async (send) => {
      const { text } = await form(send, '/console/login/code', { userName: `ann@${crypto.randomUUID()}.test` });
      return text.includes(`${data.dataDir}/outbox`) ? 'the folder' : text.includes('on its way') ? 'nothing' : text;
    },
  ],
];

describe('a check that trusts loopback, the user of a connection or a Host', () => {
  test.for(CHECKS.filter(([, , , needsLinux]) => LINUX || !needsLinux))(
    'gives rights to a direct request: %s',
    async ([, right, ask]) => {
      expect(await ask(await directly(service.url, ANYWHERE))).toBe(right);
    },
  );

  describe.for(Object.entries(WAYS))('through %s', ([, way]) => {
    test.for(CHECKS)('gives none: %s', async ([, , ask]) => {
      expect(await ask(await way(service.url, ANYWHERE))).toBe('nothing');
    });
  });
});

describe.for(Object.entries({ directly, ...WAYS }))('an outsider %s', ([, way]) => {
  test('gets nothing by the name of another site, nor from its pages', async () => {
    const send = await way(service.url, ANYWHERE);
    expect(await guest(send, { host: EVIL })).toBe('nothing');
    const run = { path: '/openapi/v1/replay-runs/0123456789abcdef01234567' };
    const origin = (name: string) => send({ ...run, headers: { origin: `http://${name}` } });
    expect([(await send(run)).status, (await origin(EVIL)).status]).toEqual([200, 403]);
  });

  test('logs in only by a link that a process of the user made', async () => {
    const send = await way(service.url, ANYWHERE);
    const enter = async (code: string) => (await form(send, '/console/login/local', { code })).status;
    const made = await loginLinks(data.dataDir, Date.now).create();
    expect([await enter('A'.repeat(43)), await enter(''), await enter(made ?? '')]).toEqual([403, 403, 303]);
    expect(await enter(made ?? '')).toBe(403);
  });

  test('needs the password of SVC_BASIC_AUTH, and cannot set a source by a header', async () => {
    let asked = 0;
    const app = new Hono().get('/', (context) => context.text(String(++asked)));
    const basicAuth = { user: 'ann', password: 'a-long-password' };
    const options = { host: '127.0.0.1', port: 0, basicAuth, publicUrl: 'http://127.0.0.1:8090', allowedHosts: [] };
    const gateway = await openGateway(app, { ...options, newId: () => 'id', now: () => 0, graceMs: 0 });
    cleanUps.push(gateway.close);
    const send = await way(`http://127.0.0.1:${gateway.port}`, ANYWHERE);
    const status = async (password: string | null, source = 1) => {
      const authorization = password && `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`;
      const headers = { 'x-forwarded-for': `203.0.113.${source}`, ...(authorization && { authorization }) };
      return (await send({ path: '/', headers })).status;
    };
    expect([await status(null), await status(basicAuth.password), asked]).toEqual([401, 200, 1]);
    const wrong: number[] = [];
    for (let source = 1; source <= 6; source++) wrong.push(await status('wrong', source));
    expect([wrong, asked]).toEqual([[401, 401, 401, 401, 401, 429], 1]);
  });
});

describe('the mock gateway without a key', () => {
  async function called(way: typeof directly) {
    const mocks = openGatewayStage();
    mocks.names.set('shop.test', ['127.0.0.1']);
    const response = { status: 200, headers: [], body: 'recorded', bodyEncoding: 'utf8' };
    await mocks.record('c1', [recorded(get('/stock/7'), response)]);
    await mocks.begin();
    const options = {
      host: '127.0.0.1',
      port: 0,
      basicAuth: null,
      publicUrl: 'http://127.0.0.1:8090',
      allowedHosts: [],
    };
    const gateway = await openGateway(mocks.application, { ...options, newId: () => 'id', now: Date.now, graceMs: 0 });
    cleanUps.push(() => mocks.close(), gateway.close);
    const send = await way(`http://127.0.0.1:${gateway.port}`, ANYWHERE);
    const { status, text } = await send({ path: '/mock/inventory/stock/7', headers: { 'x-replay-id': REPLAY_ID } });
    return status === 200 ? text : [status, JSON.parse(text).reason];
  }

  test('answers the instance under test directly', async () => {
    expect(await called(directly)).toBe('recorded');
  });

  test.for(Object.entries(WAYS))('refuses it through %s', async ([, way]) => {
    expect(await called(way)).toEqual([401, 'KEY_NEEDED']);
  });
});

test.for(Object.entries(own))('%s refuses the service that it belongs to, for every path', async ([, way]) => {
  const where = await destinations({ service: new URL(service.url), listed: [new URL(service.url)] });
  const send = await way(service.url, where);
  for (const path of ['/healthz', '/console', '/console/login/local?code=x', '/mock/inventory/stock/7'])
    expect([path, (await send({ path })).status]).toEqual([path, 403]);
});
