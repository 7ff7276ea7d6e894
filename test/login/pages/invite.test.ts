import { afterEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const ADA = 'ada@shop.test';
const BOB = 'bob@shop.test';
const FORM = '/console/users/invite';
const MAILS = { SVC_SMTP_URL: 'smtp://127.0.0.1:1' };
const WEEK = 7 * 86_400_000;

let stage: ReturnType<typeof pageStage>;
afterEach(() => stage.close());

async function opened(env: Record<string, string> = MAILS) {
  stage = pageStage(env);
  await stage.services.users.setRole(ADA, 'admin', 'default');
  const admin = stage.browser();
  await admin.logIn(ADA);
  stage.mails.length = 0;
  return admin;
}
type Browser = Awaited<ReturnType<typeof opened>>;

const listed = async (admin: Browser) =>
  [...(await admin.get('/console/users')).text.matchAll(/<tr><th scope="row">([^<]*@[^<]*)</g)].map(([, name]) => name);
const list = async (admin: Browser) => (await admin.get('/console/users')).text;
const mailed = async () => {
  await stage.workOff();
  return stage.mails.map(({ to }) => to);
};

describe('the form that invites users', () => {
  test('mails each address once', async () => {
    const admin = await opened();
    expect((await admin.get(FORM)).text).toContain('By mail, with a link that works for 7 days');
    const addresses = `${BOB}\r\neve@shop.test\r\n${BOB}`;
    const { status, headers } = await admin.post(FORM, { addresses, role: 'viewer' });
    expect([status, headers.get('location')]).toEqual([303, '/console/users?done=mailed']);
    expect(new Set(await listed(admin))).toEqual(new Set([ADA, BOB, 'eve@shop.test']));
    expect((await mailed()).toSorted()).toEqual([BOB, 'eve@shop.test']);
    expect((await admin.get('/console/users?done=mailed')).text).toContain('The invitations are on their way.');
  });

  test('invites none where one cannot be, names it with a suggestion, and keeps what was typed', async () => {
    const admin = await opened();
    const addresses = `${BOB}\nnight shift\nnight-shift@shop.tset\neve@evil.example`;
    const { status, text } = await admin.post(FORM, { addresses, role: 'viewer' });
    expect(status).toBe(422);
    for (const shown of [
      'night shift is not an email address.',
      'night-shift@shop.tset: no address of this domain may log in (SVC_LOGIN_DOMAINS). Did you mean shop.test?',
      'eve@evil.example: no address of this domain may log in (SVC_LOGIN_DOMAINS).</li>',
      `>${addresses}</textarea>`,
      'value="viewer" checked',
      'Send 4 invitations',
    ])
      expect(text).toContain(shown);
    expect(await listed(admin)).toEqual([ADA]);
    expect(await mailed()).toEqual([]);
    const empty = await admin.post(FORM, { addresses: '', role: 'member' });
    expect([empty.status, empty.text.includes('Enter at least one address.')]).toEqual([422, true]);
  });

  test('keeps the addresses that are not invited yet where the service refuses one', async () => {
    const admin = await opened();
    const { status, text } = await admin.post(FORM, { addresses: `${BOB}\n${ADA}\neve@shop.test`, role: 'member' });
    expect(status).toBe(422);
    expect(text).toContain(`${ADA}: the user is a member of the tenant already.`);
    expect(text).toContain(`>${ADA}\neve@shop.test</textarea>`);
    expect(await mailed()).toEqual([BOB]);
  });

  test('says that there is no mail server, and the list has the link of each invitation', async () => {
    const admin = await opened({});
    expect((await admin.get(FORM)).text).toContain('This service has no mail server (SVC_SMTP_URL)');
    const { headers } = await admin.post(FORM, { addresses: BOB, role: 'member' });
    expect(headers.get('location')).toBe('/console/users?done=invited');
    expect(await list(admin)).toContain('http://127.0.0.1:8090/console/login?userName=bob%40shop.test</pre>');
    expect(await mailed()).toEqual([]);
    const link = await stage.browser().get('/console/login?userName=bob%40shop.test');
    expect(link.text).toContain(`value="${BOB}"`);
    const odd = await stage.browser().get('/console/login?userName=%22%3E%3Cscript%3E');
    expect(odd.text).not.toContain('&quot;&gt;&lt;script');
  });

  test('is refused for users who are not administrators, with its form to send again', async () => {
    await opened();
    const bob = stage.browser();
    await bob.logIn(BOB);
    expect((await bob.get(FORM)).status).toBe(403);
    expect((await bob.post(FORM, { addresses: 'eve@shop.test', role: 'admin' })).status).toBe(403);
    expect((await bob.post('/console/users/invite-again', { userName: ADA })).status).toBe(403);
    stage.mails.length = 0;
    expect(await mailed()).toEqual([]);
  });
});

describe('the row of an invited user', () => {
  test('says when the mail was sent and when the invitation ends, and sends it again', async () => {
    const admin = await opened();
    await admin.post(FORM, { addresses: BOB, role: 'viewer' });
    expect(await list(admin)).toMatch(/Invited<\/span><br><span class="small muted">mail on its way, <time/);
    await stage.workOff();
    stage.clock.now += 2 * 86_400_000;
    await admin.logIn(ADA);
    stage.mails.length = 0;
    expect(await list(admin)).toMatch(/mailed <time [^>]*>2 days ago<.*ends <time [^>]*>in 5 days</s);
    const again = await admin.post('/console/users/invite-again', { userName: BOB });
    expect(again.headers.get('location')).toBe('/console/users?done=mailed-again');
    expect(await mailed()).toEqual([BOB]);
    expect(await list(admin)).toMatch(/mailed <time [^>]*>just now<.*ends <time [^>]*>in 1 week</s);
  });

  test('says that its mail failed, and that the invitation has ended', async () => {
    const admin = await opened();
    await admin.post(FORM, { addresses: BOB, role: 'viewer' });
    const { send } = stage.world.mail;
    stage.world.mail.send = async () => {
      throw new Error('the server is gone');
    };
    await expect(stage.workOff()).rejects.toThrow();
    expect(await list(admin)).toMatch(/Not mailed<\/span>/);
    stage.world.mail.send = send;
    stage.clock.now += WEEK;
    await admin.logIn(ADA);
    expect(await list(admin)).toMatch(/Expired<\/span>/);
  });

  test('shows why an invitation cannot be sent again', async () => {
    const admin = await opened();
    const { status, text } = await admin.post('/console/users/invite-again', { userName: ADA });
    expect([status, text.includes('The user is a member of the tenant already.')]).toEqual([422, true]);
  });
});
