import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/** The application refuses every request but those of its login and its public page. */
const stage = serviceAndTarget(({ url }, response) => {
  if (url.startsWith('/public')) return json(response, { path: url });
  if (url.startsWith('/forbidden')) return json(response, { error: 'forbidden' }, 403);
  if (url.startsWith('/login')) return json(response, { token: TOKEN_OF_LOGIN });
  response.setHeader('www-authenticate', 'Bearer');
  return json(response, { error: 'unauthorized' }, 401);
});

const TOKEN_OF_LOGIN = 'a-token-that-only-the-target-has-issued';
const EXPIRED = Date.parse('2026-03-01T12:00:00Z');
const tokenUntil = (time: number) =>
  `Bearer ${new UnsecuredJWT({ sub: 'ann' }).setExpirationTime(time / 1000).encode()}`;
const OPAQUE = 'Bearer 0123456789abcdef0123456789abcdef';

let cases = 0;

/** A recorded request with its status 200. */
const get = (path: string, headers: [string, string][], answer: unknown = { path }) => ({
  caseId: `hint-${++cases}`,
  operation: path.split('?')[0],
  recordedAt: new Date(Date.now() - 60_000 + cases).toISOString(),
  request: { method: 'GET', path, headers, body: null },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(answer),
    bodyEncoding: 'utf8',
  },
});

/** Runs a replay as a CI would, and reads its hints. */
async function hintsOf(appId: string, recorded: ReturnType<typeof get>[], settings?: object, more = {}) {
  const { url } = stage.service;
  if (settings) expect((await call(url, 'PUT', `/api/apps/${appId}/settings`, settings)).status).toBe(200);
  const added = await call(
    url,
    'POST',
    '/api/recorder/cases',
    recorded.map((one) => ({ appId, ...one })),
  );
  expect(added.body.rejected).toEqual([]);
  const trigger = { appId, targetEnv: stage.target.url, ...more };
  const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', trigger)).body;
  await completed(url, planId);
  const { body } = await call(url, 'GET', `/api/replays/${planId}`);
  return { planId, hints: body.hints };
}

describe('the hint of a replay that its target mostly refuses', () => {
  test('is CREDENTIALS_EXPIRED with the time, on every surface', async () => {
    const { planId, hints } = await hintsOf('expired', [
      get('/orders/1', [['authorization', tokenUntil(EXPIRED - 60_000)]]),
      get('/orders/2', [['authorization', tokenUntil(EXPIRED)]]),
      get('/forbidden', [['cookie', `sid=${tokenUntil(EXPIRED - 1000).slice('Bearer '.length)}`]]),
      get('/public', []),
    ]);
    const message =
      'The target refused 3 requests of 3 endpoints: their recorded tokens have expired, the last one at 2026-03-01 12:00:00 UTC.';
    const settingUrl = `${stage.service.url}/console/apps/expired/settings/login`;
    expect(hints).toEqual([
      {
        code: 'CREDENTIALS_EXPIRED',
        setting: 'login',
        interfaces: 3,
        endpoints: 3,
        requests: 3,
        isAtLeast: false,
        expiredAt: '2026-03-01T12:00:00.000Z',
        message,
        settingUrl,
      },
    ]);
    const page = await (await fetch(`${stage.service.url}/report/${planId}`)).text();
    expect(page.replaceAll(/<\/?strong>/g, '')).toContain(message);
    expect(page).toContain('href="/console/apps/expired/settings/login"');
    const { stdout } = await replay(['status', planId], { SVC_URL: stage.service.url, SVC_TOKEN: ADMIN_KEY });
    expect(stdout).toContain(`${message}\nsetting login: ${settingUrl}`);
  });

  test('is NO_LOGIN_RECORDED for tokens that no recorded response issued', async () => {
    const { hints } = await hintsOf('unissued', [
      get('/a', [['authorization', OPAQUE]]),
      get('/a?again=1', [['authorization', OPAQUE]]),
      get('/forbidden', [['cookie', 'sid=0123456789abcdef']]),
    ]);
    expect(hints).toMatchObject([{ code: 'NO_LOGIN_RECORDED', interfaces: 2, requests: 3, setting: 'login' }]);
  });

  test('is NO_LOGIN_RECORDED with fixed headers for API keys and passwords', async () => {
    const { hints } = await hintsOf('keys', [
      get('/a', [['x-api-key', '0123456789abcdef']]),
      get('/b', [['authorization', `Basic ${Buffer.from('ann:secret').toString('base64')}`]]),
    ]);
    expect(hints).toMatchObject([{ code: 'NO_LOGIN_RECORDED', requests: 2, setting: 'replay.headers.set' }]);
  });

  test('is LOGIN_REFUSED for a recorded login that the target refuses, and for its token', async () => {
    const token = 'a-token-that-a-recorded-login-has-issued';
    const login = get('/signin', [['content-type', 'application/json']], { token });
    login.request = { ...login.request, method: 'POST' };
    const { hints } = await hintsOf('refusing', [login, get('/a', [['authorization', `Bearer ${token}`]])]);
    expect(hints).toMatchObject([{ code: 'LOGIN_REFUSED', interfaces: 2, requests: 2, setting: 'login' }]);
  });

  test('is CREDENTIALS_REMOVED if they were removed before they were stored', async () => {
    const { hints } = await hintsOf('removed', [get('/a', [['authorization', OPAQUE]])], {
      redact: [{ header: 'authorization' }],
    });
    expect(hints).toMatchObject([{ code: 'CREDENTIALS_REMOVED', requests: 1, setting: 'login' }]);
  });

  test('is CREDENTIALS_REMOVED if a setting removes them', async () => {
    const { hints } = await hintsOf('deleted', [get('/a', [['authorization', OPAQUE]])], {
      replay: { headers: { remove: ['Authorization'] } },
    });
    expect(hints).toMatchObject([{ code: 'CREDENTIALS_REMOVED', requests: 1, setting: 'replay.headers.remove' }]);
  });

  test('is CREDENTIALS_REMOVED in a run without credentials, also if a fixed header would have replaced them', async () => {
    const settings = { replay: { headers: { set: { authorization: 'Bearer fixed' }, always: ['authorization'] } } };
    for (const [appId, saved] of [
      ['without', undefined],
      ['without-fixed', settings],
    ] as const) {
      const { hints } = await hintsOf(appId, [get('/a', [['authorization', OPAQUE]])], saved, { credentials: 'none' });
      expect(hints, appId).toMatchObject([{ code: 'CREDENTIALS_REMOVED', requests: 1, interfaces: 1 }]);
    }
  });

  test('is SAVED_FOR_OTHER_TARGETS if a fixed header or the login step was left out', async () => {
    const targets = ['https://staging.shop.example'];
    const headers = { set: { authorization: 'Bearer fixed' }, targets: { authorization: targets } };
    const login = {
      request: { path: '/login' },
      token: { path: '$.token' },
      place: { header: 'authorization', prefix: 'Bearer' },
      targets,
    };
    for (const [appId, settings, setting, leftOut] of [
      ['fixed-elsewhere', { replay: { headers } }, 'replay.headers.set', ['authorization']],
      ['login-elsewhere', { login }, 'login', ['login']],
    ] as const) {
      await call(stage.service.url, 'POST', `/api/apps/${appId}/targets`, { address: targets[0] });
      const { hints } = await hintsOf(appId, [get('/a', [['authorization', OPAQUE]])], settings);
      expect(hints).toMatchObject([{ code: 'SAVED_FOR_OTHER_TARGETS', requests: 1, setting, leftOut }]);
    }
  });

  test('is HEADER_MISSING if requests were recorded without a credential', async () => {
    const { hints } = await hintsOf('missing', [get('/a', []), get('/b', [['accept', '*/*']])]);
    expect(hints).toMatchObject([
      { code: 'HEADER_MISSING', interfaces: 2, requests: 2, setting: 'replay.headers.always' },
    ]);
  });
});

test('the hint is SESSION_CUT if other sessions begin in the recordings', async () => {
  const token = '0123456789abcdef-from-the-recording';
  const { hints } = await hintsOf('cut', [
    get('/login', [], { token }),
    get('/public', [['authorization', `Bearer ${token}`]]),
    get('/a', [['authorization', OPAQUE]]),
    get('/b', [['authorization', OPAQUE]]),
  ]);
  expect(hints).toMatchObject([{ code: 'SESSION_CUT', interfaces: 2, requests: 2, setting: 'login' }]);
});

describe('the hint', () => {
  test('is absent if a recorded response issued the credential', async () => {
    const token = '0123456789abcdef-from-the-recording';
    const { hints } = await hintsOf('issued', [
      get('/login', [], { token }),
      get('/a', [['authorization', `Bearer ${token}`]]),
      get('/b', [['authorization', `Bearer ${token}`]]),
    ]);
    expect(hints).toEqual([]);
  });

  test('is absent if requests carried the token of a login step or a fixed header', async () => {
    const login = {
      request: { path: '/login' },
      token: { path: '$.token' },
      place: { header: 'authorization', prefix: 'Bearer' },
    };
    expect((await hintsOf('logged-in', [get('/a', [['authorization', OPAQUE]])], { login })).hints).toEqual([]);
    const headers = { set: { authorization: 'Bearer fixed' } };
    expect((await hintsOf('fixed', [get('/a', [['authorization', OPAQUE]])], { replay: { headers } })).hints).toEqual(
      [],
    );
  });

  test('is absent if most failures have other causes', async () => {
    const changed = ['/public?1', '/public?2'].map((path) => get(path, [], { path: 'other' }));
    expect((await hintsOf('others', [get('/a', []), ...changed])).hints).toEqual([]);
    expect((await hintsOf('fine', [get('/public', [])])).hints).toEqual([]);
  });
});
