import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const ANN = 'planted-ann@shop.test';
const anonymous = { 'x-api-key': '' };

async function started(dataDir: string, env: Record<string, string> = {}): Promise<RunningService> {
  const service = await startProcess({ dataDir, port: await freePort(), env });
  cleanUps.push(() => service.stop());
  return service;
}

function dataDirectory(): string {
  const { dataDir, remove } = temporaryDataDir();
  cleanUps.push(remove);
  return dataDir;
}

/** The mails in the outbox once so many of them are there as a whole: a file has its name before its text. */
async function mailsOf(dataDir: string, count: number): Promise<string[]> {
  const directory = join(dataDir, 'outbox');
  for (let looks = 0; looks < 300; looks++) {
    const files = readdirSync(dataDir).includes('outbox') ? readdirSync(directory) : [];
    const mails = files.sort().map((file) => readFileSync(join(directory, file), 'utf8'));
    const whole = mails.filter((mail) => codeIn(mail) !== undefined);
    if (whole.length >= count) return whole;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the mail did not come');
}

const codeIn = (mail: string | undefined) => /\r\n\r\n(\d{6})/.exec(mail ?? '')?.[1];

describe('the login to a standalone service (spec 4.8)', () => {
  test('works by a code from the outbox, survives a restart, ends with logout, and stores nothing in clear', async () => {
    const dataDir = dataDirectory();
    const first = await started(dataDir);
    await call(first.url, 'GET', `/api/login/getVerificationCode/${ANN}`, undefined, anonymous);
    const [mail] = await mailsOf(dataDir, 1);
    const verifyCode = codeIn(mail);
    const { body } = await call(first.url, 'POST', '/api/login/verify', { userName: ANN, verifyCode }, anonymous);
    const { accessToken, refreshToken } = body.body;
    const asAnn = { 'access-token': accessToken };
    expect((await call(first.url, 'GET', '/api/replays', undefined, asAnn)).status).toBe(200);

    await first.kill();
    const second = await started(dataDir);
    expect((await call(second.url, 'GET', '/api/replays', undefined, asAnn)).status).toBe(200);
    const shown = { ...anonymous, 'refresh-token': refreshToken };
    const refreshed = await call(second.url, 'GET', `/api/login/refresh/${ANN}`, undefined, shown);
    expect(refreshed.status).toBe(200);
    const now = { ...anonymous, 'access-token': refreshed.body.body.accessToken };
    expect((await call(second.url, 'POST', '/api/login/logout', undefined, now)).status).toBe(200);
    expect((await call(second.url, 'GET', '/api/replays', undefined, now)).status).toBe(401);
    await second.stop();

    const kept = readdirSync(dataDir)
      .filter((file) => file.startsWith('service.sqlite'))
      .map((file) => readFileSync(join(dataDir, file), 'latin1'))
      .join();
    for (const secret of ['planted-ann', `"${verifyCode}"`, accessToken, refreshToken, refreshToken.slice(-43)]) {
      expect(kept, 'the table').not.toContain(secret);
      expect(first.output() + second.output(), 'the log').not.toContain(secret);
    }
  });

  test('is limited off loopback to the domains of a setting', async () => {
    const dataDir = dataDirectory();
    const { url } = await started(dataDir, { HOST: '0.0.0.0', SVC_LOGIN_DOMAINS: 'shop.test' });
    const guest = await call(url, 'POST', '/api/login/loginAsGuest', {}, anonymous);
    expect(guest.body.responseStatusType.responseCode).toBe(3);
    await call(url, 'GET', '/api/login/getVerificationCode/eve@evil.test', undefined, anonymous);
    await call(url, 'GET', `/api/login/getVerificationCode/${ANN}`, undefined, anonymous);
    const mails = await mailsOf(dataDir, 1);
    expect(mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual([ANN]);
  });
});
