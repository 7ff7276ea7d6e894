import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { type MailServer, openMailServer } from '../support/server-machine/mail-server.ts';

const PUBLIC_URL = 'https://replay.shop.test/base';
const BOB = 'bob+load-test@shop.test';
const { dataDir, remove } = temporaryDataDir();
let mail: MailServer;
let service: RunningService;

beforeAll(async () => {
  mail = await openMailServer(() => {});
  service = await startProcess({
    dataDir,
    port: await freePort(),
    env: {
      SVC_SMTP_URL: mail.url,
      SVC_MAIL_FROM: 'replay@shop.test',
      SVC_LOGIN_DOMAINS: 'shop.test',
      SVC_PUBLIC_URL: PUBLIC_URL,
    },
  });
});
afterAll(async () => {
  await service.kill();
  await mail.close();
  remove();
});

/** A mail without the encoding of its lines. */
const plain = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const nextMail = async (at: number): Promise<string> => {
  await expect.poll(() => mail.mails.length).toBe(at + 1);
  return plain(mail.mails[at] ?? '');
};

test('an invitation reaches a mail server, and its link leads to a login by a mailed code that accepts it', async () => {
  const user = encodeURIComponent(BOB);
  const invited = await call(service.url, 'POST', `/api/users/${user}/invitation`, { role: 'viewer' });
  expect(invited).toMatchObject({ status: 200, body: { state: 'invited', invitationMail: 'queued' } });
  const invitation = await nextMail(0);
  expect(invitation).toContain('From: replay@shop.test\r\n');
  expect(invitation).toContain(`To: ${BOB}\r\n`);
  expect(invitation).toContain('Subject: Invitation to the Replay Regression Service\r\n');
  expect(invitation).toContain('with the role viewer.');
  const link = new URL(/^https:\S+$/m.exec(invitation)?.[0] ?? '');
  expect(link.href).toBe(invited.body.link);
  const userOf = async () => (await call(service.url, 'GET', `/api/users/${user}`)).body;
  await expect.poll(async () => (await userOf()).invitationMail).toBe('sent');

  const page = await fetch(`${service.url}${link.pathname.slice('/base'.length)}${link.search}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`value="${BOB}"`);
  await call(service.url, 'POST', `/api/login/getVerificationCode/${user}`);
  const verifyCode = /^\d{6}(?= is your code)/m.exec(await nextMail(1))?.[0];
  const login = await call(service.url, 'POST', '/api/login/verify', { userName: BOB, verifyCode });
  expect(login.status).toBe(200);
  expect(await userOf()).toMatchObject({ state: 'active', role: 'viewer' });
  expect(service.output()).not.toContain(BOB);
});
