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
  await stored('default', 'mall', []);
});
afterEach(() => stage.close());

test('the settings page says why a header cannot be set', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  for (const [name, why] of [
    ['host', 'Added headers cannot have host: '],
    ['__proto__', 'The body sets a prototype'],
  ]) {
    const { status, text } = await browser.post('/console/apps/bank/settings/headers', { set: `${name}: x` });
    expect(status).toBe(422);
    expect(text).toContain(why);
  }
});

test('each section of the settings has one form, and says what has its default', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  for (const [path, title, names] of [
    ['', 'General', ['mainOperations', 'operationNaming', 'automaticAnalysis', 'sampleRate']],
    ['/replay', 'Pace and order', ['maxQps', 'concurrency', 'timeoutSeconds', 'order', 'gaps']],
    ['/headers', 'Sent headers', ['set', 'always', 'remove', 'furtherHeaders', 'compareHeaders']],
    ['/data', 'Personal data and sealing', ['personalData', 'credentials', 'redact']],
    ['/mocks', 'Mocks', ['correlation', 'onMiss', 'replayLatency', 'targets']],
  ] as const) {
    const { text } = await browser.get(`/console/apps/mall/settings${path}`);
    expect(text).toContain(`<h2 id="section">${title}</h2>`);
    expect(text.match(/<button class="primary">Save</g)).toHaveLength(1);
    for (const name of names) expect(text).toContain(`name="${name}"`);
    expect(text).toContain('<p class="small muted">Default</p>');
    expect(text).not.toContain('small changed');
  }
});

test('a section changes its own settings only, and the list of changes says who did', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const settings = async () => (await stage.call('GET', '/api/apps/mall/settings', undefined, stage.asAdmin)).body;
  const before = await settings();
  const path = '/console/apps/mall/settings';
  const replay = { maxQps: '50', concurrency: '10', timeoutSeconds: '30', order: 'auto', keepSessions: 'on' };
  expect((await browser.post(`${path}/replay`, { ...replay, aliasValues: 'on' })).status).toBe(303);
  expect(await settings()).toEqual({ ...before, replay: { ...before.replay, maxQps: 50 } });
  const { text } = await browser.get(path);
  expect(text).toContain('Replay <small>1 changed</small>');
  expect(text).toMatch(
    /<th scope="row">Max requests per second<\/th>.*?<span>50<\/span>.*?>200<.*?just now<\/time>, by ann@shop.test/s,
  );
  const line = (await browser.get(`${path}/replay`)).text;
  expect(line).toMatch(/Changed, default 200\. By ann@shop.test, <time[^>]*>just now<\/time>\./);
});

test('a button gives one setting its default again, and leaves the others', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const path = '/console/apps/mall/settings/headers';
  await browser.post(path, { set: 'x-tier: gold', remove: 'x-forwarded-for' });
  const headers = async () =>
    (await stage.call('GET', '/api/apps/mall/settings', undefined, stage.asAdmin)).body.replay.headers;
  expect(await headers()).toMatchObject({ set: { 'x-tier': 'gold' }, remove: ['x-forwarded-for'] });
  const { status, headers: answered } = await browser.post(path, { reset: 'remove' });
  expect([status, answered.get('location')]).toEqual([303, `${path}?done=reset`]);
  expect(await headers()).toMatchObject({ set: { 'x-tier': 'gold' }, remove: [] });
  expect((await browser.get(`${path}?done=reset`)).text).toContain('The setting has its default again.');
});

test('a guest reads settings and their states, without a form', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  await browser.post('/console/apps/mall/settings/headers', { set: 'x-tier: planted-secret' });
  const guest = stage.browser();
  for (const section of ['', '/replay', '/login', '/headers', '/data', '/mocks', '/retention', '/endpoints']) {
    const { status, text } = await guest.get(`/console/apps/mall/settings${section}`);
    expect(status).toBe(200);
    const [, main = ''] = text.split('<main');
    expect(main).not.toContain('<form');
    expect(main).not.toContain('planted-secret');
  }
  expect((await guest.post('/console/apps/mall/settings/headers', { set: '' })).status).toBe(403);
});

test('the settings page stores how credentials are handled, and rules that seal', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const redact = 'seal header: x-customer\n$.name\nseal $.iban';
  const form = { redact, credentials: 'remove' };
  expect((await browser.post('/console/apps/bank/settings/data', form)).status).toBe(303);
  expect((await stage.call('GET', '/api/apps/bank/settings', undefined, stage.asAdmin)).body).toMatchObject({
    redact: [{ header: 'x-customer', seal: true }, { path: '$.name' }, { path: '$.iban', seal: true }],
    credentials: 'remove',
  });
  const { text } = await browser.get('/console/apps/bank/settings/data');
  expect(text).toContain(redact);
  expect(text).toMatch(/<option value="remove" selected[^>]*>/);
});

test('the settings page sets the rate of the AREX agent, and refuses one outside its limits', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const path = '/console/apps/bank/settings';
  expect((await browser.get(path)).text).toMatch(/name="sampleRate"[^>]* value="60"/);
  expect((await browser.post(path, { sampleRate: '0' })).status).toBe(303);
  const { body } = await stage.call('GET', '/api/apps/bank/settings', undefined, stage.asAdmin);
  expect(body).toMatchObject({ recorder: { sampleRate: 0 } });
  const refused = await browser.post(path, { sampleRate: '101' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Recorder pace must be a whole number from 0 to 100');
});

describe('the login step in the console', () => {
  const PATH_OF_SHOP = '/console/apps/shop/settings/login';
  const TYPED = {
    credentialsFrom: 'step',
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
    await browser.post(PATH_OF_SHOP, { ...TYPED, credentialsFrom: 'recordings' });
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

  test('refuses a login step without a recording and without a path, and keeps what is stored', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const { status, text } = await browser.post(PATH_OF_SHOP, { ...TYPED, path: '' });
    expect(status).toBe(422);
    expect(text).toContain('Login recording is missing or invalid. Name one, or enter the path of the login.');
    expect(text).toContain('value="step" checked');
    expect(await storedLogin()).toBe(null);
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
    const path = '/console/apps/shop/settings/data';
    const { text } = await browser.get(path);
    expect(text).toContain('more is redacted than the path selects');
    expect(text).toContain('$[0:2]');
    expect((await browser.get('/console/apps/bank/settings/data')).text).not.toContain('more is redacted');
    const saved = await browser.post(path, { redact: `header: cookie\n${PATH}` });
    expect(saved.status).toBe(422);
    expect(saved.text).toContain('Redacted fields, line 2, must be a JSONPath');
  });
});

test('the settings page changes settings of downstream calls, and refuses unusable targets', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const form = {
    correlation: 'single',
    replayLatency: 'recorded',
    onMiss: 'passThrough',
    targets: '{"db": {"reuse": "never"}}',
  };
  const path = '/console/apps/bank/settings/mocks';
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
  expect(refused.text).toContain('Settings by service is invalid');
});
