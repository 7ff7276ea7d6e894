import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
const BOB = 'bob@shop.test';
let stage: LoginStage;
/** The credential of an admin of the tenant `acme`. */
let asAcme: { 'x-api-key': string };

beforeEach(async () => {
  stage = loginStage();
  const { body } = await stage.call('POST', '/api/tenants', { tenantId: 'acme', name: 'Acme' }, stage.asAdmin);
  asAcme = { 'x-api-key': body.key };
});
afterEach(() => stage.close());

const invite = (userName: string, role = 'member', as: Record<string, string> = asAcme) =>
  stage.call('PUT', `/api/users/${userName}`, { role }, as);
const userOf = async (userName: string, as: Record<string, string> = asAcme) => {
  const { status, body } = await stage.call('GET', `/api/users/${userName}`, undefined, as);
  return status === 200 ? body : null;
};
const asked = (path: string, headers: Record<string, string>, method = 'POST') =>
  stage.call(method, `/api/login/${path}`, undefined, headers);
const mine = async (accessToken: string) =>
  (await asked('memberships', { 'access-token': accessToken }, 'GET')).body.body;
const reads = async (accessToken: string, more = {}) =>
  (await stage.call('GET', '/api/replays', undefined, { 'access-token': accessToken, ...more })).status;
const verified = async (userName: string) => (await stage.verify(userName, await stage.codeFor(userName))).body.body;
const tenantOf = (accessToken: string): string =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).tid;

describe('the invitation of an address by an admin', () => {
  test('waits for a new person, whose first login leads to `default`', async () => {
    const { status, body } = await invite(BOB, 'admin');
    expect([status, body]).toEqual([
      200,
      {
        userName: BOB,
        role: 'admin',
        state: 'invited',
        createdAt: new Date(stage.clock.now).toISOString(),
        lastLoginAt: null,
        invitedBy: expect.stringMatching(/^first-key-/),
        invitedUntil: null,
        invitationMail: null,
      },
    ]);
    const answer = await verified(BOB);
    expect(answer).toMatchObject({
      success: true,
      invitations: [{ tenantId: 'acme', name: 'Acme', role: 'admin', invitedBy: expect.any(String) }],
    });
    expect(tenantOf(answer.accessToken)).toBe('default');
    expect(await reads(answer.accessToken)).toBe(200);
    expect(await reads(answer.accessToken, { 'x-tenant-id': 'acme' })).toBe(401);
    expect((await userOf(BOB, stage.asAdmin)).role).toBe('member');
    expect((await userOf(BOB)).state).toBe('invited');
    const refused = await asked('memberships/acme/switch', { 'access-token': answer.accessToken });
    expect(refused.status).toBe(404);
  });

  test('shows and changes nothing of a member elsewhere, and tells nothing about other tenants', async () => {
    const bob = await stage.memberOf('bravo', BOB, 'admin');
    const known = await invite(BOB, 'viewer');
    const unknown = await invite('unknown@shop.test', 'viewer');
    expect({ ...known.body, userName: '' }).toEqual({ ...unknown.body, userName: '' });
    for (const [method, path] of [
      ['DELETE', `/api/users/${BOB}/sessions`],
      ['POST', `/api/users/${BOB}/disable`],
      ['DELETE', `/api/users/${BOB}`],
    ] as const)
      await stage.call(method, path, undefined, asAcme);
    expect(await userOf(BOB)).toBeNull();
    expect(await reads(bob.accessToken)).toBe(200);
    expect((await mine(bob.accessToken)).memberships).toMatchObject([
      { tenantId: 'bravo', role: 'admin', state: 'active', current: true },
      { tenantId: 'default', role: 'member', state: 'active' },
    ]);
    const list = await stage.call('GET', '/api/users', undefined, asAcme);
    expect(list.body.items.map(({ userName }: { userName: string }) => userName)).toEqual(['unknown@shop.test']);
  });

  test('is accepted by the first login for `default`, and waits at later ones', async () => {
    await invite(BOB, 'viewer', stage.asAdmin);
    const { invitations } = await verified(BOB);
    expect(invitations).toBeUndefined();
    expect(await userOf(BOB, stage.asAdmin)).toMatchObject({ state: 'active', role: 'viewer' });
    await stage.call('DELETE', `/api/users/${BOB}`, undefined, stage.asAdmin);
    await invite(BOB, 'admin', stage.asAdmin);
    expect(await verified(BOB)).toMatchObject({ success: false, invitations: [{ tenantId: 'default' }] });
    expect((await userOf(BOB, stage.asAdmin)).state).toBe('invited');
  });
});

describe('a person who is invited', () => {
  test('accepts by the session, gets tokens of that tenant, and keeps the others', async () => {
    await invite(BOB, 'viewer');
    const first = await verified(BOB);
    stage.clock.now += 1;
    const { status, body, headers } = await asked('invitations/acme/accept', { 'access-token': first.accessToken });
    expect([status, headers.get('cache-control'), body.body.userName]).toEqual([200, 'no-store', BOB]);
    const there = body.body;
    expect([tenantOf(there.accessToken), tenantOf(first.accessToken)]).toEqual(['acme', 'default']);
    expect([await reads(there.accessToken), await reads(first.accessToken)]).toEqual([200, 200]);
    expect(await reads(there.accessToken, { 'x-tenant-id': 'default' })).toBe(401);
    expect(await userOf(BOB)).toMatchObject({ state: 'active', role: 'viewer', lastLoginAt: expect.any(String) });
    // A viewer there and a member here.
    const write = async (accessToken: string) =>
      (await stage.call('PUT', '/api/apps/shop/settings', {}, { 'access-token': accessToken })).status;
    expect([await write(there.accessToken), await write(first.accessToken)]).toEqual([403, 200]);
    expect((await asked('invitations/acme/accept', { 'access-token': first.accessToken })).status).toBe(404);
    // The next login leads to the tenant of the latest session.
    expect(tenantOf((await verified(BOB)).accessToken)).toBe('acme');
    const { body: audit } = await stage.call('GET', '/api/audit?limit=1', undefined, asAcme);
    expect(audit.items).toMatchObject([
      { who: BOB, action: 'user.joined', subject: { userName: BOB, role: 'viewer' } },
    ]);
  });

  test('declines, which removes the invitation', async () => {
    await invite(BOB);
    const { accessToken } = await verified(BOB);
    stage.clock.now += 1;
    expect((await asked('invitations/acme/decline', { 'access-token': accessToken })).status).toBe(200);
    expect(await userOf(BOB)).toBeNull();
    expect((await asked('invitations/acme/accept', { 'access-token': accessToken })).status).toBe(404);
    expect((await verified(BOB)).invitations).toBeUndefined();
    const { body: audit } = await stage.call('GET', '/api/audit?limit=1', undefined, asAcme);
    expect(audit.items).toMatchObject([{ who: BOB, action: 'user.declined' }]);
  });

  test('accepts by the ticket of the login for ten minutes, without any tenant yet', async () => {
    await verified(BOB);
    await stage.call('DELETE', `/api/users/${BOB}`, undefined, stage.asAdmin);
    expect(await verified(BOB)).toEqual({
      success: false,
      reason: 'this account is not a member of any tenant',
      userName: BOB,
      accessToken: null,
      refreshToken: null,
      expiresAt: null,
    });
    await invite(BOB);
    const { loginTicket, ...answer } = await verified(BOB);
    expect(answer).toMatchObject({ success: false, accessToken: null, invitations: [{ tenantId: 'acme' }] });
    // It is not an access token, and opens the invitation only.
    expect(await reads(loginTicket)).toBe(401);
    expect((await asked('memberships', { 'login-ticket': loginTicket }, 'GET')).status).toBe(401);
    expect((await asked('invitations/bravo/accept', { 'login-ticket': loginTicket })).status).toBe(404);
    stage.clock.now += 30_000;
    const { status, body } = await asked('invitations/acme/accept', { 'login-ticket': loginTicket });
    expect([status, tenantOf(body.body.accessToken)]).toEqual([200, 'acme']);
  });

  test.for<[string, () => Promise<Record<string, string>>]>([
    ['no credential', async () => ({})],
    ['an API key', async () => stage.asAdmin],
    ['a guest', async () => ({ 'access-token': (await asked('loginAsGuest', {})).body.body.accessToken })],
    ['another person', async () => ({ 'access-token': (await verified(ANN)).accessToken })],
    ['a ticket that is an access token', async () => ({ 'login-ticket': (await verified(BOB)).accessToken })],
    [
      'a ticket that has expired',
      async () => {
        const loginTicket = await stage.services.tickets.open(BOB);
        stage.clock.now += 631_000;
        return { 'login-ticket': loginTicket };
      },
    ],
    [
      'a ticket of a domain that may not log in any more',
      async () => {
        const loginTicket = await stage.services.tickets.open(BOB);
        stage.restart({ SVC_LOGIN_DOMAINS: 'other.test' });
        return { 'login-ticket': loginTicket };
      },
    ],
  ])('is the only caller who may accept or decline the invitation, not %s', async ([, credential]) => {
    await invite(BOB);
    const headers = await credential();
    for (const answer of ['accept', 'decline'])
      expect([401, 404]).toContain((await asked(`invitations/acme/${answer}`, headers)).status);
    expect((await userOf(BOB)).state).toBe('invited');
  });

  test('accepts once with ten requests at once', async () => {
    await invite(BOB);
    const { accessToken } = await verified(BOB);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => asked('invitations/acme/accept', { 'access-token': accessToken })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});

describe('a person with several tenants', () => {
  test('lists them and switches, while tokens stay with their tenant', async () => {
    const there = await stage.memberOf('acme', BOB, 'admin');
    expect(await mine(there.accessToken)).toEqual({
      userName: BOB,
      tenantId: 'acme',
      memberships: ['acme', 'default'].map((tenantId) => ({
        tenantId,
        name: tenantId === 'acme' ? 'Acme' : null,
        role: tenantId === 'acme' ? 'admin' : 'member',
        state: 'active',
        current: tenantId === 'acme',
        createdAt: new Date(stage.clock.now).toISOString(),
        lastLoginAt: tenantId === 'acme' ? new Date(stage.clock.now).toISOString() : null,
        invitedBy: null,
      })),
    });
    const { body } = await asked('memberships/default/switch', { 'access-token': there.accessToken });
    const here = body.body;
    expect([tenantOf(here.accessToken), await reads(here.accessToken)]).toEqual(['default', 200]);
    const refreshed = async (refreshToken: string) =>
      (await asked(`refresh/${BOB}`, { 'refresh-token': refreshToken }, 'GET')).body.body.accessToken;
    expect(tenantOf(await refreshed(there.refreshToken))).toBe('acme');
    expect(tenantOf(await refreshed(here.refreshToken))).toBe('default');
    for (const tenantId of ['bravo', 'acme%23', 'x'.repeat(2000)])
      expect((await asked(`memberships/${tenantId}/switch`, { 'access-token': here.accessToken })).status).toBe(404);
  });

  test('leaves one, which ends the sessions there only', async () => {
    const there = await stage.memberOf('acme', BOB, 'member');
    const here = await stage.memberOf('default', BOB, 'member');
    const leave = () => asked('memberships/acme', { 'access-token': here.accessToken }, 'DELETE');
    expect([(await leave()).status, (await leave()).status]).toEqual([200, 404]);
    expect([await reads(there.accessToken), await reads(here.accessToken)]).toEqual([401, 200]);
    expect(await userOf(BOB)).toBeNull();
    const { body: audit } = await stage.call('GET', '/api/audit?limit=1', undefined, asAcme);
    expect(audit.items).toMatchObject([{ who: BOB, action: 'user.left', subject: { userName: BOB } }]);
  });

  test('is the only caller with memberships: guests, keys and a wrong x-tenant-id are refused', async () => {
    const { accessToken } = await stage.memberOf('acme', BOB, 'member');
    const guest = (await asked('loginAsGuest', {})).body.body.accessToken;
    const elsewhere = { 'access-token': accessToken, 'x-tenant-id': 'default' };
    for (const headers of [{}, { 'access-token': guest }, asAcme, elsewhere] as Record<string, string>[]) {
      expect((await asked('memberships', headers, 'GET')).status).toBe(401);
      expect((await asked('memberships/acme/switch', headers)).status).toBe(401);
      expect((await asked('memberships/acme', headers, 'DELETE')).status).toBe(401);
    }
  });
});
