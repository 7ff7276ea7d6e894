import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureContext } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { leafCertificates } from '../../../proxies/certificates/leaf-certificates.ts';
import { caCertificatePath, createCa } from '../../../proxies/certificates/local-ca.ts';
import { cliStage, shop } from '../../cli/cli-stage.ts';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const { cleanUps, target } = cliStage();
const DAY_MS = 86_400_000;
const TOKEN = 'open-api-token-0123456789';

interface Check {
  check: string;
  level: string;
  message: string;
  next: string | null;
}

const checksOf = (stdout: string): Check[] => JSON.parse(stdout).checks;
const levelsOf = (stdout: string) => Object.fromEntries(checksOf(stdout).map(({ check, level }) => [check, level]));

async function started(env: Record<string, string>): Promise<string> {
  const { dataDir, remove } = temporaryDataDir();
  const service = await startProcess({ dataDir, port: await freePort(), env });
  cleanUps.push(remove, () => service.kill());
  return service.url;
}

/** A proxy with TLS in front of a service, which passes the host on, or another name. */
async function tlsProxy(service: string, context: SecureContext, host?: string): Promise<string> {
  const server = createServer({ SNICallback: (_, done) => done(null, context) }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, host: host ?? incoming.headers.host };
    const passed = httpRequest(new URL(incoming.url ?? '', service), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return `https://localhost:${(server.address() as AddressInfo).port}`; // of a TCP server
}

/** A CA that lasts as long as leaves of it do, and a context that it has signed. */
async function certificate(at: number) {
  const { dataDir: folder, remove } = temporaryDataDir();
  cleanUps.push(remove);
  const ca = await createCa(`${folder}/ca`, at, ['localhost']);
  const context = await (await leafCertificates(ca, () => at)).contextOf('localhost');
  return { context, file: caCertificatePath(`${folder}/ca`) };
}

/** In a process of its own, which trusts a CA. */
const trusting = (file: string, args: readonly string[], env: Record<string, string> = {}) =>
  startReplay(['doctor', '--server', ...args, '--json'], { NODE_EXTRA_CA_CERTS: file, HOME: '/nonexistent', ...env })
    .ended;

describe('replay doctor --server', () => {
  test('finds a server that a team can use, behind TLS', async () => {
    const { context, file } = await certificate(Date.now());
    const env = { SVC_LOGIN_DOMAINS: 'example.test', SVC_OPENAPI_TOKEN: TOKEN, SVC_SMTP_URL: 'smtp://127.0.0.1:9' };
    const port = await freePort();
    const url = await tlsProxy(`http://127.0.0.1:${port}`, context);
    const { dataDir, remove } = temporaryDataDir();
    const service = await startProcess({ dataDir, port, env: { ...env, SVC_PUBLIC_URL: url } });
    cleanUps.push(remove, () => service.kill());
    const ended = await trusting(file, [url], { SVC_TOKEN: ADMIN_KEY, SVC_OPENAPI_TOKEN: TOKEN });
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    expect(levelsOf(ended.stdout)).toEqual({
      tls: 'ok',
      service: 'ok',
      name: 'ok',
      address: 'ok',
      clock: 'ok',
      version: 'ok',
      'open api': 'ok',
      login: 'ok',
      mail: 'ok',
      credential: 'ok',
    });
    const text = JSON.stringify(checksOf(ended.stdout));
    for (const secret of [ADMIN_KEY, TOKEN, 'example.test']) expect(text).not.toContain(secret);
  });

  test('needs no credential for what is public, and names the settings that fix the rest', async () => {
    const url = await started({ SVC_REPLAY_OPENAPI: 'false', SVC_PUBLIC_URL: 'https://replay.example' });
    const ended = await replay(['doctor', '--server', url, '--json'], { SVC_URL: 'http://127.0.0.1:9' });
    expect(ended.code).toBe(1);
    const next = Object.fromEntries(checksOf(ended.stdout).map(({ check, next: step }) => [check, step]));
    expect(next['open api']).toBe('Set SVC_REPLAY_OPENAPI=true and SVC_OPENAPI_TOKEN.');
    expect(next.address).toBe(`Set SVC_PUBLIC_URL to ${url}, if people open that.`);
    expect(next.mail).toContain('SVC_SMTP_URL');
    expect(levelsOf(ended.stdout)).toMatchObject({ credential: 'warn', login: 'ok', clock: 'ok' });
  });

  test('fails for a key that the service refuses, and asks for the token of the Open API', async () => {
    const url = await started({ SVC_OPENAPI_TOKEN: TOKEN });
    const wrong = await replay(['doctor', '--server', '--json'], { SVC_URL: url, SVC_TOKEN: 'wrong' });
    expect([wrong.code, levelsOf(wrong.stdout)]).toMatchObject([1, { credential: 'fail', 'open api': 'warn' }]);
  });

  test('names SVC_ALLOWED_HOSTS where the service is not called by the name', async () => {
    const { context, file } = await certificate(Date.now());
    const url = await tlsProxy(await started({}), context, 'replay.example');
    const ended = await trusting(file, [url]);
    expect([ended.code, levelsOf(ended.stdout)]).toEqual([1, { tls: 'ok', service: 'ok', name: 'fail' }]);
    expect(checksOf(ended.stdout).at(-1)?.next).toContain('SVC_ALLOWED_HOSTS');
  });

  test.for<[string, number, boolean, string]>([
    ['that no CA of this machine has signed', 0, false, 'not trusted'],
    ['that has expired', -400 * DAY_MS, true, 'expired'],
  ])('fails for a certificate %s', async ([, ageMs, isTrusted, reason]) => {
    const { context, file } = await certificate(Date.now() + ageMs);
    const url = await tlsProxy('http://127.0.0.1:9', context);
    const ended = await trusting(isTrusted ? file : '/dev/null', [url]);
    const [tls] = checksOf(ended.stdout);
    expect([ended.code, tls]).toEqual([69, expect.objectContaining({ check: 'tls', level: 'fail' })]);
    expect(tls?.message).toContain(reason);
  });

  test('warns of a certificate that soon ends', async () => {
    const { context, file } = await certificate(Date.now() - 390 * DAY_MS);
    const ended = await trusting(file, [await tlsProxy(await started({}), context)]);
    expect(checksOf(ended.stdout)[0]).toMatchObject({
      level: 'warn',
      message: expect.stringMatching(/[67] more days$/),
    });
  });

  test('ends with 69 for another server and for none, and with 64 beside --app-id', async () => {
    const none = await replay(['doctor', '--server', `http://127.0.0.1:${await freePort()}`], {});
    expect([none.code, none.stdout]).toEqual([69, expect.stringContaining('fail  service')]);
    const other = await replay(['doctor', '--server', await target(shop(() => 1))], {});
    expect([other.code, other.stdout]).toEqual([69, expect.stringContaining('another server')]);
    expect((await replay(['doctor', '--server', '--app-id', 'shop'], {})).code).toBe(64);
  });
});
