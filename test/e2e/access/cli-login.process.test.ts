import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json, openTarget } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, call, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const { cleanUps, staged, target } = cliStage();

describe('an address of a service', () => {
  test('may contain the login password in front of the service (spec 1, rule 4)', async () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const basic = { authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}` };
    const port = await freePort();
    const service = await startProcess({ dataDir, port, env: { SVC_BASIC_AUTH: 'ann:p@ss' }, headers: basic });
    cleanUps.push(() => service.kill());
    const at = (user: string) => ({ SVC_URL: `http://${user}127.0.0.1:${port}/`, SVC_TOKEN: ADMIN_KEY, HOME: dataDir });
    expect((await replay(['cases', 'apps'], at('ann:p%40ss@'))).code).toBe(0);
    for (const user of ['', 'ann:wrong@']) {
      expect((await replay(['cases', 'apps'], at(user))).stderr).toContain('login password in front of the service');
    }
  });

  test('gives an error that says so if the Open API is off (spec 1, rule 2)', async () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const service = await startProcess({ dataDir, port: await freePort(), env: { SVC_REPLAY_OPENAPI: 'false' } });
    cleanUps.push(() => service.kill());
    const env = { SVC_URL: service.url, HOME: dataDir };
    for (const args of [
      ['status', 'a'.repeat(24)],
      ['trigger', '--app-id', 'shop', '--target-env', service.url],
    ]) {
      const { code, stdout, stderr } = await replay([...args, '--json'], env);
      expect([code, JSON.parse(stdout).errorCode], args[0]).toEqual([2, 'OPEN_API_OFF']);
      expect(stderr).toContain('SVC_REPLAY_OPENAPI=true');
    }
  });

  test('gives no key to a redirect, and an error if another server answers', async () => {
    const seen = await openTarget((_, response) => json(response, {}));
    cleanUps.push(seen.close);
    const env = (SVC_URL: string) => ({ SVC_URL, SVC_TOKEN: ADMIN_KEY, HOME: '/nonexistent' });
    const redirecting = await target((_, response) => response.writeHead(302, { location: seen.url }).end());
    expect((await replay(['cases', 'apps', '--json'], env(redirecting))).stdout).toContain('REDIRECTED');
    expect(seen.seen).toEqual([]);
    const page = await target((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'));
    expect((await replay(['cases', 'apps', '--json'], env(page))).stdout).toContain('NOT_THE_SERVICE');
    const off = await target((_, response) => response.writeHead(404).end());
    expect((await replay(['status', 'a'.repeat(24), '--json'], env(off))).stdout).toContain('OPEN_API_OFF');
  });
});

describe('replay login (interface 4.8)', () => {
  test('works by a code from the mail, survives concurrent refreshes, and ends with logout', async () => {
    const { env: given, dataDir, folder, url } = await staged();
    const { SVC_TOKEN: _, ...env } = given;
    expect((await replay(['cases', 'apps'], env)).code).toBe(2);

    const login = startReplay(['login', 'ann@shop.test', '--code', await codeOf(url, dataDir)], env);
    expect(await login.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('as ann@shop.test') });
    expect((await replay(['cases', 'apps'], env)).code).toBe(0);
    expect((await replay(['keys', 'list'], env)).stderr).toContain('does not have this right');

    const file = join(folder, '.config/replay/logins.json');
    const before = readFileSync(file, 'utf8');
    const stored = JSON.parse(before);
    stored[url].expiresAt = '2026-01-01T00:00:00.000Z';
    writeFileSync(file, JSON.stringify(stored));
    const side = await Promise.all(Array.from({ length: 4 }, () => replay(['cases', 'apps'], env)));
    expect(side.map(({ code, stderr }) => code === 0 || stderr)).toEqual([true, true, true, true]);
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    expect((await replay(['cases', 'apps'], { ...env, SVC_URL: url.replace('127.0.0.1', 'localhost') })).code).toBe(2);

    const { accessToken } = JSON.parse(readFileSync(file, 'utf8'))[url];
    expect((await replay(['logout'], env)).code).toBe(0);
    expect(
      (await call(url, 'GET', '/api/replays', undefined, { 'access-token': accessToken, 'x-api-key': '' })).status,
    ).toBe(401);
    expect(readFileSync(file, 'utf8')).not.toContain(url);
  });

  test('works for a guest, who may only read', async () => {
    const { env } = await staged();
    const guest = { ...env, SVC_TOKEN: '' };
    expect((await replay(['login', '--guest'], guest)).code).toBe(0);
    expect((await replay(['cases', 'apps'], guest)).code).toBe(0);
    expect((await replay(['rules', 'add', 'shop', '--kind', 'ignore', '--path', 'a'], guest)).stderr).toContain(
      'does not have this right',
    );
  });
});

/** Requests a code and reads it from the outbox. */
async function codeOf(url: string, dataDir: string): Promise<string> {
  await call(url, 'GET', '/api/login/getVerificationCode/ann@shop.test', undefined, { 'x-api-key': '' });
  const outbox = join(dataDir, 'outbox');
  for (let looks = 0; looks < 300; looks++) {
    const [mail] = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : [];
    const code = mail && /\r\n\r\n(\d{6})/.exec(readFileSync(join(outbox, mail), 'utf8'))?.[1];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the mail did not come');
}

describe('the local login (docs/login.md)', () => {
  test('works by the printed link and by those of the command, for the owner of the data directory only', async () => {
    const { env, dataDir, url, folder } = await staged();
    const link = async (more: string[] = []) => replay(['login', '--local', '--json', ...more], env);
    const refused = await link(['--data', folder]);
    expect([refused.code, JSON.parse(refused.stdout).errorCode]).toEqual([2, 'NO_LOCAL_LOGIN']);
    const elsewhere = await link(['--data', dataDir, '--url', 'https://replay.example']);
    expect([elsewhere.code, JSON.parse(elsewhere.stdout).errorCode]).toEqual([2, 'NOT_LOCAL']);

    const made = await link(['--data', dataDir]);
    const opened = await fetch(JSON.parse(made.stdout).link);
    expect([opened.status, new URL(opened.url).origin]).toEqual([200, url]);
    const csrf = /name="csrf" value="([^"]*)"/.exec(await opened.text())?.[1] ?? '';
    const enter = () =>
      fetch(`${url}/console/login/local`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: opened.headers
            .getSetCookie()
            .map((line) => line.split(';', 1)[0])
            .join('; '),
        },
        body: new URLSearchParams({ csrf, code: new URL(opened.url).searchParams.get('code') ?? '' }),
      });
    expect([(await enter()).status, (await enter()).status]).toEqual([303, 403]);
  });

  test('prints its link once, and logs it never', async () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'DEBUG' } });
    cleanUps.push(() => service.kill());
    const link = await service.loginLink();
    expect((await fetch(link)).status).toBe(200);
    const code = new URL(link).searchParams.get('code') ?? '';
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes(code));
    expect(lines).toEqual([expect.stringMatching(/^Log in as its administrator, once within 10 minutes: http/)]);
  });
});
