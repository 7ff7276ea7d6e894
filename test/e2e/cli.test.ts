import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { replay, startReplay } from '../cli/replay-process.ts';
import { type Answer, json, openTarget, recordedGet } from '../support/recorded-target.ts';
import { ADMIN_KEY, call, completed, freePort, startProcess, temporaryDataDir } from '../support/running-service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Stage {
  env: Record<string, string>;
  url: string;
  dataDir: string;
  port: number;
  folder: string;
  /** Ends with the service. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** A service, a home for the CLI, and a target. */
async function staged(): Promise<Stage> {
  const { dataDir, remove } = temporaryDataDir();
  const home = temporaryDataDir();
  cleanUps.push(remove, home.remove);
  const port = await freePort();
  const start = () => startProcess({ dataDir, port });
  let service = await start();
  cleanUps.push(() => service.kill());
  return {
    env: { SVC_URL: service.url, SVC_TOKEN: ADMIN_KEY, HOME: home.dataDir },
    url: service.url,
    dataDir,
    port,
    folder: home.dataDir,
    kill: () => service.kill(),
    restart: async () => {
      service = await start();
    },
  };
}

async function target(answer: Answer): Promise<string> {
  const opened = await openTarget(answer);
  cleanUps.push(opened.close);
  return opened.url;
}

/** 10 endpoints of 3 requests: what coverage asks for (spec 3.2). */
const PATHS = Array.from({ length: 30 }, (_, n) => `/part${n % 10}/${Math.floor(n / 10) + 1}`);
const shop =
  (total: (path: string) => number): Answer =>
  ({ url }, response) =>
    json(response, { path: url, total: total(url) });

/** The recorded build, imported by the CLI from stdin. */
async function imported(env: Record<string, string>): Promise<void> {
  const lines = PATHS.map((path) => JSON.stringify(recordedGet('shop', path, { path, total: 10 }))).join('\n');
  const { code, stdout, stderr } = await replay(['import', '-', '--json'], env, lines);
  expect({ code, taken: JSON.parse(stdout) }, stderr).toEqual({
    code: 0,
    taken: { accepted: 30, duplicates: 0, rejected: [] },
  });
}

const trigger = (targetEnv: string, ...more: string[]) => [
  'trigger',
  '--app-id',
  'shop',
  '--target-env',
  targetEnv,
  ...more,
];

describe('replay trigger --wait (interface 13)', () => {
  test('CLEAN is 0; something found is 1, with reports that say kinds and subjects and no value', {
    timeout: 60_000,
  }, async () => {
    const { env, folder } = await staged();
    await imported(env);
    const clean = await replay(trigger(await target(shop(() => 10)), '--wait', '--json'), env);
    expect(clean.code, clean.stderr).toBe(0);
    expect(JSON.parse(clean.stdout)).toMatchObject({ status: 'COMPLETED', findings: { state: 'CLEAN' } });

    const changed = await target(shop((path) => (path.startsWith('/part1/') ? 777_001 : 10)));
    const files = { junit: join(folder, 'out/j.xml'), sarif: join(folder, 's.sarif'), markdown: join(folder, 'm.md') };
    const github = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), GITHUB_OUTPUT: join(folder, 'output') };
    const found = await replay(
      trigger(changed, '--wait', '--github', ...Object.entries(files).flatMap(([name, file]) => [`--${name}`, file])),
      { ...env, ...github },
    );
    expect(found.code, found.stderr).toBe(1);
    expect(found.stdout).toMatch(/^NEEDS_ACTION: /);
    const reports = [...Object.values(files), github.GITHUB_STEP_SUMMARY].map((file) => readFileSync(file, 'utf8'));
    for (const report of [...reports, found.stdout]) {
      expect(report).toContain('FIELD_VALUE');
      expect(report).not.toContain('777001');
    }
    expect(reports[0]?.match(/<testsuite name="\/part/g)).toHaveLength(10);
    expect(readFileSync(github.GITHUB_OUTPUT, 'utf8')).toMatch(
      /^plan-id=[0-9a-f]{24}\nstate=NEEDS_ACTION\nreport-url=http.*\n$/,
    );

    const planId = /plan-id=(\w+)/.exec(readFileSync(github.GITHUB_OUTPUT, 'utf8'))?.[1] ?? '';
    expect((await replay(['rules', 'add', 'shop', '--kind', 'ignore', '--path', 'total'], env)).code).toBe(0);
    expect(await replay(['status', planId], env)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CLEAN/) });
  });

  test('a job that is tried again follows the run that it began', { timeout: 60_000 }, async () => {
    const { env, url } = await staged();
    await imported(env);
    const at = await target(shop(() => 10));
    const job = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'shop/api',
      GITHUB_RUN_ID: '1',
      GITHUB_JOB: 'replay',
      GITHUB_SHA: 'abc',
      GITHUB_SERVER_URL: 'https://github.test',
    };
    const started = async (env: Record<string, string>, ...more: string[]) => {
      const { stdout, stderr } = await replay(trigger(at, '--wait', '--json', ...more), env);
      expect(stderr).not.toContain('replay: ');
      return JSON.parse(stdout).planId as string;
    };
    const first = await started({ ...env, ...job, GITHUB_RUN_ATTEMPT: '1' });
    expect(await started({ ...env, ...job, GITHUB_RUN_ATTEMPT: '2' })).toBe(first);
    expect(await started({ ...env, ...job, GITHUB_RUN_ATTEMPT: '2' }, '--no-idempotency-key')).not.toBe(first);
    expect(await started({ ...env, ...job, GITHUB_RUN_ID: '2' })).not.toBe(first);
    const { body } = await call(url, 'GET', `/openapi/v1/replay-runs/${first}/diagnosis`);
    expect(body.attributes).toEqual({
      'cicd.pipeline.run.id': '1',
      'cicd.pipeline.run.url.full': 'https://github.test/shop/api/actions/runs/1',
      'vcs.ref.head.revision': 'abc',
    });
  });

  test('Ctrl-C leaves the run going and says how to follow it', { timeout: 60_000 }, async () => {
    const { env, url } = await staged();
    await imported(env);
    const held: (() => void)[] = [];
    let isOpen = false;
    const at = await target((request, response) => {
      const answer = () => shop(() => 10)(request, response);
      if (isOpen) answer();
      else held.push(answer);
    });
    const command = startReplay(trigger(at, '--wait'), env);
    await command.said('%');
    command.child.kill('SIGINT');
    const { code, stderr } = await command.ended;
    expect(code).toBe(130);
    const planId = /replay status (\w{24}) --wait/.exec(stderr)?.[1] ?? '';
    isOpen = true;
    for (const answer of held) answer();
    expect(await completed(url, planId)).toMatchObject({ findings: { state: 'CLEAN' } });
  });

  test('polls on while the service is away', { timeout: 60_000 }, async () => {
    const stage = await staged();
    await imported(stage.env);
    const at = await target((request, response) => {
      setTimeout(() => shop(() => 10)(request, response), 100);
    });
    const command = startReplay(trigger(at, '--wait'), stage.env);
    await command.said('%');
    await stage.kill();
    await command.said('trying again');
    await stage.restart();
    expect(await command.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^CLEAN/) });
  });
});

describe('errors say what to do; exit code 2', () => {
  test.for([
    ['wrong use', ['trigger', '--app-id', 'shop'], {}, /--target-env/],
    ['an unknown command', ['statsu'], {}, /Did you mean status/],
    ['no number', trigger('http://127.0.0.1:9', '--pass-threshold', 'much'), {}, /has to be a number/],
    ['a report without --wait', trigger('http://127.0.0.1:9', '--junit', 'x'), {}, /Add --wait/],
    ['no service', ['status', 'a'.repeat(24)], { SVC_URL: 'http://127.0.0.1:9' }, /not reached.*\n.*SVC_URL/],
    ['no URL', ['status', 'a'.repeat(24)], { SVC_URL: 'localhost' }, /no http or https URL/],
  ] as const)('%s', async ([, args, env, told]) => {
    const { code, stdout, stderr } = await replay(args, env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(told);
  });

  test('what the service refuses', { timeout: 60_000 }, async () => {
    const { env } = await staged();
    const rows: [string[], Record<string, string>, string, RegExp][] = [
      [trigger('http://127.0.0.1:9'), env, 'REASON_101', /replay import/],
      [['status', 'a'.repeat(24)], env, 'NOT_FOUND', /./],
      [['cases', 'apps'], { ...env, SVC_TOKEN: 'wrong' }, 'NOT_LOGGED_IN', /replay login/],
      [['import', '/nowhere.har', '--app-id', 'shop'], env, 'NOT_READ', /\/nowhere\.har/],
      [['import', 'x.txt', '--app-id', 'shop'], env, 'UNKNOWN_FORMAT', /--format/],
      [['logs', 'a'.repeat(32)], env, 'WINDOW_NEEDED', /--since/],
      [['trigger'], env, 'WRONG_USE', /--app-id/],
    ];
    for (const [args, given, errorCode, told] of rows) {
      const { code, stdout, stderr } = await replay([...args, '--json'], given);
      expect({ code, answer: JSON.parse(stdout) }, args.join(' ')).toMatchObject({ code: 2, answer: { errorCode } });
      expect(stderr).toMatch(told);
    }
  });
});

describe('replay import (interface 10)', () => {
  test('a HAR larger than the service takes at once; pinned; again it is duplicates; what is broken says where', {
    timeout: 60_000,
  }, async () => {
    const { env, folder } = await staged();
    const entry = (n: number) => ({
      startedDateTime: `2026-01-01T10:00:${String(n).padStart(2, '0')}.000Z`,
      time: 1,
      request: { method: 'GET', url: n === 40 ? 'ftp://shop.test/x' : `http://shop.test/orders/${n}`, headers: [] },
      response: {
        status: 200,
        headers: [],
        content: { mimeType: 'application/json', text: JSON.stringify({ n, pad: 'x'.repeat(120_000) }) },
      },
    });
    const file = join(folder, 'session.har');
    writeFileSync(
      file,
      JSON.stringify({ log: { version: '1.2', entries: Array.from({ length: 60 }, (_, n) => entry(n)) } }),
    );
    const args = ['import', file, '--app-id', 'shop', '--pin'];
    const first = await replay([...args, '--json'], env);
    expect(JSON.parse(first.stdout), first.stderr).toMatchObject({
      accepted: 59,
      duplicates: 0,
      rejected: [{ file, index: 40 }],
    });
    expect((await replay(args, env)).stdout).toBe('0 accepted, 59 duplicates, 1 rejected\n');
    const { items } = JSON.parse((await replay(['cases', 'list', 'shop', '--json', '--limit', '100'], env)).stdout);
    expect(items.filter(({ pinned }: { pinned: boolean }) => pinned)).toHaveLength(59);
  });
});

describe('where the service is', () => {
  test('behind a login password, which is part of the address (spec 1, rule 4)', { timeout: 60_000 }, async () => {
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

  test('a server that redirects gets no key twice, and one that is something else is said to be', {
    timeout: 60_000,
  }, async () => {
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

describe('replay logs (spec 4.9, rule 5)', () => {
  test('of a request of a run: the rows around its recording and around its replay, and none between', {
    timeout: 60_000,
  }, async () => {
    const { env, url } = await staged();
    const traceId = 'ab'.repeat(16);
    const recordedAt = Date.now() - 3_600_000;
    await call(url, 'POST', '/api/recorder/cases', [
      recordedGet('shop', '/orders/1', { total: 1 }, { traceId, recordedAt: new Date(recordedAt).toISOString() }),
    ]);
    const run = await replay(trigger(await target(shop(() => 1)), '--wait', '--json'), env);
    const { planId } = JSON.parse(run.stdout);
    const rowAt = (time: number, body: string) => ({
      timeUnixNano: `${time}000000`,
      severityText: 'INFO',
      body: { stringValue: body },
      traceId,
    });
    const minute = 60_000;
    const logRecords = [
      rowAt(recordedAt - 3 * minute, 'before'),
      rowAt(recordedAt, 'recorded \u001b[31m'),
      rowAt(recordedAt + 30 * minute, 'between'),
      rowAt(Date.now(), 'replayed'),
    ];
    await call(url, 'POST', '/v1/logs', { resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords }] }] });

    const bodies = async (...args: string[]) =>
      JSON.parse((await replay(['logs', ...args, '--json'], env)).stdout).rows.flatMap(
        ({ source, body }: { source: string; body: string }) => (source === 'app' ? [body] : []),
      );
    expect(await bodies(`${planId}:0`)).toEqual(['recorded \u001b[31m', 'replayed']);
    const since = new Date(recordedAt).toISOString();
    expect(
      await bodies(traceId, '--since', since, '--until', new Date(recordedAt + 30 * minute).toISOString()),
    ).toEqual(['recorded \u001b[31m']);
    const text = (await replay(['logs', `${planId}:0`], env)).stdout;
    expect(text).toContain('replayed');
    expect(text).not.toContain('\u001b');
  });
});

describe('replay login (interface 4.8)', () => {
  test('by a code from the mail; commands that refresh side by side keep the session; logout ends the session', {
    timeout: 60_000,
  }, async () => {
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

  test('as a guest, who may read only', { timeout: 60_000 }, async () => {
    const { env } = await staged();
    const guest = { ...env, SVC_TOKEN: '' };
    expect((await replay(['login', '--guest'], guest)).code).toBe(0);
    expect((await replay(['cases', 'apps'], guest)).code).toBe(0);
    expect((await replay(['rules', 'add', 'shop', '--kind', 'ignore', '--path', 'a'], guest)).stderr).toContain(
      'does not have this right',
    );
  });
});

describe('rules, keys and channels', () => {
  test('what is made by the CLI is listed, and gone when removed', { timeout: 60_000 }, async () => {
    const { env, folder } = await staged();
    await imported(env);
    const asked = async (...args: string[]) => {
      const { code, stdout, stderr } = await replay([...args, '--json'], env);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    const { ruleId } = await asked(
      'rules',
      'add',
      'shop',
      '--kind',
      'array-key',
      '--path',
      'items',
      '--keys',
      'sku',
      '--operation',
      '/part1/{id}',
    );
    const document = await asked('rules', 'export', 'shop');
    expect(document.rules).toMatchObject([{ ruleId, kind: 'array-key', keys: ['sku'] }]);
    await asked('rules', 'remove', 'shop', ruleId);
    const file = join(folder, 'rules.json');
    writeFileSync(file, JSON.stringify(document));
    expect(await asked('rules', 'import', 'shop', file)).toMatchObject({ added: 1 });

    const { id, key } = await asked('keys', 'add', 'recorder', '--scope', 'record', 'read');
    expect((await replay(['cases', 'apps'], { ...env, SVC_TOKEN: key })).code).toBe(0);
    expect(JSON.stringify(await asked('keys', 'list'))).not.toContain(key);
    await asked('keys', 'remove', id);
    expect((await replay(['cases', 'apps'], { ...env, SVC_TOKEN: key })).code).toBe(2);

    const hook = { ...env, HOOK: 'http://hooks.test/planted-path-of-a-channel' };
    const added = await replay(
      ['channels', 'add', '--type', 'webhook', '--url-env', 'HOOK', '--only-on-failure', '--json'],
      hook,
    );
    const channel = JSON.parse(added.stdout).id;
    await asked('channels', 'change', channel, '--disable');
    const { channels } = await asked('channels', 'list');
    expect(channels).toMatchObject([{ id: channel, type: 'webhook', onlyOnFailure: true, enabled: false }]);
    expect(JSON.stringify(channels)).not.toContain('planted-path');
    await asked('channels', 'remove', channel);
    expect((await asked('channels', 'list')).channels).toEqual([]);

    const { items } = await asked('cases', 'list', 'shop', '--limit', '3');
    expect(items).toHaveLength(3);
    await asked('cases', 'pin', items[0].caseId);
    expect(await asked('cases', 'show', items[0].caseId)).toMatchObject({ pinned: true });
    expect((await asked('cases', 'list', 'shop', '--limit', '1000')).items).toHaveLength(30);
  });
});

/** Asks for a code and reads it from the outbox. */
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
