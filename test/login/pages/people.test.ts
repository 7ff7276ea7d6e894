import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const ADA = 'ada@shop.test';
const BOB = 'bob@shop.test';

let stage: ReturnType<typeof pageStage>;
afterEach(() => stage.close());

describe('ending somebody’s sessions on the audit page', () => {
  let admin: ReturnType<typeof stage.browser>;
  beforeEach(async () => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'off' });
    admin = stage.browser();
    await stage.services.users.setRole(ADA, 'admin', 'default');
    await admin.logIn(ADA);
  });
  const endOf = (endedUserName: string) => admin.post('/console/audit/end-sessions', { endedUserName });

  test('leads that user to the login, says so and is in the list; the admin stays logged in', async () => {
    const bob = stage.browser();
    await bob.logIn(BOB);
    expect((await bob.get('/console')).status).toBe(200);
    const done = await endOf(' BOB@shop.test ');
    expect([done.status, done.headers.get('location')]).toEqual([303, '/console/audit?done=ended']);
    const { text } = await admin.get('/console/audit?done=ended');
    expect(text).toContain('The sessions have ended');
    expect(text).toContain('<code>user.sessions-ended</code>');
    expect(text).toContain(`userName ${BOB}`);
    expect((await bob.get('/console')).headers.get('location')).toBe('/console/login?next=%2Fconsole');
  });

  test('one’s own: the login says that they have ended, and leads back', async () => {
    const done = await endOf(' ADA@shop.test');
    const login = '/console/login?next=%2Fconsole%2Faudit&done=ended';
    expect([done.status, done.headers.get('location')]).toEqual([303, login]);
    const { status, text } = await admin.get(login);
    expect([status, text.includes('Your sessions have ended, this one too.')]).toEqual([200, true]);
    expect(text).toContain('name="next" value="/console/audit"');
    expect((await admin.get('/console/audit')).headers.get('location')).toBe('/console/login?next=%2Fconsole%2Faudit');
  });

  test.for(['unknown@shop.test', 'guest-0a1b2c3d', ''])(
    '%j is not a user here, which is shown beside the field',
    async (name) => {
      const answer = await endOf(name);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('id="endedUserName-error">There is no such user here.');
      expect(answer.text).toContain(`name="endedUserName"`);
      expect(answer.text).not.toContain('id="userName-error"');
    },
  );

  test('a form without its token ends nothing', async () => {
    expect((await admin.post('/console/audit/end-sessions', { csrf: '', endedUserName: ADA })).status).toBe(403);
    expect((await admin.get('/console/audit')).status).toBe(200);
  });
});

describe('the form for an API key', () => {
  test.for([
    ['', 'Tick what it may do.'],
    ['read', 'The key <strong>build of shop</strong>'],
  ])('with the scope %j ticked', async ([scope = '', shown]) => {
    stage = pageStage();
    const fields: Record<string, string> = scope === '' ? {} : { scopes: scope };
    const { status, text } = await stage
      .browser()
      .post('/console/keys', { name: 'build of shop', ...fields }, { 'x-api-key': ADMIN_KEY });
    expect([status, text]).toEqual([scope === '' ? 422 : 200, expect.stringContaining(shown ?? '')]);
  });
});

describe('a guest where guests may not be', () => {
  test.for(['/console/keys', '/console/audit', '/console/keys?cursor=x'])(
    '%s offers the login, which leads back',
    async (path) => {
      stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
      const { status, text } = await stage.browser().get(path);
      expect(status).toBe(403);
      expect(text).toContain(`<a class="button" href="/console/login?next=${encodeURIComponent(path)}">Log in</a>`);
    },
  );

  const HERE = 'http://127.0.0.1:8090';
  test.for<[string, string, string]>([
    ['the page that the form was on', `${HERE}/console/apps/a%2Fb/rules?x=1`, '/console/apps/a%2Fb/rules?x=1'],
    ['the console, of a page that there is not', `${HERE}/console/nowhere`, '/console'],
    ['the console, of a page of another site', 'http://evil.test/console/keys', '/console'],
    ['the console, of no page', '', '/console'],
  ])('a form that is refused offers a login that leads back to %s', async ([, referer, next]) => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
    const guest = stage.browser();
    await guest.get('/console');
    const { status, text } = await guest.post('/console/keys', { name: 'x' }, referer === '' ? {} : { referer });
    expect(status).toBe(403);
    const offered = [...text.matchAll(/\/console\/login\?next=([^"]*)"/g)].map(([, path = '']) =>
      decodeURIComponent(path),
    );
    expect(offered).toEqual([next, next]);
  });

  test('a logged-in user without the scope sees the role only', async () => {
    stage = pageStage();
    const browser = stage.browser();
    await browser.logIn(BOB);
    const { status, text } = await browser.get('/console/keys');
    expect([status, text.includes('/console/login')]).toEqual([403, false]);
  });
});

describe('pages without a login (interface 13)', () => {
  test('write nothing, however often a guest’s session opens by itself', async () => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
    await stage.browser().get('/console');
    stage.calls.length = 0;
    for (let count = 0; count < 20; count++) expect((await stage.browser().get('/console')).status).toBe(200);
    expect(stage.calls.filter(({ name }) => name === 'put')).toEqual([]);
  });

  test('a guest who logs out is one no more, with the cookie of before as well', async () => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
    const browser = stage.browser();
    await browser.get('/console');
    const session = JSON.parse(Buffer.from(browser.jar.get('replay-session') ?? '', 'base64url').toString());
    await browser.post('/console/logout', {});
    const shown = { 'access-token': session.tokens.accessToken };
    expect((await stage.call('GET', '/api/replays', undefined, shown)).status).toBe(401);
  });
});

describe('the name of a key in the console', () => {
  test.for([
    ['ci', 'Name is that of another key.'],
    ['c\u202ei', 'Name must be a text of 1 to 200 characters that are seen'],
  ] as const)('%j beside ci is refused beside the field, and what was typed stays', async ([name, error]) => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'off' });
    await stage.services.users.setRole(ADA, 'admin', 'default');
    const admin = stage.browser();
    await admin.logIn(ADA);
    expect((await admin.post('/console/keys', { name: 'ci', scopes: 'read' })).text).toContain('rrs_');
    const { status, text } = await admin.post('/console/keys', { name, scopes: 'read' });
    expect(status).toBe(422);
    expect(text).toContain(`id="name-error">${error}`);
    expect(text).toContain('name="scopes" value="read" checked');
  });
});
