import { afterEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const OFFER = 'Continue as administrator of this machine';
const USER = 'administrator@localhost';
const ANY = { SVC_LOGIN_DOMAINS: '*' };
const OAUTH = { SVC_OAUTH_GITHUB_ID: 'id', SVC_OAUTH_GITHUB_SECRET: 'secret' };

const open: ReturnType<typeof pageStage>[] = [];
const started = (env: Record<string, string>, isOwnUser = true) => {
  const stage = pageStage({ ...ANY, ...env }, {}, async () => isOwnUser);
  open.push(stage);
  return stage;
};

afterEach(async () => {
  for (const stage of open.splice(0)) await stage.close();
});

describe('the login of the administrator of this machine (docs/login.md)', () => {
  test('makes an administrator, leads back, and is in the audit log', async () => {
    const stage = started({});
    const browser = stage.browser();
    expect((await browser.get('/console/login')).text).toContain(OFFER);
    expect((await browser.get('/console')).text).toContain(OFFER);
    const { status, headers } = await browser.post('/console/login/local', { next: '/console/keys' });
    expect([status, headers.get('location')]).toEqual([303, '/console/keys']);
    expect((await browser.get('/console/keys')).text).toContain(USER);
    const { body } = await stage.call('GET', '/api/audit', undefined, { 'x-api-key': ADMIN_KEY });
    expect(body.items).toMatchObject([{ who: USER, action: 'user.local-login', subject: { userName: USER } }]);
  });

  test('keeps a role that was set later, and opens nothing for a disabled user', async () => {
    const stage = started({});
    const key = { 'x-api-key': ADMIN_KEY };
    await stage.browser().post('/console/login/local', {});
    await stage.call('PUT', '/api/users/ada@shop.test', { role: 'admin' }, key);
    await stage.verify('ada@shop.test', await stage.codeFor('ada@shop.test'));
    await stage.call('PUT', `/api/users/${USER}`, { role: 'viewer' }, key);
    const browser = stage.browser();
    expect((await browser.post('/console/login/local', {})).status).toBe(303);
    expect((await browser.get('/console/keys')).status).toBe(403);
    await stage.call('POST', `/api/users/${USER}/disable`, undefined, key);
    expect((await stage.browser().post('/console/login/local', {})).status).toBe(403);
  });

  test.for<[string, Record<string, string>, boolean]>([
    ['another user, or another machine', {}, false],
    ['a service that others reach', { HOST: '0.0.0.0' }, true],
    ['a mail server', { SVC_SMTP_URL: 'smtp://127.0.0.1:25' }, true],
    ['a login provider', OAUTH, true],
    ['a password in front', { SVC_BASIC_AUTH: 'ann:a-long-password' }, true],
    ['mail domains that may log in', { SVC_LOGIN_DOMAINS: 'shop.test' }, true],
    ['several tenants', { SVC_TENANCY: 'multi' }, true],
  ])('is not there for %s', async ([, env, isOwnUser]) => {
    const browser = started(env, isOwnUser).browser();
    expect((await browser.get('/console/login')).text).not.toContain(OFFER);
    expect((await browser.post('/console/login/local', {})).status).toBe(403);
  });

  test('a form of another session, or of another site, changes nothing', async () => {
    const stage = started({});
    expect((await stage.browser().post('/console/login/local', { csrf: 'x' })).status).toBe(403);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await stage.browser().post('/console/login/local', {}, foreign)).status).toBe(403);
    expect((await stage.call('GET', '/api/audit', undefined, { 'x-api-key': ADMIN_KEY })).body.items).toEqual([]);
  });

  test('without mail, the page says where the code lies; elsewhere it does not', async () => {
    const asked = async (env: Record<string, string>) =>
      (await started(env, false).browser().post('/console/login/code', { userName: 'ada@shop.test' })).text;
    expect(await asked({ SVC_DATA_DIR: './mine' })).toContain('mine/outbox');
    const page = async (env: Record<string, string>) => (await started(env).browser().get('/console/login')).text;
    expect(await page({})).not.toContain('by email');
    expect(await page({ SVC_SMTP_URL: 'smtp://127.0.0.1:25' })).toContain('You receive a code of six digits by email.');
    expect(await asked({ SVC_DATA_DIR: './mine', HOST: '0.0.0.0' })).not.toContain('outbox');
    expect(await asked({ SVC_SMTP_URL: 'smtp://127.0.0.1:25' })).not.toContain('outbox');
  });
});
