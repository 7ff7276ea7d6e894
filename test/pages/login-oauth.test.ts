import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consoleErrors, type Endpoint, ERRORS, JSON_BODY, success } from '../../functions/http/api.ts';
import { pageStage } from './page-stage.ts';

const REDIRECT = 'http://127.0.0.1:8090/console/login/callback';
let asked: Readonly<Record<string, unknown>>[];
let stage: ReturnType<typeof pageStage>;

/** A provider is there for GitHub only, and knows one code (interface 4.8). */
const provider: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/login/oauthInfo/{oauthType}',
    scope: null,
    errors: consoleErrors,
    doc: { id: 'oauthInfo', tag: 'Login', summary: 'Begins a login', responses: {} },
    async answer({ params }, { now }) {
      if (params.oauthType !== 'github') return { status: 200, body: consoleErrors(ERRORS.notFound, now()) };
      return success(
        { clientId: 'client-1', oauthUri: 'https://provider.test/authorize?scope=email', state: 'state-1' },
        now(),
      );
    },
  },
  {
    method: 'POST',
    path: '/api/login/oauthLogin',
    scope: null,
    body: JSON_BODY,
    errors: consoleErrors,
    doc: { id: 'oauthLogin', tag: 'Login', summary: 'Ends a login', responses: {} },
    async answer({ body }, { sessions, users, now }) {
      asked.push(body);
      if (body.code !== 'good') return { status: 200, body: consoleErrors(ERRORS.unauthenticated, now()) };
      const user = await users.admit('ada@shop.test');
      const tokens = await sessions.open(user, 'oauth');
      return success({ success: true, userName: user.userName, ...tokens }, now());
    },
  },
];

beforeEach(() => {
  asked = [];
  stage = pageStage({ SVC_GUEST_LOGIN: 'off' }, provider);
});

afterEach(() => stage.close());

describe('login by a provider (interface 4.8, 13)', () => {
  test('there are buttons of configured providers only', async () => {
    const { text } = await stage.browser().get('/console/login?next=/report/x');
    expect(
      [...text.matchAll(/\/console\/login\/oauth\/(\w+)\?next=([^"]+)/g)].map(([, type, next]) => [type, next]),
    ).toEqual([['github', '%2Freport%2Fx']]);
  });

  test('the way there keeps the state in the browser, the way back opens the session and leads on', async () => {
    const browser = stage.browser();
    const there = await browser.get('/console/login/oauth/github?next=%2Fconsole%2Freplays');
    expect(there.status).toBe(303);
    const uri = new URL(there.headers.get('location') ?? '');
    expect(uri.origin + uri.pathname).toBe('https://provider.test/authorize');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ scope: 'email', client_id: 'client-1', redirect_uri: REDIRECT, state: 'state-1' },
    });
    expect(there.headers.getSetCookie().at(-1)).toMatch(
      /^replay-oauth=[\w-]+; Max-Age=600; Path=\/console\/login; HttpOnly; SameSite=Lax$/,
    );
    const back = await browser.get('/console/login/callback?code=good&state=state-1', {
      'sec-fetch-site': 'cross-site',
    });
    expect([back.status, back.headers.get('refresh')]).toEqual([200, '0;url=/console/replays']);
    expect(asked).toEqual([{ oauthType: 'github', code: 'good', redirectUri: REDIRECT, state: 'state-1' }]);
    expect((await browser.get('/console')).text).toContain('ada@shop.test');
    const again = await browser.get('/console/login/callback?code=good&state=state-1');
    expect([again.status, asked.length]).toEqual([403, 1]);
  });

  test.for([
    ['another state', 'code=good&state=state-2', 0],
    ['no code', 'error=access_denied&state=state-1', 0],
    ['a code that the provider does not know', 'code=bad&state=state-1', 1],
  ] as const)('%s opens nothing', async ([, query, calls]) => {
    const browser = stage.browser();
    await browser.get('/console/login/oauth/github');
    expect((await browser.get(`/console/login/callback?${query}`)).status).toBe(403);
    expect(asked).toHaveLength(calls);
    expect((await browser.get('/console')).status).toBe(303);
  });

  test('a browser that was not sent there opens nothing', async () => {
    expect((await stage.browser().get('/console/login/callback?code=good&state=state-1')).status).toBe(403);
    expect(asked).toEqual([]);
  });

  test('a provider that is not configured is not led to', async () => {
    const answer = await stage.browser().get('/console/login/oauth/google');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/login']);
  });
});
