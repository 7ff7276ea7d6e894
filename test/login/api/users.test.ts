import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
const BOB = 'bob@shop.test';
let stage: LoginStage;
beforeEach(() => {
  stage = loginStage();
});
afterEach(() => stage.close());

const ask = (method: string, path: string, body?: unknown, as: Record<string, string> = stage.asAdmin) =>
  stage.call(method, `/api/users${path}`, body, as);
const give = (userName: string, role: string) => ask('PUT', `/${userName}`, { role });
const list = async (query = '') => (await ask('GET', query)).body;
const reads = async (accessToken: string) =>
  (await stage.call('GET', '/api/replays', undefined, { 'access-token': accessToken })).status;
const audited = async () => {
  const { body } = await stage.call('GET', '/api/audit?limit=1', undefined, stage.asAdmin);
  return [body.items[0].action, body.items[0].subject];
};
const NO_USER = { errorCode: 'NOT_FOUND', errorMessage: 'there is no such user' };

describe('the users of a tenant', () => {
  test('are listed oldest first with role, state and last login, by page', async () => {
    await give('eve@shop.test', 'viewer');
    stage.clock.now += 1;
    await stage.login(BOB);
    stage.clock.now += 1;
    await stage.memberOf('other', ANN, 'admin');
    await ask('POST', `/${BOB}/disable`);
    const [bobs, anns] = [-1, 0].map((ms) => new Date(stage.clock.now + ms).toISOString());
    const all = (await list()).items;
    expect(all).toMatchObject([
      { userName: 'eve@shop.test', role: 'viewer', state: 'invited', lastLoginAt: null, invitedBy: 'admin-key' },
      { userName: BOB, role: 'member', state: 'disabled', lastLoginAt: bobs, createdAt: bobs },
      { userName: ANN, role: 'member', state: 'active', lastLoginAt: null, createdAt: anns },
    ]);
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second.nextCursor).toBeNull();
    for (const query of ['?limit=0', '?limit=1&limit=2', '?cursor=x'])
      expect((await ask('GET', query)).status).toBe(400);
  });

  test('are logged out at once when suspended, cannot log in, and return without the old sessions', async () => {
    const before = await stage.login(BOB);
    stage.clock.now += 1;
    const { status, body } = await ask('POST', `/${BOB}/disable`);
    expect([status, body.state, await audited()]).toEqual([200, 'disabled', ['user.disabled', { userName: BOB }]]);
    expect(await reads(before.accessToken)).toBe(401);
    for (const [header, token] of [
      ['access-token', before.accessToken],
      ['refresh-token', before.refreshToken],
    ] as const)
      expect((await stage.call('GET', `/api/login/refresh/${BOB}`, undefined, { [header]: token })).status).toBe(401);
    expect(await stage.login(BOB)).toMatchObject({
      success: false,
      reason: 'this account is not a member of any tenant',
    });
    stage.clock.now += 1;
    expect((await ask('POST', `/${BOB}/enable`)).body.state).toBe('active');
    expect(await audited()).toEqual(['user.enabled', { userName: BOB }]);
    expect(await reads(before.accessToken)).toBe(401);
    expect(await reads((await stage.login(BOB)).accessToken)).toBe(200);
  });

  test('are logged out at once when removed, also for the next login, and return by an invitation', async () => {
    const before = await stage.login(BOB);
    stage.clock.now += 1;
    const { status, body } = await ask('DELETE', `/${BOB}`);
    expect([status, body, await audited()]).toEqual([200, { userName: BOB }, ['user.removed', { userName: BOB }]]);
    expect([await reads(before.accessToken), (await list()).items]).toEqual([401, []]);
    expect(await stage.login(BOB)).toMatchObject({ success: false, accessToken: null });
    await give(BOB, 'viewer');
    expect(await reads(before.accessToken)).toBe(401);
    await stage.services.users.accept(BOB, 'default');
    expect(await reads(before.accessToken)).toBe(401);
    expect(await reads((await stage.login(BOB)).accessToken)).toBe(200);
  });

  test('may have an invitation changed or withdrawn, and only they accept it', async () => {
    await give(BOB, 'viewer');
    expect((await give(BOB, 'admin')).body).toMatchObject({ state: 'invited', role: 'admin' });
    for (const path of ['enable', 'disable']) {
      const { status, body } = await ask('POST', `/${BOB}/${path}`);
      expect([status, body.errorCode]).toEqual([409, 'NOT_ACCEPTED']);
    }
    expect((await ask('DELETE', `/${BOB}`)).status).toBe(200);
    expect((await ask('GET', `/${BOB}`)).body).toEqual(NO_USER);
  });

  test.for(['', '/disable', '/enable'])('are not found when unknown or without address: 404 (%j)', async (path) => {
    await stage.memberOf('other', ANN, 'member');
    await ask('DELETE', `/${ANN}`);
    for (const userName of [ANN, 'unknown@shop.test', 'guest-0a1b2c3d', 'ann']) {
      const { status, body } = await ask(path === '' ? 'DELETE' : 'POST', `/${userName}${path}`);
      expect([status, body], userName).toEqual([404, NO_USER]);
    }
  });

  test('are not managed by members', async () => {
    const { accessToken } = await stage.login(BOB);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', `/${BOB}`],
      ['POST', `/${BOB}/disable`],
      ['POST', `/${BOB}/enable`],
    ] as const)
      expect((await ask(method, path, undefined, { 'access-token': accessToken })).status).toBe(403);
  });
});

describe('the last active admin of a tenant', () => {
  const LAST = {
    errorCode: 'LAST_ADMIN',
    errorMessage: 'this is the last active admin of the tenant; give another member the role admin first',
  };
  const REMOVALS: Readonly<Record<string, () => ReturnType<typeof ask>>> = {
    'is not removed': () => ask('DELETE', `/${ANN}`),
    'is not suspended': () => ask('POST', `/${ANN}/disable`),
    'keeps the role': () => give(ANN, 'member'),
  };

  test.for(Object.keys(REMOVALS))('%s while there is not another active one', async (name) => {
    const { accessToken } = await stage.memberOf('default', ANN, 'admin');
    // Neither an invited admin, nor a suspended one, nor one of another tenant counts.
    await give('eve@shop.test', 'admin');
    await stage.memberOf('default', BOB, 'admin');
    await ask('POST', `/${BOB}/disable`);
    await stage.memberOf('other', 'cid@shop.test', 'admin');
    const { status, body } = (await REMOVALS[name]?.()) ?? { status: 0, body: null };
    expect([status, body]).toEqual([409, LAST]);
    expect((await ask('GET', `/${ANN}`)).body).toMatchObject({ role: 'admin', state: 'active' });
    expect(await reads(accessToken)).toBe(200);
    await ask('POST', `/${BOB}/enable`);
    expect((await REMOVALS[name]?.())?.status).toBe(200);
    expect((await ask('DELETE', `/${BOB}`)).body).toEqual(LAST);
  });

  test('cannot leave', async () => {
    const { accessToken } = await stage.memberOf('other', ANN, 'admin');
    const leave = () =>
      stage.call('DELETE', '/api/login/memberships/other', undefined, { 'access-token': accessToken });
    const { status, body } = await leave();
    expect([status, body.responseStatusType.responseDesc]).toEqual([409, LAST.errorMessage]);
    await stage.memberOf('other', BOB, 'admin');
    expect((await leave()).status).toBe(200);
  });

  test('is not removed when the last two are removed at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const both = [`a${round}@shop.test`, `b${round}@shop.test`];
      const tenant = `t${round}`;
      for (const userName of both) await stage.memberOf(tenant, userName, 'admin');
      const { users } = stage.services;
      const done = await Promise.all(both.map((userName) => users.remove(userName, tenant)));
      expect(done.filter((one) => one === 'LAST_ADMIN')).toHaveLength(1);
      expect((await users.page(tenant, { limit: 10, after: null })).items).toHaveLength(1);
    }
  });
});

describe('a user row of an earlier version', () => {
  const stored = async (tenant: string, role: string, more = {}) => {
    const { key } = stage.calls.find(({ name, item }) => name === 'put' && item?.sk === 'USER') ?? {};
    await stage.table.put({ pk: key ?? '', sk: 'USER', tenant, role, createdAt: 1, ...more });
    const { items } = await stage.table.query({ pk: key ?? '', prefix: 'MEMBER#' });
    for (const { pk, sk } of items) await stage.table.remove({ pk, sk });
    await stage.table.remove({ pk: 'SYSTEM#ADMINS#default', sk: (key ?? '').slice('SYSTEM#USER#'.length) });
    return key ?? '';
  };
  /** A person whose rows are those of an earlier version, with a session of then. */
  async function known(tenant: string, role: string): Promise<{ accessToken: string; refreshToken: string }> {
    await stage.services.users.admit(ANN);
    await stored(tenant, role, { era: 'e' });
    const member = await stage.services.users.find(ANN, tenant);
    if (member === undefined) throw new Error('not known');
    const { accessToken, refreshToken } = await stage.services.sessions.open(member, 'code');
    return { accessToken, refreshToken: refreshToken ?? '' };
  }

  beforeEach(async () => {
    stage.calls.length = 0;
    const { transact } = stage.table;
    stage.world.table.transact = async (writes) => {
      for (const one of writes) if ('put' in one) stage.calls.push({ name: 'put', key: one.put.pk, item: one.put });
      return transact(writes);
    };
  });

  test('counts as membership with the earlier sessions, and is listed after the next refresh', async () => {
    const { accessToken, refreshToken } = await known('default', 'admin');
    const asAnn = { 'access-token': accessToken };
    expect((await ask('GET', `/${ANN}`, undefined, asAnn)).body).toMatchObject({ role: 'admin', state: 'active' });
    expect((await list()).items).toEqual([]);
    const refreshed = { 'refresh-token': refreshToken };
    expect((await stage.call('GET', `/api/login/refresh/${ANN}`, undefined, refreshed)).status).toBe(200);
    expect((await list()).items).toMatchObject([{ userName: ANN, role: 'admin', state: 'active' }]);
    expect((await give(ANN, 'viewer')).body.errorCode).toBe('LAST_ADMIN');
    expect(await reads(accessToken)).toBe(200);
  });

  test('logs in to the tenant that it was assigned to, and may leave it', async () => {
    const { accessToken } = await known('acme', 'viewer');
    expect(await reads((await stage.login(ANN)).accessToken)).toBe(200);
    const tenants = async () =>
      (await stage.services.users.memberships(ANN)).map(({ tenant, role, state }) => [tenant, role, state]);
    expect(await tenants()).toEqual([['acme', 'viewer', 'active']]);
    const leave = () => stage.call('DELETE', '/api/login/memberships/acme', undefined, { 'access-token': accessToken });
    expect((await leave()).status).toBe(200);
    expect([await tenants(), await reads(accessToken)]).toEqual([[], 401]);
  });

  test('is removed for good', async () => {
    const { accessToken } = await known('default', 'member');
    expect((await ask('DELETE', `/${ANN}`)).status).toBe(200);
    expect(await reads(accessToken)).toBe(401);
    expect(await stage.services.users.find(ANN, 'default')).toBeUndefined();
    expect((await stage.login(ANN)).accessToken).toBeNull();
  });
});
