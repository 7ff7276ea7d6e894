import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget, type Target } from '../support/fakes/recorded-target.ts';
import { isMissing } from '../support/real-servers/programs.ts';
import { builtRelease } from '../support/release/built-release.ts';
import { loopbackAgent, openBrowser } from '../support/server-machine/browser.ts';
import { openIdentityProvider } from '../support/server-machine/identity-provider.ts';
import { type Machine, openMachine } from '../support/server-machine/machine.ts';
import { type MailServer, openMailServer } from '../support/server-machine/mail-server.ts';
import { partOf } from '../support/server-machine/page-parts.ts';
import { PROXIES } from '../support/server-machine/start-proxy.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/tutorials/team-server.md'), 'utf8');
const NAMES: Readonly<Record<string, string>> = { caddy: 'Caddy', nginx: 'nginx' };
const installed = Object.keys(PROXIES).filter((name) => !isMissing(NAMES[name] ?? name, name));

describe.skipIf(installed.length === 0)('a machine by docs/tutorials/team-server.md', () => {
  const [first = '', ...others] = installed;
  let machine: Machine;
  let mail: MailServer;
  let hooks: Target;
  let provider: Awaited<ReturnType<typeof openIdentityProvider>>;
  let page: { code: number | null; output: string };

  let release = '';

  // A hook of its own has what takes long where it was not built yet.
  beforeAll(async () => {
    release = await builtRelease();
  });

  beforeAll(async () => {
    mail = await openMailServer((text) => machine.type(/\b\d{6}\b/.exec(text)?.[0] ?? 'no code'));
    hooks = await openTarget((_, response) => response.writeHead(204).end());
    const instead = new Map([
      ['smtp://mail.example.com:587?requireTLS=true', mail.url],
      ['https://hooks.example.com', hooks.url],
    ]);
    machine = await openMachine({ instead });
    provider = await openIdentityProvider({
      clientId: 'replay',
      clientSecret: 'the-secret-of-this-client',
      redirectUri: `${machine.url}/console/login/callback`,
      email: 'ben@example.com',
    });
    instead.set('https://login.example.com', provider.url);
    for (const name of readdirSync(release).filter((one) => /\.(?:tgz|service|timer|env)$/.test(one)))
      cpSync(join(release, name), join(machine.cwd, name));
    const old = file('var/lib/replay-backups/2020-01-01T000000Z');
    mkdirSync(old, { recursive: true });
    utimesSync(old, 0, 0);
    const onlyFirst = Object.entries(NAMES)
      .filter(([name]) => name !== first)
      .reduce((text, [, heading]) => text.replace(partOf(text, heading), ''), PAGE);
    page = await machine.run(`${onlyFirst}\n\`\`\`sh run\necho "$SVC_TOKEN" > token\n\`\`\`\n`);
  });

  afterAll(async () => {
    await machine.close();
    await Promise.all([mail.close(), hooks.close(), provider.close()]);
  });

  const file = (path: string) => join(machine.root, path);
  const setting = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(file('etc/replay/replay-service.env'), 'utf8'))?.[1] ?? '';

  /** Runs a command, and parts of the page, in a shell like that of the page. */
  const inShell = (command: string, parts = '') => machine.run(`\`\`\`sh run\n${SHELL}${command}\n\`\`\`\n${parts}`);

  async function post(path: string, given: Record<string, string>, body: string) {
    const dispatcher = loopbackAgent(file('etc/replay/tls.crt'));
    const headers = { 'content-type': 'application/json', ...given };
    const answer = await request(`${machine.url}${path}`, { dispatcher, method: 'POST', headers, body });
    const read = { status: answer.statusCode, body: JSON.parse(await answer.body.text()) };
    await dispatcher.destroy();
    return read;
  }

  test('does what each of its steps says', () => {
    expect(page.code, page.output + machine.output()).toBe(0);
    expect(page.output).toContain('ann@example.com');
    expect(page.output).toContain('"channels":[]');
    expect(page.output.match(/^ok {4}/gm)?.length, page.output).toBe(20);
    expect(page.output).not.toMatch(/^(?:warn|fail) /m);
    expect(statSync(file('etc/replay/replay-service.env')).mode & 0o777).toBe(0o600);
    expect(hooks.seen.map(({ url }) => url)).toEqual(['/replay']);
    expect(mail.mails).toHaveLength(1);
  });

  test('prints at each start what is missing, and each only once', () => {
    const missing = /^For a team it still needs:\n {2}- SVC_ADMIN_KEY is not set\..*\n(?! {2}- )/gm;
    expect(machine.output().match(missing), machine.output()).toHaveLength(2);
    expect(machine.output().match(/still needs/g)).toHaveLength(2);
  });

  test('has a backup by the command of the unit, and restores it', () => {
    const backups = readdirSync(file('var/lib/replay-backups'));
    expect(backups, 'without the one of 2020').toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z$/)]);
    expect(existsSync(file(`var/lib/replay-backups/${backups[0]}/master.key`))).toBe(false);
    expect(statSync(file('var/lib/replay-restored/master.key')).mode & 0o777).toBe(0o600);
  });

  test('logs in by the provider, with a cookie that is sent over TLS only', async () => {
    const browser = openBrowser(file('etc/replay/tls.crt'));
    const { visited, setCookies } = await browser.open(`${machine.url}/console/login/oauth/oidc`);
    const console = await browser.open(`${machine.url}/console`);
    await browser.close();
    expect(visited.map((url) => new URL(url).origin)).toContain(provider.url);
    expect(console.text, visited.join('\n')).toContain('ben@example.com');
    const cookies = setCookies.filter((cookie) => cookie.startsWith('__Host-replay-session'));
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict/);
  });

  test('gives a caller who lies about its address or its name nothing', async () => {
    const lies = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.test', forwarded: 'for=127.0.0.1' };
    const asked = async (path: string, headers: Record<string, string> = {}) => {
      const url = `http://127.0.0.1:${machine.ports.service}${path}`;
      const { statusCode, body } = await request(url, { headers: { ...lies, ...headers } });
      return { status: statusCode, text: await body.text() };
    };
    const authorization = `Bearer ${setting('SVC_METRICS_TOKEN')}`;
    expect((await asked('/metrics', { authorization })).status).toBe(200);
    expect((await asked('/metrics', { authorization, host: 'evil.test' })).status).toBe(421);
    for (const path of ['/metrics', '/api/recorder/apps', '/openapi/v1/notification-channels'])
      expect((await asked(path)).status, path).toBe(401);
    const login = await asked('/console/login');
    expect([login.status, login.text.includes('evil.test')]).toEqual([200, false]);
    expect(JSON.parse((await asked('/api/login/options')).text).body).toMatchObject({
      publicUrl: machine.url,
      guests: false,
    });
  });

  test('takes a HAR of 50 MB from a pipeline, and notifies of its run', async () => {
    writeFileSync(join(machine.cwd, 'large.har'), largeHar(50_000_000));
    const imported = await inShell('SVC_TOKEN=$(cat token) replay import shop large.har');
    expect(imported.output).toContain('50 accepted, 0 duplicates, 0 rejected');

    const target = await openTarget((_, response) => json(response, PRICE));
    const authorization = `Bearer ${setting('SVC_OPENAPI_TOKEN')}`;
    const trigger = JSON.stringify({ appId: 'shop', targetEnv: target.url });
    const started = await post('/openapi/v1/replay-triggers', { authorization }, trigger);
    expect(started.body.errorCode ?? null, JSON.stringify(started.body)).toBe(null);
    await expect
      .poll(() => hooks.seen.map(({ body }) => JSON.parse(String(body)).subject))
      .toContain(started.body.planId);
    await target.close();
  });

  /** Sends more than the service takes, which refuses it before its end. */
  async function expectRefusal(): Promise<void> {
    const key = { 'x-api-key': readFileSync(join(machine.cwd, 'token'), 'utf8').trim() };
    const refused = await post('/api/recorder/imports?appId=shop&format=har', key, 'x'.repeat(20_000_000));
    expect([refused.status, refused.body.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  }

  test('passes on what the service says of a request that is too large', async () => {
    await expectRefusal();
  });

  test('ends idle connections later than Caddy, which would otherwise use one that has ended', async () => {
    const answer = await request(`http://127.0.0.1:${machine.ports.service}/healthz`);
    await answer.body.dump();
    const serviceS = /timeout=(\d+)/.exec(String(answer.headers['keep-alive']))?.[1];
    const caddyS = /keepalive (\d+)s/.exec(PAGE)?.[1];
    expect(Number(serviceS)).toBeGreaterThan(Number(caddyS));
  });

  test.skipIf(others.length === 0)('works behind the other proxy too', async () => {
    await machine.systemctl(`stop ${first}`);
    const parts = [...others.map((name) => partOf(PAGE, NAMES[name] ?? '')), partOf(PAGE, 'Check it')];
    const { code, output } = await inShell('', parts.join('\n'));
    expect(code, output + machine.output()).toBe(0);
    expect(output).toMatch(/^ok {4}login/m);
    await expectRefusal();
  });
});

const SHELL = `export SVC_URL=https://replay.example.com PATH=/opt/replay/bin:$PATH
export CURL_CA_BUNDLE=/etc/replay/tls.crt NODE_EXTRA_CA_CERTS=/etc/replay/tls.crt
`;

const PRICE = { price: 1 };

/** A HAR of 50 requests, whose bytes are in what an import leaves out: comments. */
function largeHar(bytes: number): string {
  const entry = (id: number) => ({
    startedDateTime: '2026-01-01T10:00:00Z',
    time: 5,
    comment: 'x'.repeat(bytes / 50),
    request: { method: 'GET', url: `https://shop.test/prices/${id}`, headers: [] },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: 'application/json', text: JSON.stringify(PRICE) },
    },
  });
  return JSON.stringify({ log: { version: '1.2', entries: Array.from({ length: 50 }, (_, at) => entry(at)) } });
}
