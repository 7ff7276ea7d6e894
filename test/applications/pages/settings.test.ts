import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSettings } from '../../../bin/standalone/check-settings.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const PATH = "$[?search(@.a,'(a+)+$')]";
let stage: ReturnType<typeof pageStage>;

/** An application of a tenant as an earlier version stored it. */
async function stored(tenant: string, appId: string, redact: { path: string }[]): Promise<void> {
  await stage.table.put({ pk: `T#${tenant}#APPS`, sk: appId });
  await stage.table.put({
    pk: `T#${tenant}#APP#${appId}`,
    sk: 'SETTINGS',
    version: 1,
    settings: { ...DEFAULT_SETTINGS, redact },
  });
}

beforeEach(async () => {
  stage = pageStage();
  await stored('default', 'shop', [{ path: PATH }, { path: '$.a' }, { path: '$[0:2]' }]);
  await stored('default', 'bank', [{ path: '$..iban' }]);
});
afterEach(() => stage.close());

test('the settings page says why a header cannot be set', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  for (const [name, why] of [
    ['host', 'Added headers cannot have host: '],
    ['__proto__', 'The body sets a prototype'],
  ]) {
    const form = { operationNaming: 'path', maxQps: '1', concurrency: '1', timeoutMs: '1', set: `${name}: x` };
    const { status, text } = await browser.post('/console/apps/bank/settings', form);
    expect(status).toBe(422);
    expect(text).toContain(why);
  }
});

test('the settings page groups settings, and shows the default of each', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const { text } = await browser.get('/console/apps/bank/settings');
  const groups = [...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, group]) => group);
  expect(groups).toEqual(['Recording', 'Replay', 'Downstream calls', 'Login', 'Findings']);
  const { maxQps, concurrency } = DEFAULT_SETTINGS.replay;
  expect(text).toContain(`Maximum request rate to the target. Default: ${maxQps}<`);
  expect(text).toContain(`Maximum requests in progress at the same time. Default: ${concurrency}<`);
  expect(text).toContain('Maximum wait for a response. Default: 30,000<');
  expect(text).toMatch(/Compare all response headers <span class="muted">Default: off/);
  expect(text).toMatch(/in order, one at a time <span class="muted">Default: on/);
  for (const [, option = ''] of text.matchAll(
    /<option value="(?:single|recorded|fail|passThrough|default)"[^>]*>(.*?)</g,
  ))
    expect(option).toMatch(/^[A-Z]/);
  expect(text).toContain('Default: the request whose replay id it carries;');
  const names = [...text.matchAll(/<(?:select|textarea|input type="text")[^>]* name="(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
});

test('the settings page stores how credentials are handled, and rules that seal', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const redact = 'seal header: x-customer\n$.name\nseal $.iban';
  const form = {
    operationNaming: 'path',
    maxQps: '1',
    concurrency: '1',
    timeoutMs: '1',
    redact,
    credentials: 'remove',
  };
  expect((await browser.post('/console/apps/bank/settings', form)).status).toBe(303);
  expect((await stage.call('GET', '/api/apps/bank/settings', undefined, stage.asAdmin)).body).toMatchObject({
    redact: [{ header: 'x-customer', seal: true }, { path: '$.name' }, { path: '$.iban', seal: true }],
    credentials: 'remove',
  });
  const { text } = await browser.get('/console/apps/bank/settings');
  expect(text).toContain(redact);
  expect(text).toMatch(/<option value="remove" selected[^>]*>/);
});

test('the settings page sets the rate of the AREX agent, and refuses one outside its limits', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const path = '/console/apps/bank/settings';
  const form = { operationNaming: 'path', maxQps: '1', concurrency: '1', timeoutMs: '1' };
  expect((await browser.get(path)).text).toMatch(/name="sampleRate"[^>]* value="60"/);
  expect((await browser.post(path, { ...form, sampleRate: '0' })).status).toBe(303);
  const { body } = await stage.call('GET', '/api/apps/bank/settings', undefined, stage.asAdmin);
  expect(body).toMatchObject({ recorder: { sampleRate: 0 } });
  const refused = await browser.post(path, { ...form, sampleRate: '101' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('requests per minute must be a whole number from 0 to 100');
});

describe('the login step in the console', () => {
  const PATH_OF_SHOP = '/console/apps/shop/settings';
  const BASE = { operationNaming: 'path', maxQps: '1', concurrency: '1', timeoutMs: '1' };
  const TYPED = {
    ...BASE,
    method: 'POST',
    path: '/login',
    headers: 'content-type: application/json',
    body: '{"password":"planted-secret"}',
    tokenIn: 'path',
    token: '$.data.token',
    placeIn: 'header',
    place: 'authorization',
    prefix: 'Bearer ',
    scope: 'user',
  };
  const storedLogin = async () =>
    (await stage.call('GET', '/api/apps/shop/settings', undefined, stage.asAdmin)).body.login;

  test('is entered, changed and removed', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    expect((await browser.post(PATH_OF_SHOP, TYPED)).status).toBe(303);
    expect(await storedLogin()).toEqual({
      request: {
        method: 'POST',
        path: '/login',
        headers: { 'content-type': 'application/json' },
        body: '{"password":"planted-secret"}',
      },
      token: { path: '$.data.token' },
      place: { header: 'authorization', prefix: 'Bearer ', always: false },
      scope: 'user',
      targets: [],
    });
    const chosen = {
      ...BASE,
      caseId: 'case-1',
      tokenIn: 'header',
      token: 'set-cookie',
      placeIn: 'cookie',
      place: 'sid',
    };
    await browser.post(PATH_OF_SHOP, chosen);
    expect(await storedLogin()).toEqual({
      caseId: 'case-1',
      token: { header: 'set-cookie' },
      place: { cookie: 'sid', prefix: '', always: false },
      scope: 'run',
      targets: [],
    });
    await browser.post(PATH_OF_SHOP, BASE);
    expect(await storedLogin()).toBe(null);
  });

  test('names the field that is wrong, and shows a guest no value', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const { status, text } = await browser.post(PATH_OF_SHOP, { ...TYPED, token: '$[' });
    expect(status).toBe(422);
    expect(text).toContain('Token in the response must be a JSONPath');
    expect((await browser.post(PATH_OF_SHOP, { ...TYPED, path: 'login' })).text).toContain(
      'Path of the login is invalid',
    );
    await browser.post(PATH_OF_SHOP, TYPED);
    expect((await browser.get(PATH_OF_SHOP)).text).toContain('planted-secret');
    const { text: shown } = await stage.browser().get(PATH_OF_SHOP);
    expect(shown).not.toContain('planted-secret');
  });

  test('takes over the recording that the address names', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    await browser.post(PATH_OF_SHOP, TYPED);
    const { text } = await browser.get(`${PATH_OF_SHOP}?login=case-7`);
    expect(text).toContain('name="caseId" aria-describedby="caseId-hint" value="case-7"');
    expect(text).not.toContain('planted-secret');
  });
});

describe('redact paths that the service can no longer read', () => {
  test('are logged at the start by application and count, for every tenant', async () => {
    await stage.call('POST', '/api/tenants', { tenantId: 'acme', name: 'Acme' }, stage.asAdmin);
    await stored('acme', 'mail', [{ path: PATH }]);
    await checkSettings(stage.world, stage.host);
    expect(stage.lines.filter(({ message }) => message.startsWith('redact paths'))).toEqual([
      { message: 'redact paths cannot be read', tenant: 'default', app_id: 'shop', count: 2 },
      { message: 'redact paths cannot be read', tenant: 'acme', app_id: 'mail', count: 1 },
    ]);
    expect(JSON.stringify(stage.lines)).not.toContain('search(');
  });

  test('are shown by the settings page, which refuses to save them', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const path = '/console/apps/shop/settings';
    const { text } = await browser.get(path);
    expect(text).toContain('more is redacted than the path selects');
    expect(text).toContain('$[0:2]');
    expect((await browser.get('/console/apps/bank/settings')).text).not.toContain('more is redacted');
    const saved = await browser.post(path, {
      redact: `header: cookie\n${PATH}`,
      operationNaming: 'path',
      maxQps: '1',
      concurrency: '1',
      timeoutMs: '1',
    });
    expect(saved.status).toBe(422);
    expect(saved.text).toContain('Redacted fields, line 2, must be a JSONPath');
  });
});

test('the settings page changes settings of downstream calls, and refuses unusable targets', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const form = {
    operationNaming: 'path',
    maxQps: '1',
    concurrency: '1',
    timeoutMs: '1',
    correlation: 'single',
    replayLatency: 'recorded',
    onMiss: 'passThrough',
    targets: '{"db": {"reuse": "never"}}',
  };
  const path = '/console/apps/bank/settings';
  expect((await browser.post(path, form)).status).toBe(303);
  const mocks = {
    correlation: 'single',
    replayLatency: 'recorded',
    onMiss: 'passThrough',
    targets: { db: { reuse: 'never' } },
  };
  expect((await stage.call('GET', '/api/apps/bank/settings', undefined, stage.asAdmin)).body).toMatchObject({ mocks });
  expect((await browser.get(path)).text).toMatch(/<option value="single" selected[^>]*>/);
  const refused = await browser.post(path, { ...form, targets: '{' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Settings by target is invalid');
});
