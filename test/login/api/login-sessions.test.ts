import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
const DAY = 86_400_000;
let stage: LoginStage;
afterEach(() => stage.close());

const refresh = (shown: Record<string, string>, userName = ANN) =>
  stage.call('GET', `/api/login/refresh/${encodeURIComponent(userName)}`, undefined, shown);
const reads = async (accessToken: string) =>
  (await stage.call('GET', '/api/replays', undefined, { 'access-token': accessToken })).status;

describe('refresh (spec 4.8, interface 4.8)', () => {
  test('exchanges a refresh token for new tokens', async () => {
    stage = loginStage();
    const { accessToken, refreshToken } = await stage.login(ANN);
    stage.clock.now += 1000;
    const { status, body, headers } = await refresh({ 'refresh-token': refreshToken }, 'ANN@shop.test');
    expect([status, body.body]).toEqual([
      200,
      {
        success: true,
        reason: null,
        userName: ANN,
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        expiresAt: new Date(stage.clock.now + 3_600_000).toISOString(),
      },
    ]);
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'access-token, refresh-token']);
    expect(body.body.accessToken).not.toBe(accessToken);
    expect(body.body.refreshToken).not.toBe(refreshToken);
    expect([await reads(accessToken), await reads(body.body.accessToken)]).toEqual([200, 200]);
  });

  test('exchanges an active access token too', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login(ANN);
    const { status, body } = await refresh({ 'access-token': accessToken });
    expect([status, body.body.userName]).toEqual([200, ANN]);
    expect((await refresh({ 'refresh-token': body.body.refreshToken })).status).toBe(200);
  });

  test('ends the session for the thief and the user when a used refresh token is used again', async () => {
    stage = loginStage();
    const first = await stage.login(ANN);
    const other = await stage.login(ANN);
    const second = (await refresh({ 'refresh-token': first.refreshToken })).body.body;
    expect((await refresh({ 'refresh-token': first.refreshToken })).status).toBe(401);
    expect((await refresh({ 'refresh-token': second.refreshToken })).status).toBe(401);
    expect((await refresh({ 'access-token': second.accessToken })).status).toBe(401);
    expect([await reads(first.accessToken), await reads(second.accessToken)]).toEqual([401, 401]);
    expect(await reads(other.accessToken)).toBe(200);
    expect(stage.lines.at(-1)).toEqual({
      message: 'session ended',
      user: expect.stringMatching(/^[0-9a-f]{64}$/),
      outcome: 'REUSED_REFRESH_TOKEN',
    });
  });

  test('gives tokens to one of two uses of a refresh token at once, and then ends the session', async () => {
    stage = loginStage();
    const { accessToken, refreshToken } = await stage.login(ANN);
    const both = await Promise.all([1, 2].map(() => refresh({ 'refresh-token': refreshToken })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await reads(accessToken)).toBe(401);
  });

  test.for<[number, number]>([
    [30 * DAY - 1, 200],
    [30 * DAY, 401],
  ])('answers %s ms after the login: %s', async ([age, status]) => {
    stage = loginStage();
    const { refreshToken } = await stage.login(ANN);
    stage.clock.now += age;
    expect((await refresh({ 'refresh-token': refreshToken })).status).toBe(status);
  });

  test('restarts the 30 days with each use', async () => {
    stage = loginStage();
    let { refreshToken } = await stage.login(ANN);
    for (let use = 0; use < 3; use++) {
      stage.clock.now += 20 * DAY;
      refreshToken = (await refresh({ 'refresh-token': refreshToken })).body.body.refreshToken;
    }
    expect((await refresh({ 'refresh-token': refreshToken })).status).toBe(200);
  });

  test('refuses every invalid token with one answer, and keeps the valid ones valid', async () => {
    stage = loginStage();
    const { accessToken, refreshToken } = await stage.login(ANN);
    const bobs = await stage.login('bob@shop.test');
    const sid = refreshToken.slice(4, 36);
    const mac = refreshToken.slice(-43);
    const guest = (await stage.call('POST', '/api/login/loginAsGuest')).body.body;
    const bad: [Record<string, string>, string?][] = [
      [{}],
      [{ 'access-token': '' }],
      [{ 'refresh-token': accessToken }],
      [{ 'access-token': refreshToken }],
      [{ 'refresh-token': bobs.refreshToken }],
      [{ 'access-token': bobs.accessToken }],
      [{ 'access-token': accessToken }, 'bob@shop.test'],
      [{ 'refresh-token': refreshToken }, 'bob@shop.test'],
      [{ 'refresh-token': refreshToken }, 'ann'],
      [{ 'refresh-token': `${refreshToken.slice(0, -1)}_` }],
      [{ 'refresh-token': `rrr_${sid}_1_${mac}` }],
      [{ 'refresh-token': `rrr_${sid}_00_${mac}` }],
      [{ 'refresh-token': `rrr_${'0'.repeat(32)}_0_${mac}` }],
      [{ 'refresh-token': 'x'.repeat(5000), 'access-token': accessToken }],
      [{ 'access-token': guest.accessToken }, guest.userName],
      [{ 'x-api-key': stage.asAdmin['x-api-key'] }],
    ];
    for (const [shown, userName] of bad) {
      const { status, body } = await refresh(shown, userName);
      expect([status, body], JSON.stringify(shown)).toEqual([
        401,
        {
          responseStatusType: {
            responseCode: 4,
            responseDesc: 'Authentication verification failed',
            timestamp: stage.clock.now,
          },
        },
      ]);
    }
    expect((await refresh({ 'refresh-token': refreshToken })).status).toBe(200);
    expect((await refresh({ 'refresh-token': bobs.refreshToken }, 'bob@shop.test')).status).toBe(200);
  });

  test('ignores a token in the address, and does nothing for HEAD', async () => {
    stage = loginStage();
    const { accessToken, refreshToken } = await stage.login(ANN);
    const query = `refresh-token=${refreshToken}&access-token=${accessToken}`;
    expect((await stage.call('GET', `/api/login/refresh/${ANN}?${query}`)).status).toBe(401);
    const head = await stage.call('HEAD', `/api/login/refresh/${ANN}`, undefined, { 'refresh-token': refreshToken });
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await refresh({ 'refresh-token': refreshToken })).status).toBe(200);
  });
});

describe('logout', () => {
  test.for<['access-token' | 'refresh-token']>([['access-token'], ['refresh-token']])(
    'ends with the %s every token of that session only',
    async ([header]) => {
      stage = loginStage();
      const tokens = await stage.login(ANN);
      const other = await stage.login(ANN);
      const shown = { [header]: header === 'access-token' ? tokens.accessToken : tokens.refreshToken };
      const { status, body } = await stage.call('POST', '/api/login/logout', undefined, shown);
      expect([status, body.body]).toEqual([200, { success: true }]);
      expect(await reads(tokens.accessToken)).toBe(401);
      expect((await refresh({ 'refresh-token': tokens.refreshToken })).status).toBe(401);
      expect((await stage.call('POST', '/api/login/logout', undefined, shown)).status).toBe(401);
      expect(await reads(other.accessToken)).toBe(200);
    },
  );
});

describe('guests (spec 4.8, SVC_GUEST_LOGIN)', () => {
  test('read for 15 minutes, write nothing and have no other identity', async () => {
    stage = loginStage();
    const { status, body } = await stage.call('POST', '/api/login/loginAsGuest', { userName: ANN });
    expect([status, body.body]).toEqual([
      200,
      {
        success: true,
        reason: null,
        userName: expect.stringMatching(/^guest-[0-9a-f]{8}$/),
        accessToken: expect.any(String),
        refreshToken: null,
        expiresAt: new Date(stage.clock.now + 900_000).toISOString(),
      },
    ]);
    const { accessToken } = body.body;
    expect(await reads(accessToken)).toBe(200);
    for (const [method, path] of [
      ['POST', '/api/apps/shop/compare-rules'],
      ['PUT', '/api/apps/shop/settings'],
      ['POST', '/api/recorder/cases'],
      ['GET', '/api/createPlan'],
      ['POST', '/api/createPlan'],
      ['POST', '/api/replays/x/stop'],
      ['POST', '/api/replays/x/cases/y/mark'],
      ['POST', '/api/api-keys'],
      ['GET', '/api/api-keys'],
      ['GET', '/api/audit'],
      ['PUT', `/api/users/${ANN}`],
    ] as const) {
      const sent = method === 'GET' ? undefined : {};
      const refused = await stage.call(method, path, sent, { 'access-token': accessToken });
      expect([refused.status, refused.body.responseStatusType.responseCode], path).toEqual([403, 5]);
    }
    stage.clock.now += 900_000 - 1;
    expect(await reads(accessToken)).toBe(200);
    stage.clock.now += 1;
    expect(await reads(accessToken)).toBe(401);
  });

  test('cause no write until they log out, and are refused from then on', async () => {
    stage = loginStage();
    const enter = async () => (await stage.call('POST', '/api/login/loginAsGuest')).body.body.accessToken;
    const puts = () => stage.calls.filter(({ name }) => name === 'put').length;
    const [token, other] = [await enter(), await enter()];
    const before = puts();
    expect([await reads(token), await reads(other), await reads(await enter())]).toEqual([200, 200, 200]);
    expect(puts()).toBe(before);
    const leave = () => stage.call('POST', '/api/login/logout', undefined, { 'access-token': token });
    expect((await leave()).status).toBe(200);
    expect(puts()).toBe(before + 1);
    expect([await reads(token), await reads(other)]).toEqual([401, 200]);
    expect((await leave()).status).toBe(401);
  });

  test('are admitted only if guest login is on', async () => {
    stage = loginStage({ SVC_GUEST_LOGIN: 'off' });
    const { status, body } = await stage.call('POST', '/api/login/loginAsGuest', {});
    expect([status, body]).toEqual([
      200,
      {
        responseStatusType: {
          responseCode: 3,
          responseDesc: 'guest login is not enabled',
          timestamp: stage.clock.now,
        },
      },
    ]);
  });
});

describe('roles', () => {
  const give = (userName: string, role: unknown) =>
    stage.call('PUT', `/api/users/${userName}`, { role }, stage.asAdmin);
  const may = async (accessToken: string) => {
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await stage.call(method, path, body, { 'access-token': accessToken })).status;
    return {
      read: await statusOf('GET', '/api/apps/shop/settings'),
      write: await statusOf('PUT', '/api/apps/shop/settings', {}),
      record: await statusOf('POST', '/api/recorder/cases', []),
      admin: await statusOf('GET', '/api/audit'),
    };
  };

  test('start as member for a new user, and apply at once when an admin gives another', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login(ANN);
    expect(await may(accessToken)).toEqual({ read: 200, write: 200, record: 200, admin: 403 });
    expect((await give(ANN, 'viewer')).body).toEqual({
      userName: ANN,
      role: 'viewer',
      state: 'active',
      createdAt: new Date(stage.clock.now).toISOString(),
      lastLoginAt: new Date(stage.clock.now).toISOString(),
      invitedBy: null,
      invitedUntil: null,
      invitationMail: null,
    });
    expect(await may(accessToken)).toEqual({ read: 200, write: 403, record: 403, admin: 403 });
    await give(ANN, 'admin');
    expect(await may(accessToken)).toEqual({ read: 200, write: 200, record: 200, admin: 200 });
  });

  test('may be given before the first login, and are returned', async () => {
    stage = loginStage();
    expect((await stage.call('GET', `/api/users/${ANN}`, undefined, stage.asAdmin)).status).toBe(404);
    await give('Ann@Shop.test', 'viewer');
    const { accessToken } = await stage.login(ANN);
    expect((await may(accessToken)).write).toBe(403);
    expect((await stage.call('GET', `/api/users/${ANN}`, undefined, stage.asAdmin)).body.role).toBe('viewer');
  });

  test.for([['owner'], ['guest'], [''], [null], [['admin']]])('refuse %j', async ([role]) => {
    stage = loginStage();
    expect(await give(ANN, role)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_USER', errorMessage: 'role must be one of viewer, member, admin' },
    });
    expect((await give('ann', 'viewer')).status).toBe(400);
  });

  test('are not shown to admins of another tenant', async () => {
    stage = loginStage();
    const key = await stage.keyOf('other', 'admin');
    await stage.login(ANN);
    const asOther = { 'x-api-key': key };
    expect((await stage.call('GET', `/api/users/${ANN}`, undefined, asOther)).status).toBe(404);
    const invited = await stage.call('PUT', `/api/users/${ANN}`, { role: 'admin' }, asOther);
    expect([invited.status, invited.body.state]).toEqual([200, 'invited']);
    expect((await stage.call('GET', `/api/users/${ANN}`, undefined, stage.asAdmin)).body.role).toBe('member');
  });
});
