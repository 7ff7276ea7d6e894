import { afterEach, describe, expect, test } from 'vitest';
import { LOGIN_LINK_MS, loginLinks } from '../../../functions/platform/standalone/admin/login-links.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY, temporaryDataDir } from '../../support/running-service.ts';

const HINT = 'replay login --local';
const BUTTON = 'Continue as administrator of this machine';
const PATH = '/console/login/local';
const USER = 'administrator@localhost';
const ANY = { SVC_LOGIN_DOMAINS: '*' };
const OAUTH = { SVC_OAUTH_GITHUB_ID: 'id', SVC_OAUTH_GITHUB_SECRET: 'secret' };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function started(env: Record<string, string> = {}) {
  const { dataDir, remove } = temporaryDataDir();
  const clock = { now: 1_000_000 };
  const links = loginLinks(dataDir, () => clock.now);
  await links.open();
  const stage = pageStage({ ...ANY, ...env }, {}, links);
  cleanUps.push(remove, stage.close);
  return {
    ...stage,
    links,
    dataDir,
    wait(ms: number): void {
      clock.now += ms;
    },
    code: async () => (await links.create()) ?? '',
  };
}

describe('the login of the administrator of this machine (docs/login.md)', () => {
  test('makes an administrator by a link, and adds it to the audit log', async () => {
    const stage = await started();
    const browser = stage.browser();
    expect((await browser.get('/console/login')).text).toContain(HINT);
    expect((await browser.get('/console')).text).toContain(HINT);
    const code = await stage.code();
    const shown = await browser.get(`${PATH}?code=${code}`);
    expect([shown.status, shown.headers.get('referrer-policy')]).toEqual([
      200,
      expect.stringMatching(/no-referrer|same-origin/),
    ]);
    expect(shown.text).toContain(BUTTON);
    const { status, headers } = await browser.post(PATH, { code });
    expect([status, headers.get('location')]).toEqual([303, '/console']);
    expect((await browser.get('/console/keys')).text).toContain(USER);
    const { body } = await stage.call('GET', '/api/audit', undefined, { 'x-api-key': ADMIN_KEY });
    expect(body.items).toMatchObject([{ who: USER, action: 'user.local-login', subject: { userName: USER } }]);
    expect(JSON.stringify([stage.lines, body])).not.toContain(code);
  });

  test('keeps a link through previews, and uses it up by one of many forms at once', async () => {
    const stage = await started();
    const code = await stage.code();
    for (let times = 0; times < 3; times++) await stage.browser().get(`${PATH}?code=${code}`);
    const answers = await Promise.all(Array.from({ length: 8 }, () => stage.browser().post(PATH, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(7).fill(403)]);
    const again = await stage.browser().post(PATH, { code });
    expect([again.status, again.text.includes(HINT)]).toEqual([403, true]);
  });

  test.for<[string, number, number]>([
    ['just before it expires', LOGIN_LINK_MS - 1, 303],
    ['when it has expired', LOGIN_LINK_MS, 403],
  ])('accepts a link until it expires: %s', async ([, ms, expected]) => {
    const stage = await started();
    const code = await stage.code();
    stage.wait(ms);
    expect((await stage.browser().post(PATH, { code })).status).toBe(expected);
  });

  test('accepts several links at a time, and ends them at a start', async () => {
    const stage = await started();
    const [first, second, third] = [await stage.code(), await stage.code(), await stage.code()];
    expect((await stage.browser().post(PATH, { code: second })).status).toBe(303);
    expect((await stage.browser().post(PATH, { code: first })).status).toBe(303);
    await stage.links.open();
    expect((await stage.browser().post(PATH, { code: third })).status).toBe(403);
  });

  test.for(['', 'x', 'A'.repeat(43), '../'.repeat(14), `${'A'.repeat(42)}/`])('refuses the code %j', async (code) => {
    const stage = await started();
    await stage.code();
    expect((await stage.browser().post(PATH, { code })).status).toBe(403);
  });

  test('keeps a role that was set later, and refuses a disabled user', async () => {
    const stage = await started();
    const key = { 'x-api-key': ADMIN_KEY };
    await stage.browser().post(PATH, { code: await stage.code() });
    await stage.call('PUT', '/api/users/ada@shop.test', { role: 'admin' }, key);
    await stage.verify('ada@shop.test', await stage.codeFor('ada@shop.test'));
    await stage.call('PUT', `/api/users/${USER}`, { role: 'viewer' }, key);
    const browser = stage.browser();
    expect((await browser.post(PATH, { code: await stage.code() })).status).toBe(303);
    expect((await browser.get('/console/keys')).status).toBe(403);
    await stage.call('POST', `/api/users/${USER}/disable`, undefined, key);
    expect((await stage.browser().post(PATH, { code: await stage.code() })).status).toBe(403);
  });

  test.for<[string, Record<string, string>]>([
    ['a service that others reach', { HOST: '0.0.0.0' }],
    ['a mail server', { SVC_SMTP_URL: 'smtp://127.0.0.1:25' }],
    ['a login provider', OAUTH],
    ['a password in front', { SVC_BASIC_AUTH: 'ann:a-long-password' }],
    ['mail domains that may log in', { SVC_LOGIN_DOMAINS: 'shop.test' }],
    ['several tenants', { SVC_TENANCY: 'multi' }],
  ])('is not offered for %s', async ([, env]) => {
    const stage = await started(env);
    const browser = stage.browser();
    expect((await browser.get('/console/login')).text).not.toContain(HINT);
    const code = await stage.code();
    expect((await browser.get(`${PATH}?code=${code}`)).status).toBe(403);
    expect((await browser.post(PATH, { code })).status).toBe(403);
  });

  test('does not use up the link for a form of another session or of another site', async () => {
    const stage = await started();
    const code = await stage.code();
    expect((await stage.browser().post(PATH, { code, csrf: 'x' })).status).toBe(403);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await stage.browser().post(PATH, { code }, foreign)).status).toBe(403);
    expect((await stage.call('GET', '/api/audit', undefined, { 'x-api-key': ADMIN_KEY })).body.items).toEqual([]);
    expect((await stage.browser().post(PATH, { code })).status).toBe(303);
  });

  test('says if the code is stored without mail, and only then', async () => {
    const asked = async (env: Record<string, string>) =>
      (await (await started(env)).browser().post('/console/login/code', { userName: 'ada@shop.test' })).text;
    expect(await asked({ SVC_DATA_DIR: './mine' })).toContain('mine/outbox');
    const page = async (env: Record<string, string>) =>
      (await (await started(env)).browser().get('/console/login')).text;
    expect(await page({})).not.toContain('by email');
    expect(await page({ SVC_SMTP_URL: 'smtp://127.0.0.1:25' })).toContain('You receive a code of six digits by email.');
    expect(await asked({ SVC_DATA_DIR: './mine', HOST: '0.0.0.0' })).not.toContain('outbox');
    expect(await asked({ SVC_SMTP_URL: 'smtp://127.0.0.1:25' })).not.toContain('outbox');
    const team = { HOST: '0.0.0.0', SVC_PUBLIC_URL: 'http://127.0.0.1:8090', SVC_LOGIN_DOMAINS: 'shop.test' };
    expect(await page(team)).toContain('This service has no mail server (SVC_SMTP_URL)');
  });

  test('has no form where no login can succeed', async () => {
    const env = { HOST: '0.0.0.0', SVC_PUBLIC_URL: 'http://127.0.0.1:8090', SVC_LOGIN_DOMAINS: '' };
    const { text } = await (await started(env)).browser().get('/console/login');
    expect(text).toContain('No login is set up');
    expect(text).not.toContain('Send code');
  });
});
