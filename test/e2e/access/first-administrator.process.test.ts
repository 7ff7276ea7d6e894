import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE } from '../../support/patience.ts';
import { call, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const ANN = 'ann@example.test';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A service for a team that has no key, and a mail folder. */
async function teamService() {
  const { dataDir, remove } = temporaryDataDir();
  const env = { SVC_LOGIN_DOMAINS: 'example.test', SVC_ADMIN_KEY: '' };
  const service = await startProcess({ dataDir, port: await freePort(), env });
  cleanUps.push(remove, () => service.kill());
  return { ...service, dataDir };
}

/** Logs in by the code of the mail, and returns what the token may do. */
async function logIn(url: string, dataDir: string): Promise<(path: string) => Promise<number>> {
  const anonymous = { 'x-api-key': '' };
  await call(url, 'POST', `/api/login/getVerificationCode/${ANN}`, undefined, anonymous);
  const outbox = join(dataDir, 'outbox');
  const mails = () => (existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : []);
  await expect.poll(mails, PATIENCE).toHaveLength(1);
  const verifyCode = /\r\n\r\n(\d{6})/.exec(readFileSync(join(outbox, mails()[0] ?? ''), 'utf8'))?.[1];
  const { body } = await call(url, 'POST', '/api/login/verify', { userName: ANN, verifyCode }, anonymous);
  const headers = { ...anonymous, 'access-token': body.body.accessToken };
  return async (path) => (await call(url, 'GET', path, undefined, headers)).status;
}

const added = (dataDir: string, role: string, user = ANN) =>
  replay(['admin', 'user', 'add', user, '--role', role, '--data', dataDir, '--json'], {});

describe('replay admin user add', () => {
  test('makes the first administrator of a running service without a key, and the audit log says so', async () => {
    const { url, dataDir } = await teamService();
    const made = await added(dataDir, 'admin', 'Ann@Example.test');
    expect([made.code, JSON.parse(made.stdout)]).toEqual([0, { userName: ANN, role: 'admin', state: 'invited' }]);
    const status = await logIn(url, dataDir);
    expect(await status('/api/api-keys')).toBe(200);
    expect(await status('/api/audit')).toBe(200);
    expect((await call(url, 'GET', '/api/api-keys', undefined, { 'x-api-key': '' })).status).toBe(401);
  });

  test('changes the role of a member from the next request on, but not of the last admin', async () => {
    const { url, dataDir } = await teamService();
    const status = await logIn(url, dataDir);
    expect(await status('/api/audit')).toBe(403);
    const made = await added(dataDir, 'admin');
    expect([made.code, JSON.parse(made.stdout).state]).toEqual([0, 'active']);
    expect(await status('/api/audit')).toBe(200);
    const last = await added(dataDir, 'viewer');
    expect([last.code, JSON.parse(last.stdout).errorCode]).toEqual([2, 'LAST_ADMIN']);
    expect(await status('/api/audit')).toBe(200);
  });

  test.for<[string, string[], number, string]>([
    ['something that is no mail address', ['ann', '--role', 'admin'], 64, 'mail address'],
    ['an unknown role', [ANN, '--role', 'root'], 64, '--role'],
    ['no role', [ANN], 64, '--role'],
    ['a directory that is missing', [ANN, '--role', 'admin', '--data', '/nonexistent'], 2, 'data directory is missing'],
  ])('refuses %s, and names it', async ([, args, code, text]) => {
    const refused = await replay(['admin', 'user', 'add', ...args], {});
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(text)]);
  });
});
