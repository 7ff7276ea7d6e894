import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';

const SETTINGS = '/console/apps/shop/settings/login';
const START = '/console/apps/shop/replays/new';
const OFFER = 'Your recordings show a login.';
const PASSWORD = 'canary-password-4711';

let stage: ReturnType<typeof pageStage>;
let browser: ReturnType<typeof stage.browser>;
let minutes = 0;
beforeEach(async () => {
  minutes = 0;
  stage = pageStage();
  browser = stage.browser();
  await browser.logIn('ann@shop.test');
});
afterEach(() => stage.close());

const tokenOf = (name: string) => `canary-token-of-${name}`;
const nextTime = () => new Date(stage.clock.now + ++minutes * 60_000 - 3_600_000).toISOString();
const recordedLogin = (path: string, name: string) => {
  const one = recordedGet('shop', path, { token: tokenOf(name) }, { caseId: `login-${name}`, recordedAt: nextTime() });
  const body = JSON.stringify({ user: name, password: PASSWORD });
  return { ...one, request: { ...one.request, method: 'POST', path: `${path}?key=${PASSWORD}`, body } };
};
const recordedUse = (name: string, headers = [['authorization', `Bearer ${tokenOf(name)}`]]) => {
  const one = recordedGet('shop', '/me', { name }, { recordedAt: nextTime() });
  return { ...one, request: { ...one.request, headers } };
};
const record = async (...cases: unknown[]) =>
  expect((await stage.call('POST', '/api/recorder/cases', cases, stage.asAdmin)).body.accepted).toBe(cases.length);
const text = async (path: string) => (await browser.get(path)).text;
const login = async () => (await stage.call('GET', '/api/apps/shop/settings', undefined, stage.asAdmin)).body.login;
const offered = (page: string) => [...page.matchAll(/Use the recorded (.*?) for new tokens/g)].map(([, one]) => one);
const plain = (page: string) => page.replaceAll(/<[^>]*>/g, '');

describe('a recorded login (interface 10)', () => {
  test('is offered by the settings and by the first form of a run, and stored with one click', async () => {
    await record(recordedLogin('/api/login', 'ann'), recordedUse('ann'));
    for (const path of [SETTINGS, `${START}?targetEnv=http://127.0.0.1:3000`]) {
      const page = await text(path);
      expect(plain(page)).toContain('Use the recorded POST /api/login for new tokens');
      expect(plain(page)).toContain('Later requests send $.token of POST /api/login as header authorization.');
      for (const secret of [PASSWORD, tokenOf('ann')]) expect(page).not.toContain(secret);
    }
    expect(await login()).toBeNull();

    const { status, headers } = await browser.post('/console/apps/shop/settings/detected-login', {
      caseId: 'login-ann',
      targetEnv: 'http://127.0.0.1:3000',
    });
    expect([status, headers.get('location')]).toEqual([
      303,
      `${START}?done=login&targetEnv=http%3A%2F%2F127.0.0.1%3A3000`,
    ]);
    expect(await login()).toEqual({
      caseId: 'login-ann',
      token: { path: '$.token' },
      place: { header: 'authorization', prefix: 'Bearer ', always: false },
      scope: 'run',
      targets: [],
    });
    const { body } = await stage.call('GET', '/api/recorder/apps/shop/cases?pinned=true', undefined, stage.asAdmin);
    expect(body.items).toMatchObject([{ caseId: 'login-ann' }]);
    const after = await text(headers.get('location') ?? '');
    expect(after).toContain('Runs log in with the recorded request.');
    expect(after).toContain('value="http://127.0.0.1:3000"');
    for (const path of [SETTINGS, START]) expect(await text(path)).not.toContain(OFFER);
  });

  test('has a button in a form apart, so that Enter in a field does not store it', async () => {
    await record(recordedLogin('/login', 'ann'), recordedUse('ann'));
    for (const path of [SETTINGS, START]) {
      const page = await text(path);
      const [, form = ''] = /<button form="([\w-]+)"><span>Use the recorded/.exec(page) ?? [];
      expect(page).toMatch(
        new RegExp(`<form id="${form}" method="post" action="/console/apps/shop/settings/detected-login">`),
      );
    }
  });

  test('comes first if it is the most frequent one, and at most three are offered', async () => {
    await record(recordedLogin('/old/login', 'old'), recordedUse('old'));
    minutes++;
    await record(recordedLogin('/staff/login', 'bob'), recordedUse('bob'));
    await record(
      recordedLogin('/login', 'ann'),
      recordedUse('ann'),
      recordedLogin('/login', 'eve'),
      recordedUse('eve'),
    );
    await record(recordedLogin('/partners/login', 'joe'), recordedUse('joe'), recordedUse('joe'));
    expect(offered(await text(SETTINGS)).map((one) => plain(one ?? ''))).toEqual([
      'POST /login',
      'POST /partners/login',
      'POST /staff/login',
    ]);
    expect(
      (await browser.post('/console/apps/shop/settings/detected-login', { caseId: 'login-eve' })).headers.get(
        'location',
      ),
    ).toBe(`${SETTINGS}?done=login`);
    expect(await login()).toMatchObject({ caseId: 'login-eve' });
  });
});

describe('a login', () => {
  test('is not offered if none is recorded', async () => {
    await record(recordedUse('ann'), recordedGet('shop', '/public', {}, { recordedAt: nextTime() }));
    for (const path of [SETTINGS, START]) expect(await text(path)).not.toContain(OFFER);
    expect((await browser.post('/console/apps/shop/settings/detected-login', { caseId: 'login-ann' })).status).toBe(
      404,
    );
    expect(await login()).toBeNull();
  });

  test('is not offered if its token is sent in two places', async () => {
    await record(
      recordedLogin('/login', 'ann'),
      recordedUse('ann'),
      recordedUse('ann', [['x-auth-token', tokenOf('ann')]]),
    );
    for (const path of [SETTINGS, START]) expect(await text(path)).not.toContain(OFFER);
    expect((await browser.post('/console/apps/shop/settings/detected-login', { caseId: 'login-ann' })).status).toBe(
      404,
    );
    expect(await login()).toBeNull();
  });

  test('is not offered if its password was removed before storing', async () => {
    await stage.call('PUT', '/api/apps/shop/settings', { redact: [{ path: '$.password' }] }, stage.asAdmin);
    await record(recordedLogin('/login', 'ann'), recordedUse('ann'));
    expect(await text(SETTINGS)).not.toContain(OFFER);
  });

  test('is not offered to readers, who cannot store it either', async () => {
    await record(recordedLogin('/login', 'ann'), recordedUse('ann'));
    const guest = stage.browser();
    expect((await guest.get(SETTINGS)).text).not.toContain(OFFER);
    expect((await guest.post('/console/apps/shop/settings/detected-login', { caseId: 'login-ann' })).status).not.toBe(
      200,
    );
    expect(await login()).toBeNull();
  });
});
