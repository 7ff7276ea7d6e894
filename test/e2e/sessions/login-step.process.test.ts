import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { json, type SeenRequest } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const PASSWORD = 'canary-password-4711';

/** Tokens and cookies that the target has issued, with the requests that each may still serve. */
const issued = new Map<string, number>();
let usesOfToken = Number.POSITIVE_INFINITY;
let loginAnswer: 'token' | 'none' | 'refused' = 'token';

const newToken = () => {
  const token = `canary-token-${createHmac('sha256', 'key').update(randomUUID()).digest('hex')}`;
  issued.set(token, usesOfToken);
  return token;
};

/** The answer of an application with a login: bearer tokens and cookies that it forgets after some uses. */
function answerOf({ method, url, headers, body }: SeenRequest): {
  value: unknown;
  status?: number;
  cookies?: string[];
} {
  if (method === 'POST' && url === '/login') {
    const isKnown = body.toString() === REQUEST.body;
    if (loginAnswer === 'refused' || !isKnown) return { value: { error: 'wrong' }, status: 403 };
    const token = newToken();
    const cookies = ['theme=dark; Path=/', `sid=${token}; Path=/; HttpOnly`];
    return { value: loginAnswer === 'none' ? { hello: 'ann' } : { data: { token } }, cookies };
  }
  if (url === '/public') return { value: { anonymous: headers.authorization === undefined } };
  if (url === '/closed') return { value: { error: 'closed' }, status: 401 };
  const token = headers.authorization?.replace('Bearer ', '') ?? /sid=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const uses = issued.get(token) ?? 0;
  if (uses === 0) return { value: { error: 'log in' }, status: 401 };
  issued.set(token, uses - 1);
  return { value: { path: url } };
}

const stage = serviceAndTarget((request, response) => {
  const { value, status, cookies = [] } = answerOf(request);
  response.setHeader('set-cookie', cookies);
  json(response, value, status);
});
const isLogin = ({ url }: SeenRequest) => url === '/login';
const seen = (url: string) => stage.target.seen.filter((one) => one.url === url);

const LOCATION = { header: 'authorization', prefix: 'Bearer ' };
const REQUEST = {
  path: '/login',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ user: 'ann', password: PASSWORD }),
};
const LOGIN = { request: REQUEST, token: { path: '$.data.token' }, place: LOCATION, scope: 'run' };

/** A recorded GET. */
const get = (appId: string, path: string, headers: [string, string][], more: Record<string, unknown> = {}) => ({
  appId,
  recordedAt: new Date(Date.now() - 60_000).toISOString(),
  request: { method: 'GET', path, headers, body: null },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ path }),
    bodyEncoding: 'utf8',
  },
  ...more,
});

const bearer = (user: string): [string, string][] => [['authorization', `Bearer recorded-${user}`]];
const paths = (count: number) => Array.from({ length: count }, (_, index) => `/items/${index}`);

async function replay(appId: string, cases: unknown[], login: unknown, replaySettings: object = {}) {
  const { url } = stage.service;
  expect((await call(url, 'POST', '/api/recorder/cases', cases)).body.rejected).toEqual([]);
  const saved = await call(url, 'PUT', `/api/apps/${appId}/settings`, { login, replay: replaySettings });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  stage.target.seen.length = 0;
  const trigger = { appId, targetEnv: stage.target.url };
  const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', trigger)).body;
  return { ...(await completed(url, planId)), planId };
}

beforeEach(() => {
  issued.clear();
  usesOfToken = Number.POSITIVE_INFINITY;
  loginAnswer = 'token';
});

describe('a login step', () => {
  test('is needed, as every request of the application fails without it', async () => {
    const cases = paths(3).map((path) => get('none', path, bearer('ann')));
    expect(await replay('none', cases, null)).toMatchObject({ totalCases: 3, failedCases: 3 });
  });

  test('logs in once for a run and leaves requests without a credential as recorded', async () => {
    const cases = [
      ...paths(20).map((path) => get('run', path, bearer('ann'))),
      get('run', '/public', [], {
        response: { status: 200, headers: [['content-type', 'application/json']], body: '{"anonymous":true}' },
      }),
    ];
    const run = await replay('run', cases, LOGIN);
    expect(run).toMatchObject({ totalCases: 21, successCases: 21 });
    expect(seen('/login')).toHaveLength(1);
    expect(seen('/public')[0]?.headers).not.toHaveProperty('authorization');
  });

  test('sends the login as a replayed request, which is not a case', async () => {
    const run = await replay('marked', [get('marked', '/items/1', bearer('ann'))], LOGIN);
    expect(seen('/login')[0]).toMatchObject({
      method: 'POST',
      headers: { 'x-replay-plan-id': run.planId, 'x-replay-mock': 'on', 'content-type': 'application/json' },
    });
    expect(run.findings.scope).toMatchObject({ interfacesInScope: 1, requests: 1 });
  });

  test('gives each session its own token', async () => {
    const cases = ['a', 'b', 'c'].flatMap((session) =>
      paths(3).map((path, index) =>
        get('sessions', `${path}?of=${session}`, bearer(session), {
          session,
          recordedAt: new Date(Date.now() - 60_000 + index).toISOString(),
        }),
      ),
    );
    expect(await replay('sessions', cases, { ...LOGIN, scope: 'session' })).toMatchObject({ successCases: 9 });
    expect(seen('/login')).toHaveLength(3);
    const tokensOf = (session: string) =>
      new Set(
        stage.target.seen
          .filter(({ url }) => url.endsWith(`of=${session}`))
          .map(({ headers }) => headers.authorization),
      );
    expect(new Set(['a', 'b', 'c'].flatMap((session) => [...tokensOf(session)])).size).toBe(3);
  });

  test('gives two recorded users two tokens', async () => {
    const cases = paths(10).map((path, index) => get('users', path, bearer(index % 2 === 0 ? 'ann' : 'bob')));
    expect(await replay('users', cases, { ...LOGIN, scope: 'user' })).toMatchObject({ successCases: 10 });
    expect(seen('/login')).toHaveLength(2);
    const tokens = (rest: number) =>
      new Set(
        paths(10)
          .filter((_, index) => index % 2 === rest)
          .map((path) => seen(path)[0]?.headers.authorization),
      );
    expect([tokens(0).size, tokens(1).size]).toEqual([1, 1]);
    expect(tokens(0)).not.toEqual(tokens(1));
  });

  test('moves the token from a cookie into a cookie, beside the recorded ones', async () => {
    const login = { ...LOGIN, token: { header: 'set-cookie' }, place: { cookie: 'sid' } };
    const cases = paths(5).map((path) => get('cookies', path, [['cookie', 'lang=en; sid=recorded; seen=1']]));
    expect(await replay('cookies', cases, login)).toMatchObject({ successCases: 5 });
    expect(seen('/items/1')[0]?.headers.cookie).toMatch(/^lang=en; sid=canary-token-[0-9a-f]+; seen=1$/);
  });

  test('sends a recorded login, but not one of another application', async () => {
    const { response } = get('', '/login', []);
    const recorded = (appId: string) => ({
      appId,
      caseId: `login-of-${appId}`,
      recordedAt: new Date(Date.now() - 60_000).toISOString(),
      request: { method: 'POST', ...REQUEST, headers: Object.entries(REQUEST.headers) },
      response,
    });
    const cases = [recorded('typed'), get('typed', '/items/1', bearer('ann'))];
    const login = { caseId: 'login-of-typed', token: LOGIN.token, place: LOCATION };
    await replay('typed', cases, login);
    expect(seen('/items/1')[0]?.headers.authorization).toMatch(/^Bearer canary-token/);
    expect(seen('/login')).toHaveLength(2);
    await replay('foreign', [get('foreign', '/items/2', bearer('ann'))], login);
    expect(seen('/items/2')[0]?.headers.authorization).toBe('Bearer recorded-ann');
    expect(seen('/login')).toHaveLength(0);
  });

  test('logs in where a session began before the recordings, if a page offered it', async () => {
    const token = 'recorded-token-0123456789abcdef';
    const cases = [
      {
        ...get('offered', '/login', []),
        caseId: 'offered-login',
        request: { method: 'POST', ...REQUEST, headers: Object.entries(REQUEST.headers) },
        response: { ...get('', '/', []).response, body: JSON.stringify({ data: { token } }) },
      },
      get('offered', '/items/1', [['authorization', `Bearer ${token}`]], { recordedAt: new Date().toISOString() }),
      get('offered', '/items/2', [['authorization', 'Bearer issued-before-the-recordings']]),
    ];
    expect(await replay('offered', cases, null)).toMatchObject({ totalCases: 3, failedCases: 1 });
    const { url } = stage.service;
    const clicked = await fetch(`${url}/console/apps/offered/settings/detected-login`, {
      method: 'POST',
      headers: { 'x-api-key': ADMIN_KEY },
      body: new URLSearchParams({ caseId: 'offered-login' }),
      redirect: 'manual',
    });
    expect(clicked.headers.get('location')).toBe('/console/apps/offered/settings/login?done=login');
    const { login } = (await call(url, 'GET', '/api/apps/offered/settings')).body;
    expect(await replay('offered', [], login)).toMatchObject({ totalCases: 3, successCases: 3 });
    expect(seen('/items/2')[0]?.headers.authorization).toMatch(/^Bearer canary-token/);
  });

  test('leaves a session alone that logs in by itself', async () => {
    const token = 'recorded-token-0123456789abcdef';
    const at = (ms: number) => ({ session: 'own', recordedAt: new Date(Date.now() - 60_000 + ms).toISOString() });
    const login = {
      ...get('own', '/login', []),
      ...at(0),
      request: { method: 'POST', ...REQUEST, headers: Object.entries(REQUEST.headers) },
      response: { ...get('own', '/login', []).response, body: JSON.stringify({ data: { token } }) },
    };
    const cases = [
      login,
      get('own', '/items/1', [['authorization', `Bearer ${token}`]], at(1)),
      get('own', '/items/2', [['authorization', `Bearer ${token}`]], at(2)),
    ];
    expect(await replay('own', cases, LOGIN)).toMatchObject({ totalCases: 3, successCases: 3 });
    // The recorded one, with its sealed password.
    expect(seen('/login')).toHaveLength(1);
    const [first, second] = ['/items/1', '/items/2'].map((path) => seen(path)[0]?.headers.authorization);
    expect(first).toMatch(/^Bearer canary-token/);
    expect(second).toBe(first);
  });

  test('adds the token to requests without a credential with `always`, and prefers a fixed header', async () => {
    const login = { ...LOGIN, place: { ...LOCATION, always: true } };
    expect(await replay('always', [get('always', '/items/1', [])], login)).toMatchObject({ successCases: 1 });
    const headers = { set: { authorization: 'Bearer fixed' } };
    await replay('fixed', [get('fixed', '/items/1', bearer('ann'))], LOGIN, { headers });
    expect(seen('/items/1')[0]?.headers.authorization).toBe('Bearer fixed');
  });
});

describe('an expired token', () => {
  test('is renewed, and each refused request is sent once more', async () => {
    usesOfToken = 5;
    const cases = paths(20).map((path) => get('short', path, bearer('ann'), { session: 'one' }));
    expect(await replay('short', cases, LOGIN)).toMatchObject({ totalCases: 20, successCases: 20 });
    expect(seen('/login')).toHaveLength(4);
    expect(paths(20).map((path) => seen(path).length)).toEqual(
      paths(20).map((_, index) => (index > 0 && index % 5 === 0 ? 2 : 1)),
    );
  });

  test('is not renewed for a 401 that was recorded', async () => {
    const closed = get('refused', '/closed', bearer('ann'), {
      response: { status: 401, headers: [['content-type', 'application/json']], body: '{"error":"closed"}' },
    });
    expect(await replay('refused', [closed], LOGIN)).toMatchObject({ successCases: 1 });
    expect([seen('/login').length, seen('/closed').length]).toEqual([1, 1]);
  });

  test('is renewed three times for an endpoint that refuses every token, and the 401 is its result', async () => {
    const cases = Array.from({ length: 10 }, (_, index) =>
      get('denied', '/closed', bearer('ann'), { session: 'one', caseId: `closed-${index}` }),
    );
    expect(await replay('denied', cases, LOGIN)).toMatchObject({ failedCases: 10 });
    expect([seen('/login').length, seen('/closed').length]).toEqual([4, 13]);
  });
});

describe('a login that fails', () => {
  test.for(['none', 'refused'] as const)(
    'is tried three times and logged, and requests go out as recorded: %s',
    async (how) => {
      loginAnswer = how;
      const appId = `fails-${how}`;
      const cases = paths(10).map((path) => get(appId, path, bearer('ann'), { session: 'one' }));
      const before = stage.service.output().length;
      expect(await replay(appId, cases, LOGIN)).toMatchObject({ totalCases: 10, failedCases: 10 });
      expect(stage.target.seen.filter(isLogin)).toHaveLength(3);
      expect(seen('/items/9')[0]?.headers.authorization).toBe('Bearer recorded-ann');
      const lines = stage.service.output().slice(before);
      expect(lines.match(/login step got no token/g)).toHaveLength(3);
      expect(lines).toContain(how === 'none' ? '"outcome":"no token"' : '"outcome":"status 403"');
    },
  );
});

test('tokens and passwords reach neither logs nor results nor pages', async () => {
  const run = await replay(
    'secret',
    paths(3).map((path) => get('secret', path, bearer('ann'))),
    LOGIN,
  );
  const { url } = stage.service;
  const list = await call(url, 'GET', `/api/replays/${run.planId}/cases`);
  const results = await Promise.all(
    list.body.items.map(({ planItemId }: { planItemId: string }) =>
      call(url, 'GET', `/api/replays/${run.planId}/cases/${planItemId}`),
    ),
  );
  const text = JSON.stringify(results) + stage.service.output();
  expect(results).toHaveLength(3);
  expect(text).not.toContain('canary-token');
  expect(text).not.toContain(PASSWORD);
});
