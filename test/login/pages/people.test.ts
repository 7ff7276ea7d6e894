import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const ADA = 'ada@shop.test';
const BOB = 'bob@shop.test';

let stage: ReturnType<typeof pageStage>;
afterEach(() => stage.close());

describe('the page of users', () => {
  let admin: ReturnType<typeof stage.browser>;
  beforeEach(async () => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'off' });
    admin = stage.browser();
    await stage.services.users.setRole(ADA, 'admin', 'default');
    await admin.logIn(ADA);
  });
  const change = (action: string, userName: string) => admin.post(`/console/users/${action}`, { userName });
  const rowOf = async (userName: string) => {
    const { text } = await admin.get('/console/users');
    const row = text.split('<tr>').find((one) => one.startsWith(`<th scope="row">${userName}`)) ?? '';
    return row
      .replaceAll(
        /<span class="hidden">[^<]*<\/span>|<select.*?<\/select>|<svg.*?<\/svg>|<button class="tiny">Set|<[^>]*>/gs,
        ' ',
      )
      .replaceAll(/\s+/g, ' ');
  };
  const AT = 'just now';

  test('lists them with role, state and last login, and the possible actions', async () => {
    await stage.browser().logIn(BOB);
    await stage.services.users.setRole('eve@shop.test', 'viewer', 'default', ADA);
    expect(await rowOf(ADA)).toContain(
      `${ADA} Admin Active ${AT} – The last admin stays admin ⋯ End sessions What ada did`,
    );
    expect(await rowOf(ADA)).not.toMatch(/Remove|Disable/);
    expect(await rowOf(BOB)).toContain(`${BOB} Active ${AT} – Disable ⋯ End sessions What bob did Remove…`);
    expect(await rowOf('eve@shop.test')).toMatch(
      /eve@shop.test Invited never just now , by ada@shop.test Renew ⋯ .* What eve did Withdraw…/,
    );
    await stage.services.users.disable(BOB, 'default');
    expect(await rowOf(BOB)).toContain(`${BOB} Disabled ${AT} – Enable ⋯ What bob did Remove…`);
  });

  test('links each user to what they did in the audit log, and to nothing of other users', async () => {
    const bob = 'b+o@shop.test';
    await stage.services.users.setRole(bob, 'admin', 'default');
    const other = stage.browser();
    await other.logIn(bob);
    await admin.post('/console/users', { userName: 'by-ada@shop.test', role: 'viewer' });
    await other.post('/console/users', { userName: 'by-bob@shop.test', role: 'viewer' });
    // The default period of the page is a week.
    stage.clock.now += 8 * 86_400_000;
    await admin.logIn(ADA);
    const { text } = await admin.get('/console/users');
    const link = /href="(\/console\/audit\?[^"]*)">What b\+o did</.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const log = (await admin.get(link)).text;
    const [rows = ''] = /<table.*<\/table>/s.exec(log) ?? [];
    expect([rows.includes('by-bob@shop.test'), rows.includes('by-ada@shop.test')]).toEqual([true, false]);
    expect(log).toContain(`<option value="${bob}" selected>`);
  });

  test('invites a user and sets a role', async () => {
    for (const role of ['viewer', 'member']) {
      const { status, headers } = await admin.post('/console/users', { userName: BOB, role });
      expect([status, headers.get('location')]).toEqual([303, '/console/users?done=role']);
      expect(await rowOf(BOB)).toContain(`${BOB} Invited`);
      expect((await admin.get('/console/users')).text).toContain(`<option value="${role}" selected>`);
    }
    const wrong = await admin.post('/console/users', { userName: 'no address', role: 'member' });
    expect([wrong.status, wrong.text.includes('The address must be an email address.')]).toEqual([422, true]);
  });

  test.for([
    ['end-sessions', 'ended', 'user.sessions-ended'],
    ['disable', 'disabled', 'user.disabled'],
    ['remove', 'removed', 'user.removed'],
  ] as const)(
    'leads a user to the login after %s, writes the audit log, and keeps the admin logged in',
    async ([action, done, entry]) => {
      const bob = stage.browser();
      await bob.logIn(BOB);
      expect((await bob.get('/console')).status).toBe(200);
      stage.clock.now += 1;
      const answer = await change(action, ' BOB@shop.test ');
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/console/users?done=${done}`]);
      expect((await admin.get(`/console/users?done=${done}`)).text).toContain('role="status"');
      const { text } = await admin.get('/console/audit');
      expect(text).toContain(`title="${entry}"`);
      expect(text).toContain(`>${BOB}</span></td>`);
      expect((await bob.get('/console')).headers.get('location')).toBe('/console/login?next=%2Fconsole');
    },
  );

  test('enables a disabled user', async () => {
    await stage.browser().logIn(BOB);
    await change('disable', BOB);
    expect((await change('enable', BOB)).headers.get('location')).toBe('/console/users?done=enabled');
    expect((await stage.browser().logIn(BOB)).headers.get('location')).toBe('/console');
  });

  test('ends the sessions of the admin, whose login says so and leads back', async () => {
    const done = await change('end-sessions', ' ADA@shop.test');
    const login = '/console/login?next=%2Fconsole%2Fusers&done=ended';
    expect([done.status, done.headers.get('location')]).toEqual([303, login]);
    const { status, text } = await admin.get(login);
    expect([status, text.includes('All your sessions have ended, including this one.')]).toEqual([200, true]);
    expect(text).toContain('name="next" value="/console/users"');
    expect((await admin.get('/console/users')).headers.get('location')).toBe('/console/login?next=%2Fconsole%2Fusers');
  });

  test.for([
    ['end-sessions', 'unknown@shop.test', 'There is no such user.'],
    ['disable', 'guest-0a1b2c3d', 'There is no such user.'],
    ['remove', '', 'There is no such user.'],
    ['disable', ADA, 'This is the last active admin of the tenant; give another member the role admin first.'],
    ['remove', ADA, 'This is the last active admin of the tenant; give another member the role admin first.'],
  ] as const)('refuses %s of %j with a reason', async ([action, userName, reason]) => {
    const { status, text } = await change(action, userName);
    expect([status, text.includes(`role="alert">${reason}</div>`)]).toEqual([422, true]);
    expect((await admin.get('/console/users')).status).toBe(200);
  });

  test('changes nothing for a form without its token', async () => {
    for (const action of ['end-sessions', 'disable', 'remove'])
      expect((await admin.post(`/console/users/${action}`, { csrf: '', userName: ADA })).status).toBe(403);
    expect((await admin.get('/console/users')).status).toBe(200);
  });
});

describe('the form for an API key', () => {
  test.for([
    ['', 'Select at least one scope.'],
    ['read', 'The key <strong>build of shop</strong>'],
  ])('answers with the scope %j selected', async ([scope = '', shown]) => {
    stage = pageStage();
    const fields: Record<string, string> = scope === '' ? {} : { scopes: scope };
    const { status, text } = await stage
      .browser()
      .post('/console/keys', { name: 'build of shop', ...fields }, { 'x-api-key': ADMIN_KEY });
    expect([status, text]).toEqual([scope === '' ? 422 : 200, expect.stringContaining(shown ?? '')]);
  });
});

describe('the keys page', () => {
  const asAdmin = { 'x-api-key': ADMIN_KEY };
  const keyIn = (text: string) => /<code class="key">(rrs_[^<]*)</.exec(text)?.[1] ?? '';
  const reads = async (key: string) =>
    (await stage.call('GET', '/api/replays', undefined, { 'x-api-key': key })).status;

  test('makes a key with an expiry, shows it, and rotates its secret', async () => {
    stage = pageStage();
    const browser = stage.browser();
    const fields = { name: 'build', scopes: 'read', expiresAt: '2026-11-21T12:30' };
    const made = await browser.post('/console/keys', fields, asAdmin);
    expect(made.text).toContain('<time datetime="2026-11-21T12:30:00.000Z"');
    const id = keyIn(made.text).slice(4, 20);
    const rotation = { key: id, overlapHours: '1', newEnd: '2026-12-01T00:00' };
    const rotated = await browser.post('/console/keys/rotate', rotation, asAdmin);
    expect(rotated.text).toContain('the old secret expires <time datetime="2026-11-20T11:00:00.000Z"');
    expect(rotated.text).toContain('<time datetime="2026-12-01T00:00:00.000Z"');
    expect([await reads(keyIn(made.text)), await reads(keyIn(rotated.text))]).toEqual([200, 200]);
    stage.clock.now += 3_600_000;
    expect([await reads(keyIn(made.text)), await reads(keyIn(rotated.text))]).toEqual([401, 200]);
    stage.clock.now += 30 * 86_400_000;
    const { text } = await browser.get('/console/keys', asAdmin);
    expect(text).toContain('expired <time');
    expect(text).not.toContain('the old secret expires');
  });

  test.for([
    ['/console/keys', { name: 'x', scopes: 'read', expiresAt: '2020-01-01T00:00' }, 'expiresAt-error">The end must be'],
    [
      '/console/keys/rotate',
      { overlapHours: '200' },
      'overlapHours-error">The overlap must be an integer from 0 to 168',
    ],
    ['/console/keys/rotate', { overlapHours: '1', newEnd: '2020-01-01T00:00' }, 'newEnd-error">The end must be'],
    ['/console/keys/rotate', { overlapHours: '1', key: 'x' }, 'role="alert">There is no such key.'],
  ] as const)('refuses %s with %j beside the field, and keeps the typed values', async ([path, fields, error]) => {
    stage = pageStage();
    const key = (await stage.keyOf('default', 'read')).slice(4, 20);
    const { status, text } = await stage.browser().post(path, { key, ...fields }, asAdmin);
    expect([status, text.includes(error)]).toEqual([422, true]);
    for (const value of Object.values(fields)) expect(text).toContain(`value="${value}"`.replace('value="x"', ''));
  });
});

describe('a page that guests may not see', () => {
  test.for(['/console/keys', '/console/users', '/console/audit', '/console/keys?cursor=x'])(
    'offers the login at %s, which leads back',
    async (path) => {
      stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
      const { status, text } = await stage.browser().get(path);
      expect(status).toBe(403);
      expect(text).toContain(
        `<a class="button primary" href="/console/login?next=${encodeURIComponent(path)}">Log in</a>`,
      );
    },
  );

  const HERE = 'http://127.0.0.1:8090';
  test.for<[string, string, string]>([
    ['the page that the form was on', `${HERE}/console/apps/a%2Fb/rules?x=1`, '/console/apps/a%2Fb/rules?x=1'],
    ['the console from an unknown page', `${HERE}/console/nowhere`, '/console'],
    ['the console from a page of another site', 'http://evil.test/console/keys', '/console'],
    ['the console without a page', '', '/console'],
  ])('offers, after a refused form, a login that leads back to %s', async ([, referer, next]) => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
    const guest = stage.browser();
    await guest.get('/console');
    const { status, text } = await guest.post('/console/keys', { name: 'x' }, referer === '' ? {} : { referer });
    expect(status).toBe(403);
    const offered = [...text.matchAll(/\/console\/login\?next=([^"]*)"/g)].map(([, path = '']) =>
      decodeURIComponent(path),
    );
    expect(offered).toEqual([next, next]);
  });

  test('shows a logged-in user without the scope the role only', async () => {
    stage = pageStage();
    const browser = stage.browser();
    await browser.logIn(BOB);
    const { status, text } = await browser.get('/console/keys');
    expect([status, text.includes('/console/login')]).toEqual([403, false]);
  });
});

describe('pages without a login (interface 13)', () => {
  test('write nothing while the sessions of guests open by themselves', async () => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
    await stage.browser().get('/console');
    stage.calls.length = 0;
    for (let count = 0; count < 20; count++) expect((await stage.browser().get('/console')).status).toBe(200);
    expect(stage.calls.filter(({ name }) => name === 'put')).toEqual([]);
  });

  test('log a guest out, with the earlier cookie as well', async () => {
    stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
    const browser = stage.browser();
    await browser.get('/console');
    const session = JSON.parse(Buffer.from(browser.jar.get('replay-session-8090') ?? '', 'base64url').toString());
    await browser.post('/console/logout', {});
    const shown = { 'access-token': session.tokens.accessToken };
    expect((await stage.call('GET', '/api/replays', undefined, shown)).status).toBe(401);
  });
});

describe('the name of a key in the console', () => {
  test.for([
    ['ci', 'Name is already used by another key.'],
    ['c\u202ei', 'Name must be a string of 1 to 200 visible characters'],
  ] as const)(
    'is refused beside the field when it is %j beside ci, and the typed values stay',
    async ([name, error]) => {
      stage = pageStage({ SVC_GUEST_LOGIN: 'off' });
      await stage.services.users.setRole(ADA, 'admin', 'default');
      const admin = stage.browser();
      await admin.logIn(ADA);
      expect((await admin.post('/console/keys', { name: 'ci', scopes: 'read' })).text).toContain('rrs_');
      const { status, text } = await admin.post('/console/keys', { name, scopes: 'read' });
      expect(status).toBe(422);
      expect(text).toContain(`id="name-error">${error}`);
      expect(text).toContain('name="scopes" value="read" checked');
    },
  );
});
