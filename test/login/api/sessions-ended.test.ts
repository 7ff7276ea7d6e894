import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
const BOB = 'bob@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

const refreshed = async (shown: Record<string, string>) =>
  (await stage.call('GET', `/api/login/refresh/${ANN}`, undefined, shown)).status;
const reads = async (accessToken: string) =>
  (await stage.call('GET', '/api/replays', undefined, { 'access-token': accessToken })).status;
const endOf = (userName: string, shown: Record<string, string> = stage.asAdmin) =>
  stage.call('DELETE', `/api/users/${userName}/sessions`, undefined, shown);
const guest = async (): Promise<string> => (await stage.call('POST', '/api/login/loginAsGuest')).body.body.accessToken;

describe('ending the sessions of a user by an admin', () => {
  test('ends all of them at once; the user may log in again, and other users are not affected', async () => {
    stage = loginStage();
    const [one, two, bobs] = [await stage.login(ANN), await stage.login(ANN), await stage.login(BOB)];
    const { status, body } = await endOf('ANN@shop.test');
    expect([status, body]).toEqual([
      200,
      {
        responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp: stage.clock.now },
        body: { userName: ANN },
      },
    ]);
    expect([await reads(one.accessToken), await reads(two.accessToken)]).toEqual([401, 401]);
    expect(await refreshed({ 'refresh-token': one.refreshToken })).toBe(401);
    expect(await refreshed({ 'access-token': two.accessToken })).toBe(401);
    expect(await reads(bobs.accessToken)).toBe(200);
    // At the same instant: no clock can order the two sessions.
    const anew = await stage.login(ANN);
    expect(await reads(anew.accessToken)).toBe(200);
    await endOf(ANN);
    expect(await reads(anew.accessToken)).toBe(401);
  });

  test('writes to the audit log, and keeps the role', async () => {
    stage = loginStage();
    await stage.login(ANN);
    await stage.call('PUT', `/api/users/${ANN}`, { role: 'viewer' }, stage.asAdmin);
    stage.clock.now += 1;
    await endOf(ANN);
    const { body } = await stage.call('GET', '/api/audit?limit=1', undefined, stage.asAdmin);
    expect(body.items).toMatchObject([{ who: 'admin-key', action: 'user.sessions-ended', subject: { userName: ANN } }]);
    expect((await stage.call('GET', `/api/users/${ANN}`, undefined, stage.asAdmin)).body.role).toBe('viewer');
  });

  test('ends also a session of a login that had started before', async () => {
    stage = loginStage();
    const { home } = await stage.services.users.admit(ANN);
    if (home === null) throw new Error('not admitted');
    await endOf(ANN);
    const { accessToken } = await stage.services.sessions.open(home, 'code');
    expect(await reads(accessToken)).toBe(401);
  });

  test('answers 404 for a name outside the tenant, a guest or a text without address', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login(ANN);
    const key = await stage.keyOf('other', 'admin');
    for (const [userName, shown] of [
      [BOB, stage.asAdmin],
      ['guest-0a1b2c3d', stage.asAdmin],
      ['ann', stage.asAdmin],
      [ANN, { 'x-api-key': key }],
    ] as const) {
      const { status, body } = await endOf(userName, shown);
      expect([status, body.responseStatusType], userName).toEqual([
        404,
        { responseCode: 3, responseDesc: 'there is no such user', timestamp: stage.clock.now },
      ]);
    }
    expect(await reads(accessToken)).toBe(200);
    expect((await stage.call('GET', `/api/users/${BOB}`, undefined, stage.asAdmin)).status).toBe(404);
  });

  test('is refused for members', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login(ANN);
    expect((await endOf(ANN, { 'access-token': accessToken })).status).toBe(403);
    expect(await reads(accessToken)).toBe(200);
  });
});

describe('a change of the settings for logins (interface 1)', () => {
  test.for<[string, number]>([
    ['shop.test', 200],
    ['other.test,shop.test', 200],
    ['*', 200],
    ['other.test', 401],
    ['sub.shop.test', 401],
  ])('makes a session of shop.test answer with SVC_LOGIN_DOMAINS %s: %s, at refresh too', async ([domains, status]) => {
    stage = loginStage({ SVC_LOGIN_DOMAINS: 'shop.test' });
    const { accessToken, refreshToken } = await stage.login(ANN);
    const guests = await guest();
    stage.restart({ SVC_LOGIN_DOMAINS: domains });
    expect(await reads(accessToken)).toBe(status);
    expect(await refreshed({ 'access-token': accessToken })).toBe(status);
    if (status === 401) expect(await refreshed({ 'refresh-token': refreshToken })).toBe(401);
    expect(await reads(guests)).toBe(200);
  });

  test.for(['access-token', 'refresh-token'])(
    'lets a user of a removed domain still log out by the %s',
    async (header) => {
      stage = loginStage();
      const { accessToken, refreshToken } = await stage.login(ANN);
      const shown = { [header]: header === 'access-token' ? accessToken : refreshToken };
      stage.restart({ SVC_LOGIN_DOMAINS: 'other.test' });
      const leave = async () => (await stage.call('POST', '/api/login/logout', undefined, shown)).status;
      expect([await leave(), await leave()]).toEqual([200, 401]);
      stage.restart({});
      expect(await reads(accessToken)).toBe(401);
    },
  );

  test('ends a login at a provider with its domain as well', async () => {
    stage = loginStage();
    const accessToken = (await stage.services.personLogins.logIn(ANN, 'oauth')).tokens?.accessToken ?? '';
    expect(await reads(accessToken)).toBe(200);
    stage.restart({ SVC_LOGIN_DOMAINS: 'other.test' });
    expect(await reads(accessToken)).toBe(401);
  });

  test('refuses guests at once with SVC_GUEST_LOGIN off', async () => {
    stage = loginStage();
    const accessToken = await guest();
    stage.restart({ SVC_GUEST_LOGIN: 'off' });
    expect(await reads(accessToken)).toBe(401);
  });
});
