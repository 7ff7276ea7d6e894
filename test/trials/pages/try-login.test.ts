import { afterEach, describe, expect, test } from 'vitest';
import type { OutboundOutcome, OutboundRequest } from '../../../functions/platform/outbound/outbound.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const TARGET = 'https://staging.shop.test';
const PATH = '/console/apps/shop/login-try';
const LOGIN = {
  request: { method: 'POST', path: '/login?k=planted-query', headers: {}, body: '{"password":"planted-password"}' },
  token: { path: '$.data.token' },
  place: { header: 'authorization', prefix: 'Bearer ' },
};
const response = (change: Partial<Extract<OutboundOutcome, { kind: 'response' }>> = {}): OutboundOutcome => ({
  kind: 'response',
  status: 200,
  headers: [
    ['content-type', 'application/json'],
    ['set-cookie', 'sid=planted-cookie; Path=/'],
  ],
  body: Buffer.from('{"data":{"token":"planted-token","ann@shop.test":{"role":"user"}}}'),
  truncated: false,
  durationMs: 12,
  ...change,
});

let stage: ReturnType<typeof pageStage>;
afterEach(() => stage.close());

/** An application with a login step and one allowed target, which answers as `outcome` says. */
async function opened(outcome: OutboundOutcome = response()) {
  const sent: OutboundRequest[] = [];
  const http = {
    use: async <Used>(request: OutboundRequest, used: (outcome: OutboundOutcome) => Promise<Used>): Promise<Used> => {
      sent.push(request);
      return used(outcome);
    },
  };
  stage = pageStage({ SVC_GUEST_LOGIN: 'on' }, http);
  await stage.call('POST', '/api/apps/shop/targets', { address: TARGET }, stage.asAdmin);
  expect((await stage.call('PUT', '/api/apps/shop/settings', { login: LOGIN }, stage.asAdmin)).status).toBe(200);
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const attempt = (targetEnv = TARGET) => browser.post(PATH, { targetEnv });
  const audit = async () => {
    const { body } = await stage.call('GET', '/api/audit', undefined, stage.asAdmin);
    type Entry = { action: string; subject: object; refused?: true };
    return (body.items as Entry[]).filter(({ action }) => action === 'login.tried');
  };
  return { sent, browser, attempt, audit };
}

describe('one login that is tried', () => {
  test('is sent as the saved step says, and shows status and names without a value', async () => {
    const { sent, browser, attempt, audit } = await opened();
    expect((await browser.get('/console/apps/shop/settings/login')).text).toContain(`href="${PATH}">Try it now…`);
    expect((await browser.get(PATH)).text).toContain(`value="${TARGET}"`);
    expect(sent).toEqual([]);
    const { status, text } = await attempt();
    expect(status).toBe(200);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ url: `${TARGET}/login?k=planted-query`, method: 'POST', timeoutMs: 15_000 });
    expect(sent[0]?.maxBodyBytes).toBe(1024 * 1024);
    expect(Buffer.from(sent[0]?.body ?? '').toString()).toBe(LOGIN.request.body);
    for (const name of ['data.token', 'data.*.role', 'content-type', 'sid'])
      expect(text).toContain(`<code>${name}</code>`);
    expect(text).toContain('<strong>Token found.</strong>');
    expect(text).not.toContain('planted-');
    expect(JSON.stringify(stage.lines)).not.toContain('planted-');
    expect(await audit()).toMatchObject([{ subject: { appId: 'shop', address: TARGET } }]);
  });

  test.for<[string, OutboundOutcome, string]>([
    ['a refusal', response({ status: 401, body: Buffer.from('{"error":"planted-"}') }), 'No token.'],
    ['a redirect', response({ status: 302, headers: [['location', 'https://planted-.test/']] }), 'answered 302'],
    ['a page', response({ body: Buffer.from('<p>planted-</p>') }), 'the body is not JSON'],
    ['a large response', response({ truncated: true }), 'larger than 1 MiB'],
    ['a timeout', { kind: 'timeout', durationMs: 15_000 }, 'no response in time'],
    ['no connection', { kind: 'connection-failure', failure: 'dns', durationMs: 1 }, 'cannot be resolved'],
  ])('says what happened with %s, and sends once', async ([, outcome, words]) => {
    const { sent, attempt } = await opened(outcome);
    const { text } = await attempt();
    expect(text).toContain(words);
    expect(text).not.toContain('planted-');
    expect(sent).toHaveLength(1);
  });

  test('is refused above 5 in a minute, and allowed after it', async () => {
    const { sent, attempt } = await opened();
    for (let at = 0; at < 5; at++) expect((await attempt()).status).toBe(200);
    const { status, text } = await attempt();
    expect([status, sent.length]).toEqual([429, 5]);
    expect(text).toContain('Too many logins were tried.');
    stage.clock.now += 61_000;
    expect((await attempt()).status).toBe(200);
  });

  test('needs a saved login step', async () => {
    const { sent, browser, attempt } = await opened();
    await stage.call('PUT', '/api/apps/shop/settings', { login: null }, stage.asAdmin);
    expect((await browser.get('/console/apps/shop/settings/login')).text).not.toContain('login-try');
    expect((await browser.get(PATH)).text).toContain('no saved login step');
    expect([(await attempt()).status, sent]).toEqual([422, []]);
  });
});

describe('an outsider who tries a login', () => {
  test.for([
    'https://other.shop.test',
    'https://staging.shop.test:8443',
    'http://staging.shop.test',
    'https://staging.shop.test.evil.test',
    'https://ann:planted-@staging.shop.test',
    'file:///etc/passwd',
  ])('has nothing sent to %s, which is not allowed', async (targetEnv) => {
    const { sent, attempt, audit } = await opened();
    const { status, text } = await attempt(targetEnv);
    expect(status).toBe(422);
    expect(text).toContain('id="targetEnv-error"');
    expect(sent).toEqual([]);
    expect((await audit()).every(({ refused }) => refused === true)).toBe(true);
  });

  test('is refused as a guest, as a reader and without a credential', async () => {
    const { sent, audit } = await opened();
    const key = { 'x-api-key': await stage.keyOf('default', 'read') };
    expect((await stage.browser().post(PATH, { targetEnv: TARGET }, key)).status).toBe(403);
    expect((await stage.browser().get(PATH, key)).status).toBe(403);
    const guest = stage.browser();
    await guest.get('/console');
    expect((await guest.post(PATH, { targetEnv: TARGET })).status).toBe(403);
    expect(sent).toEqual([]);
    expect((await audit()).length).toBeGreaterThan(0);
    expect((await audit()).every(({ refused }) => refused === true)).toBe(true);
  });

  test('reaches neither the login step nor the targets of another application or tenant', async () => {
    const { sent, browser } = await opened();
    await stage.call('PUT', '/api/apps/mall/settings', { login: LOGIN }, stage.asAdmin);
    const other = await browser.post('/console/apps/mall/login-try', { targetEnv: TARGET });
    expect(other.status).toBe(422);
    expect((await browser.post('/console/apps/unknown/login-try', { targetEnv: TARGET })).status).toBe(404);
    const foreign = { 'x-api-key': await stage.keyOf('acme', 'write') };
    expect((await stage.browser().post(PATH, { targetEnv: TARGET }, foreign)).status).toBe(404);
    expect(sent).toEqual([]);
  });

  test('has no step sent to a target that was allowed after it was saved', async () => {
    const { sent, attempt } = await opened();
    await stage.call('POST', '/api/apps/shop/targets', { address: 'https://later.test' }, stage.asAdmin);
    const { status, text } = await attempt('https://later.test');
    expect(status).toBe(422);
    expect(text).toContain('saved for other targets');
    expect(sent).toEqual([]);
  });
});
