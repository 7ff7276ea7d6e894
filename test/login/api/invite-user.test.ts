import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const BOB = 'bob@shop.test';
const MAILS = { SVC_SMTP_URL: 'smtp://127.0.0.1:1', SVC_PUBLIC_URL: 'https://replay.shop.test' };
const DAY = 86_400_000;
const WEEK = 7 * DAY;

let stage: LoginStage;
afterEach(() => stage.close());

const invite = (userName = BOB, body: unknown = {}, as: Record<string, string> = stage.asAdmin) =>
  stage.call('POST', `/api/users/${userName}/invitation`, body, as);
const userOf = async (userName = BOB, as: Record<string, string> = stage.asAdmin) =>
  (await stage.call('GET', `/api/users/${userName}`, undefined, as)).body;
const iso = (at: number) => new Date(at).toISOString();

describe('an invitation that is mailed', () => {
  test('is valid for 7 days, and its mail says who invites, until when, and where to log in', async () => {
    stage = loginStage(MAILS);
    const ada = await stage.memberOf('default', 'ada@shop.test', 'admin');
    const until = stage.clock.now + WEEK;
    const invited = await invite(BOB, { role: 'viewer' }, { 'access-token': ada.accessToken });
    expect(invited).toMatchObject({
      status: 200,
      body: {
        state: 'invited',
        role: 'viewer',
        invitedBy: 'ada@shop.test',
        invitedUntil: iso(until),
        invitationMail: 'queued',
        link: 'https://replay.shop.test/console/login?userName=bob%40shop.test',
      },
    });
    await stage.workOff();
    expect(stage.mails).toEqual([
      { to: BOB, subject: 'Invitation to the Replay Regression Service', text: expect.any(String) },
    ]);
    for (const part of [
      'ada@shop.test invites you to the Replay Regression Service at https://replay.shop.test, with the role viewer.',
      'Log in until 2026-11-27 10:00 UTC:\nhttps://replay.shop.test/console/login?userName=bob%40shop.test\n',
    ])
      expect(stage.mails[0]?.text).toContain(part);
    expect(await userOf()).toMatchObject({ invitationMail: 'sent' });
    const { items } = (await stage.call('GET', '/api/audit', undefined, stage.asAdmin)).body;
    expect(items[0]).toMatchObject({ who: 'ada@shop.test', action: 'user.invited', subject: { userName: BOB } });
  });

  test('has the text of its sender only if that is an address: names of keys are chosen freely', async () => {
    stage = loginStage(MAILS);
    const { body } = await stage.call('POST', '/api/tenants', { tenantId: 'acme' }, stage.asAdmin);
    const made = { name: 'Win a prize at evil.example', scopes: ['admin'] };
    const { key } = (await stage.call('POST', '/api/api-keys', made, { 'x-api-key': body.key })).body.body;
    await invite(BOB, {}, { 'x-api-key': key });
    await stage.workOff();
    expect(stage.mails[0]?.text).toContain('An administrator invites you');
    expect(stage.mails[0]?.text).toContain('with the role member, in the tenant acme.');
    expect(stage.mails[0]?.text).not.toContain('prize');
  });

  test('counts at the first login within its 7 days, and not after them', async () => {
    stage = loginStage(MAILS);
    await invite(BOB, { role: 'admin' });
    await invite('eve@shop.test', { role: 'admin' });
    await stage.workOff();
    stage.clock.now += WEEK - 1;
    await stage.login(BOB);
    expect(await userOf()).toMatchObject({ role: 'admin', state: 'active', invitedUntil: null, invitationMail: null });
    stage.clock.now += 1;
    await stage.login('eve@shop.test');
    expect(await userOf('eve@shop.test')).toMatchObject({ role: 'member', state: 'active', invitedBy: null });
  });

  test('to another tenant is offered and accepted until its end only, and again when it is renewed', async () => {
    stage = loginStage(MAILS);
    const { key } = (await stage.call('POST', '/api/tenants', { tenantId: 'acme' }, stage.asAdmin)).body;
    const asAcme = { 'x-api-key': key };
    await invite(BOB, { role: 'viewer' }, asAcme);
    stage.clock.now += WEEK;
    const { accessToken } = await stage.login(BOB);
    const accept = () =>
      stage.call('POST', '/api/login/invitations/acme/accept', undefined, { 'access-token': accessToken });
    const offered = async () =>
      (await stage.call('GET', '/api/login/memberships', undefined, { 'access-token': accessToken })).body.body
        .memberships.length;
    expect([(await accept()).status, await offered()]).toEqual([404, 1]);
    expect(await userOf(BOB, asAcme)).toMatchObject({ state: 'invited', role: 'viewer' });
    expect((await invite(BOB, {}, asAcme)).body).toMatchObject({ role: 'viewer', invitationMail: 'queued' });
    expect([await offered(), (await accept()).status]).toEqual([2, 200]);
  });

  test('is the same one for a minute, then mailed again, and three times a day to one address', async () => {
    stage = loginStage(MAILS);
    const send = async () => {
      const { status } = await invite();
      await stage.workOff();
      return [status, stage.mails.length];
    };
    expect([await send(), await send()]).toEqual([
      [200, 1],
      [200, 1],
    ]);
    stage.clock.now += 60_000;
    expect(await send()).toEqual([200, 2]);
    stage.clock.now += 60_000;
    expect(await send()).toEqual([200, 3]);
    stage.clock.now += 60_000;
    const before = await userOf();
    expect(await invite()).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY_INVITATIONS' } });
    expect(await userOf()).toEqual(before);
    // Another tenant does not get around the limit of the address.
    const { key } = (await stage.call('POST', '/api/tenants', { tenantId: 'acme' }, stage.asAdmin)).body;
    expect((await invite(BOB, {}, { 'x-api-key': key })).status).toBe(429);
    stage.clock.now += DAY;
    expect(await send()).toEqual([200, 4]);
  });

  test('is limited to 200 a day for a tenant', async () => {
    stage = loginStage(MAILS);
    const statuses = [];
    for (let count = 0; count < 201; count++) statuses.push((await invite(`user${count}@shop.test`)).status);
    expect([new Set(statuses.slice(0, 200)), statuses[200]]).toEqual([new Set([200]), 429]);
    const { key } = (await stage.call('POST', '/api/tenants', { tenantId: 'acme' }, stage.asAdmin)).body;
    expect((await invite('user200@shop.test', {}, { 'x-api-key': key })).status).toBe(200);
  });

  test('is enqueued by a repeated request if the queue failed', async () => {
    stage = loginStage(MAILS);
    const { send } = stage.world.queue;
    stage.world.queue.send = async () => {
      throw new Error('the queue is full');
    };
    expect((await invite()).status).toBe(500);
    expect((await userOf()).invitationMail).toBe('failed');
    stage.world.queue.send = send;
    expect((await invite()).body.invitationMail).toBe('queued');
    await stage.workOff();
    expect(stage.mails).toHaveLength(1);
  });

  test('shows a mail as failed whose message was lost with the process', async () => {
    stage = loginStage(MAILS);
    stage.world.queue.send = async () => {};
    await invite();
    stage.clock.now += 899_000;
    expect((await userOf()).invitationMail).toBe('queued');
    stage.clock.now += 1000;
    expect((await userOf()).invitationMail).toBe('failed');
  });

  test('shows that its mail failed, loses nothing, and is mailed when the queue tries again', async () => {
    stage = loginStage(MAILS);
    const { send } = stage.world.mail;
    stage.world.mail.send = async () => {
      throw new Error('the server refused bob@shop.test');
    };
    await invite();
    await expect(stage.workOff()).rejects.toThrow();
    expect(await userOf()).toMatchObject({ state: 'invited', invitationMail: 'failed' });
    expect(JSON.stringify(stage.lines)).not.toContain(BOB);
    stage.world.mail.send = send;
    stage.clock.now += 61_000;
    await stage.workOff();
    expect([stage.mails.length, (await userOf()).invitationMail]).toEqual([1, 'sent']);
  });

  test('is not mailed once it was withdrawn or replaced', async () => {
    stage = loginStage(MAILS);
    await invite();
    await stage.call('DELETE', `/api/users/${BOB}`, undefined, stage.asAdmin);
    await invite('eve@shop.test');
    stage.clock.now += 60_000;
    await invite('eve@shop.test');
    await stage.workOff();
    expect(stage.mails.map(({ to }) => to)).toEqual(['eve@shop.test']);
  });
});

describe('an invitation', () => {
  test('of a service without a mail server has a link and an end, and no mail', async () => {
    stage = loginStage();
    expect((await invite()).body).toMatchObject({
      invitationMail: null,
      invitedUntil: iso(stage.clock.now + WEEK),
      link: 'http://127.0.0.1:8090/console/login?userName=bob%40shop.test',
    });
    await stage.workOff();
    expect(stage.mails).toEqual([]);
  });

  test('that PUT makes has no end, as before', async () => {
    stage = loginStage(MAILS);
    await stage.call('PUT', `/api/users/${BOB}`, { role: 'admin' }, stage.asAdmin);
    expect(await userOf()).toMatchObject({ invitedUntil: null, invitationMail: null });
    stage.clock.now += 400 * DAY;
    await stage.login(BOB);
    expect(await userOf()).toMatchObject({ role: 'admin', state: 'active' });
  });

  test.for<[userName: string, body: unknown, status: number, code: string]>([
    ['no address', {}, 400, 'INVALID_USER'],
    [BOB, { role: 'owner' }, 400, 'INVALID_USER'],
    ['bob@shop.exmaple', {}, 409, 'FOREIGN_DOMAIN'],
    ['member@shop.test', {}, 409, 'ALREADY_MEMBER'],
  ])('of %s with %j is refused with %i', async ([userName, body, status, code]) => {
    stage = loginStage(MAILS);
    await stage.memberOf('default', 'member@shop.test', 'viewer');
    expect(await invite(encodeURIComponent(userName), body)).toMatchObject({ status, body: { errorCode: code } });
    await stage.workOff();
    expect(stage.mails).toEqual([]);
    expect(await userOf('member@shop.test')).toMatchObject({ role: 'viewer', state: 'active' });
  });

  test('needs the scope admin, and a refused one is in the audit log', async () => {
    stage = loginStage({ ...MAILS, SVC_GUEST_LOGIN: 'on' });
    const member = await stage.memberOf('default', 'ben@shop.test', 'member');
    const guest = (await stage.call('POST', '/api/login/loginAsGuest', {})).body.body;
    const key = await stage.keyOf('default', 'read', 'write', 'record', 'agent');
    const outsiders: [Record<string, string>, number][] = [
      [{}, 401],
      [{ 'access-token': guest.accessToken }, 403],
      [{ 'access-token': member.accessToken }, 403],
      [{ 'x-api-key': key }, 403],
    ];
    for (const [headers, status] of outsiders) expect((await invite(BOB, {}, headers)).status).toBe(status);
    await stage.workOff();
    expect(stage.mails).toEqual([]);
    expect((await userOf()).errorCode).toBe('NOT_FOUND');
    const { items } = (await stage.call('GET', '/api/audit', undefined, stage.asAdmin)).body;
    expect(items).toContainEqual(
      expect.objectContaining({ who: 'ben@shop.test', action: 'user.invited', refused: true }),
    );
  });
});
