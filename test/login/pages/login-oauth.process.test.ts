import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { type FakeIdentityProvider, openFakeIdentityProvider } from '../../support/fakes/fake-identity-provider.ts';

const REDIRECT = 'http://127.0.0.1:8090/console/login/callback';
const CLIENT = { clientId: 'client-1', clientSecret: 'client-secret-0123456789' };
const ADA = { sub: 'ada-1', email: 'ada@shop.test', email_verified: true };
const THERE = '/console/login/oauth/oidc?next=%2Fconsole%2Freplays';
const http = outboundHttp({
  policy: egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] }),
  log: silentLog,
});
let provider: FakeIdentityProvider;
let stage: ReturnType<typeof pageStage>;
let now = 0;

beforeEach(async () => {
  provider = await openFakeIdentityProvider({ ...CLIENT, redirectUris: [REDIRECT], now: () => now });
  stage = pageStage(
    {
      SVC_GUEST_LOGIN: 'off',
      SVC_OIDC_ISSUER: provider.url,
      SVC_OIDC_ID: CLIENT.clientId,
      SVC_OIDC_SECRET: CLIENT.clientSecret,
      SVC_OAUTH_GITHUB_ID: CLIENT.clientId,
      SVC_OAUTH_GITHUB_SECRET: CLIENT.clientSecret,
    },
    http,
  );
  now = stage.clock.now;
});

afterEach(async () => {
  stage.close();
  await provider.close();
});

/** Sends a browser to the provider and signs in there. Returns the query of the redirect back. */
async function signedIn(browser: ReturnType<typeof stage.browser>) {
  const there = await browser.get(THERE);
  return provider.signIn(there.headers.get('location') ?? '', ADA);
}

const back = (query: Record<string, string>) => `/console/login/callback?${new URLSearchParams(query)}`;

describe('login by a provider (interface 4.8, 13)', () => {
  test('shows buttons of configured providers only, without a request to them', async () => {
    const { text } = await stage.browser().get('/console/login?next=/report/x');
    expect(
      [...text.matchAll(/\/console\/login\/oauth\/(\w+)\?next=([^"]+)/g)].map(([, type, next]) => [type, next]),
    ).toEqual([
      ['github', '%2Freport%2Fx'],
      ['oidc', '%2Freport%2Fx'],
    ]);
    expect(provider.seen).toEqual([]);
  });

  test('offers an invitation on the way back, and has a user without a tenant accept one first', async () => {
    const { users } = stage.services;
    await users.setRole(ADA.email, 'viewer', 'acme');
    const browser = stage.browser();
    const landed = await browser.get(back(await signedIn(browser)));
    expect(landed.headers.get('refresh')).toBe('0;url=/console/tenants?next=%2Fconsole%2Freplays');
    await users.remove(ADA.email, 'default');
    const other = stage.browser();
    const offered = await other.get(back(await signedIn(other)));
    expect([offered.status, offered.text.includes('You are not a member of any tenant yet.')]).toEqual([200, true]);
    const ticket = /name="ticket" value="([^"]*)"/.exec(offered.text)?.[1] ?? '';
    expect((await other.post('/console/tenants/acme/accept', { ticket })).status).toBe(303);
    expect((await other.get('/console')).text).toContain(`${ADA.email} in acme</span>`);
  });

  test('keeps the state in the browser on the way there, and opens the session on the way back', async () => {
    const browser = stage.browser();
    const there = await browser.get(THERE);
    expect(there.status).toBe(303);
    expect(there.headers.getSetCookie().at(-1)).toMatch(
      /^replay-oauth-8090=[\w-]+; Max-Age=600; Path=\/console\/login; HttpOnly; SameSite=Lax$/,
    );
    const query = provider.signIn(there.headers.get('location') ?? '', ADA);
    const landed = await browser.get(back(query), { 'sec-fetch-site': 'cross-site' });
    expect([landed.status, landed.headers.get('refresh')]).toEqual([200, '0;url=/console/replays']);
    expect((await browser.get('/console')).text).toContain('ada@shop.test');
    expect((await browser.get(back(query))).status).toBe(403);
    expect(provider.asked('/token')).toHaveLength(1);
  });

  test.for<[string, (query: Record<string, string>) => Record<string, string>, number]>([
    ['another state', (query) => ({ ...query, state: 'x' }), 0],
    ['no state', ({ code = '' }) => ({ code }), 0],
    ['an error in place of a code', ({ state = '' }) => ({ error: 'access_denied', state }), 0],
    ['the name of another provider', (query) => ({ ...query, iss: 'https://evil.test' }), 0],
    ['a code that the provider does not know', (query) => ({ ...query, code: 'x' }), 1],
  ])('fails with %s', async ([, change, codesAsked]) => {
    const browser = stage.browser();
    const query = await signedIn(browser);
    const landed = await browser.get(back(change(query)));
    expect([landed.status, landed.text.includes(query.code)]).toEqual([403, false]);
    expect(provider.asked('/token')).toHaveLength(codesAsked);
    expect((await browser.get('/console')).status).toBe(303);
    expect((await browser.get(back(query))).status).toBe(403);
  });

  test.for<[string, object]>([
    ['this account is not allowed to log in here', { email: 'ada@evil.test' }],
    ['the provider has no verified email address for this account', { email_verified: false }],
  ])('shows the reason to a refused user: %s', async ([reason, account]) => {
    const browser = stage.browser();
    const there = await browser.get(THERE);
    const query = provider.signIn(there.headers.get('location') ?? '', { ...ADA, ...account });
    expect((await browser.get(back(query))).text).toContain(`The login failed: ${reason}.`);
  });

  test('refuses the redirect of one browser in another browser and at the API', async () => {
    const [victim, thief] = [stage.browser(), stage.browser()];
    const query = await signedIn(victim);
    expect((await thief.get(back(query))).status).toBe(403);
    await thief.get(THERE);
    expect((await thief.get(back(query))).status).toBe(403);
    const body = { oauthType: 'oidc', redirectUri: REDIRECT, ...query };
    expect((await stage.call('POST', '/api/login/oauthLogin', body)).body.body.success).toBe(false);
    expect(provider.asked('/token')).toEqual([]);
    expect((await victim.get(back(query))).status).toBe(200);
  });

  test.for(['google', 'gitlab', '__proto__'])(
    'leads to no provider for %s, which is not configured',
    async (oauthType) => {
      const answer = await stage.browser().get(`/console/login/oauth/${oauthType}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/login']);
    },
  );

  test('says that the provider is down', async () => {
    provider.misbehaviour.metadata = { issuer: 'https://evil.test' };
    const answer = await stage.browser().get(THERE);
    expect([answer.status, answer.headers.get('location')]).toEqual([503, null]);
    expect(answer.text).toContain('The provider is not available now.');
  });
});
