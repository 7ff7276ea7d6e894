import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const BOB = 'bob@shop.test';

let stage: ReturnType<typeof pageStage>;
let bob: ReturnType<typeof stage.browser>;
beforeEach(async () => {
  stage = pageStage({ SVC_GUEST_LOGIN: 'off' });
  bob = stage.browser();
  await stage.services.tenants.create({ tenantId: 'acme', name: 'Acme Inc.' });
});
afterEach(() => stage.close());

const invite = (tenant = 'acme') => stage.services.users.setRole(BOB, 'viewer', tenant, 'ann@acme.test');
const stateIn = async (tenant: string) => (await stage.services.users.find(BOB, tenant))?.state;
const locationOf = ({ status, headers }: Awaited<ReturnType<typeof bob.get>>) => [status, headers.get('location')];
const tokens = () => JSON.parse(Buffer.from(bob.jar.get('replay-session-8090') ?? '', 'base64url').toString()).tokens;
const reads = async (accessToken: string) =>
  (await stage.call('GET', '/api/replays', undefined, { 'access-token': accessToken })).status;

describe('a login with an invitation', () => {
  test('leads past the invitation to where the user was going', async () => {
    await invite();
    expect(locationOf(await bob.logIn(BOB, '/console/replays'))).toEqual([
      303,
      '/console/tenants?next=%2Fconsole%2Freplays',
    ]);
    const { text } = await bob.get('/console/tenants?next=%2Fconsole%2Freplays');
    for (const shown of [
      'Acme Inc. (acme)',
      'ann@acme.test',
      'viewer',
      '<a class="button primary" href="/console/replays">',
    ])
      expect(text).toContain(shown);
    expect(await stateIn('acme')).toBe('invited');
    const before = tokens();
    expect(locationOf(await bob.post('/console/tenants/acme/accept', {}))).toEqual([
      303,
      '/console/tenants?done=joined',
    ]);
    expect((await bob.get('/console/tenants')).text).toContain(`${BOB} in acme</span>`);
    expect([await stateIn('acme'), await reads(before.accessToken)]).toEqual(['active', 401]);
  });

  test('declines it', async () => {
    await invite();
    await bob.logIn(BOB);
    expect(locationOf(await bob.post('/console/tenants/acme/decline', {}))[1]).toBe('/console/tenants?done=declined');
    expect(await stateIn('acme')).toBeUndefined();
    expect((await bob.post('/console/tenants/acme/accept', {})).status).toBe(422);
  });

  test('accepts one first for a user without a tenant', async () => {
    await bob.logIn(BOB);
    await stage.services.users.remove(BOB, 'default');
    const refused = await stage.browser().logIn(BOB);
    expect([refused.status, refused.text.includes('This account is not a member of any tenant.')]).toEqual([422, true]);
    await invite();
    const offered = await bob.logIn(BOB, '/console/replays');
    expect(offered.status).toBe(200);
    const ticket = /name="ticket" value="([^"]*)"/.exec(offered.text)?.[1] ?? '';
    expect(locationOf(await bob.get('/console'))[1]).toMatch(/^\/console\/login/);
    // A browser without the ticket is refused.
    expect((await stage.browser().post('/console/tenants/acme/accept', {})).status).toBe(422);
    const accepted = await bob.post('/console/tenants/acme/accept', { ticket, next: '/console/replays' });
    expect(locationOf(accepted)).toEqual([303, '/console/replays']);
    expect((await bob.get('/console')).text).toContain(`${BOB} in acme</span>`);
  });

  test('ignores forms without their token, and leads `next` to pages of the console only', async () => {
    await invite();
    await bob.logIn(BOB);
    for (const action of ['accept', 'decline', 'switch', 'leave'])
      expect((await bob.post(`/console/tenants/acme/${action}`, { csrf: '' })).status).toBe(403);
    expect(await stateIn('acme')).toBe('invited');
    expect((await bob.get('/console/tenants?next=https://evil.test')).text).toContain('href="/console">Continue');
    const accepted = await bob.post('/console/tenants/acme/accept', { next: 'https://evil.test' });
    expect(locationOf(accepted)[1]).toBe('/console');
  });
});

describe('the page of memberships', () => {
  beforeEach(async () => {
    await stage.memberOf('acme', BOB, 'admin');
    await bob.logIn(BOB);
  });

  test('switches the tenant and ends the session of the previous one', async () => {
    expect((await bob.get('/console/tenants')).text).toContain(`${BOB} in acme</span>`);
    const before = tokens();
    const switched = await bob.post('/console/tenants/default/switch', {});
    expect(locationOf(switched)).toEqual([303, '/console/tenants?done=switched']);
    const { text } = await bob.get('/console/tenants?done=switched');
    expect(text).toContain(`${BOB}</span>`);
    expect(text).toContain('The console now shows this tenant.');
    expect([await reads(before.accessToken), await reads(tokens().accessToken)]).toEqual([401, 200]);
    expect((await bob.post('/console/tenants/bravo/switch', {})).status).toBe(422);
  });

  test('leaves a tenant, unless the user is the last admin there', async () => {
    const refused = await bob.post('/console/tenants/acme/leave', {});
    expect([refused.status, refused.text.includes('This is the last active admin of the tenant')]).toEqual([422, true]);
    await stage.memberOf('acme', 'ann@acme.test', 'admin');
    expect(locationOf(await bob.post('/console/tenants/acme/leave', {}))[1]).toBe('/console/tenants?done=left');
    expect(locationOf(await bob.get('/console'))[1]).toMatch(/^\/console\/login/);
    expect(locationOf(await bob.logIn(BOB))[1]).toBe('/console');
  });

  test('tells guests and keys that they have none', async () => {
    const key = await stage.keyOf('default', 'read');
    const { status, text } = await stage.browser().get('/console/tenants', { 'x-api-key': key });
    expect([status, text.includes('Guests and API keys belong to one.')]).toEqual([200, true]);
  });
});
