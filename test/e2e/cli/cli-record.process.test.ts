import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { exchangeFilter, TAKE_EVERYTHING } from '../../../functions/recordings/domain/filter/exchange-filter.ts';
import { type RunningCommand, replay, startReplay } from '../../cli/replay-process.ts';
import { json, openTarget, type Target } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, freePort, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { randomBytes } from '../../support/test-random.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** The application: calls `inventory` for orders, echoes bodies, and is slow on demand. */
async function application(inventory: () => string): Promise<Target> {
  const target = await openTarget((seen, response) => {
    const { url, headers, body } = seen;
    if (url.startsWith('/orders')) {
      const passed = url.includes('plain') ? {} : { traceparent: String(headers.traceparent) };
      fetch(`${inventory()}/inventory/stock/7?token=planted-call`, { headers: passed }).then(
        async (answer) => json(response, { stock: await answer.json() }),
        () => json(response, {}, 500),
      );
    } else if (url.startsWith('/zipped')) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ accessToken: 'planted-zipped', total: 3 })));
    } else if (url.startsWith('/endless')) {
      response.write('x');
    } else if (url.startsWith('/login')) {
      response.setHeader('set-cookie', ['sid=planted-cookie', 'b=2']);
      json(response, { accessToken: 'planted-answer', user: 'ann' });
    } else {
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'x-seen': createHash('sha256').update(body).digest('hex'),
      });
      response.end(body);
    }
  });
  cleanUps.push(target.close);
  return target;
}

interface Stage {
  env: Record<string, string>;
  command: RunningCommand;
  base: string;
  target: Target;
  folder: string;
  /** Sends Ctrl-C and returns the counts. */
  end(): Promise<Record<string, number>>;
}

async function recording(options: { service?: boolean; more?: string[] } = {}): Promise<Stage> {
  const home = temporaryDataDir();
  cleanUps.push(home.remove);
  let url = 'http://127.0.0.1:9';
  if (options.service !== false) {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    const service = await startProcess({ dataDir, port: await freePort() });
    cleanUps.push(() => service.kill());
    url = service.url;
  }
  const env = { SVC_URL: url, SVC_TOKEN: ADMIN_KEY, HOME: home.dataDir };
  const [inPort, downPort] = [await freePort(), await freePort()];
  const inventory = await openTarget((_, response) => json(response, { left: 4 }));
  cleanUps.push(inventory.close);
  const target = await application(() => `http://127.0.0.1:${downPort}`);
  const command = startReplay(
    [
      'record',
      '--app-id',
      'shop',
      '--target',
      target.url,
      '--listen',
      `127.0.0.1:${inPort}`,
      '--downstream',
      `inventory=${inventory.url}`,
      '--downstream-listen',
      `127.0.0.1:${downPort}`,
      '--json',
      ...(options.more ?? []),
    ],
    env,
  );
  cleanUps.push(() => command.child.kill('SIGKILL'));
  await command.said('Ctrl-C ends it.');
  return {
    env,
    command,
    base: `http://127.0.0.1:${inPort}`,
    target,
    folder: home.dataDir,
    end: async () => {
      command.child.kill('SIGINT');
      const { code, stdout, stderr } = await command.ended;
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    },
  };
}

async function casesOf(env: Record<string, string>) {
  const { items } = JSON.parse((await replay(['cases', 'list', 'shop', '--json'], env)).stdout);
  const shown = await Promise.all(
    items.map(({ caseId }: { caseId: string }) => replay(['cases', 'show', caseId, '--json'], env)),
  );
  return shown.map(({ stdout }) => JSON.parse(stdout));
}

describe('replay record (interface 12)', () => {
  test('records what goes through with the calls made for it, credentials blacked out, and replays it', async () => {
    const { env, base, target, end, command } = await recording();
    const headers = { authorization: 'Bearer planted-header', cookie: 'sid=planted-cookie' };
    expect(await (await fetch(`${base}/orders/1?api_key=planted-query`, { headers })).json()).toEqual({
      stock: { left: 4 },
    });
    const login = await fetch(`${base}/login`, {
      method: 'POST',
      body: '{"user":"ann","password":"planted-body"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await login.json()).toEqual({ accessToken: 'planted-answer', user: 'ann' });
    expect(login.headers.getSetCookie()).toEqual(['sid=planted-cookie', 'b=2']);
    expect(await (await fetch(`${base}/zipped`)).json()).toEqual({ accessToken: 'planted-zipped', total: 3 });
    expect(target.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer planted-header',
      host: new URL(target.url).host,
    });
    expect(await end()).toMatchObject({ recorded: 3, stored: 3, strayCalls: 0, dropped: 0 });
    expect((await command.ended).stderr).toContain(`$..['accessToken']`);

    const cases = await casesOf(env);
    expect(JSON.stringify(cases)).not.toContain('planted');
    const order = cases.find(({ operation }) => operation === '/orders/{id}');
    expect(order).toMatchObject({
      request: { path: '/orders/1?api_key=%5Bredacted%5D' },
      response: { status: 200, body: '{"stock":{"left":4}}' },
      calls: [
        {
          kind: 'http',
          target: 'inventory',
          operation: 'GET /stock/{id}',
          response: { status: 200, body: '{"left":4}' },
        },
      ],
    });
    expect(target.seen[0]?.headers.traceparent).toContain(order.traceId);
    expect(cases.find(({ operation }) => operation === '/zipped').response.body).toBe(
      '{"accessToken":"[redacted]","total":3}',
    );

    const { code, stderr } = await replay(['trigger', '--app-id', 'shop', '--target-env', target.url, '--wait'], env);
    expect([0, 1, 2], stderr).toContain(code);
    expect(target.seen.filter(({ headers }) => headers['x-replay-id'])).toHaveLength(3);
  });

  test('a call without traceparent belongs to the only request under way, and to none of several', async () => {
    const { base, end, env } = await recording();
    await (await fetch(`${base}/orders/1?plain`)).text();
    await Promise.all(['2', '3', '4'].map(async (id) => (await fetch(`${base}/orders/${id}?plain`)).text()));
    const { strayCalls, recorded } = await end();
    expect(recorded).toBe(4);
    const calls = (await casesOf(env)).reduce((sum, { calls }) => sum + calls.length, 0);
    expect(calls + Number(strayCalls)).toBe(4);
    expect((await casesOf(env)).find(({ request }) => request.path === '/orders/1?plain').calls).toHaveLength(1);
  });

  test('bodies of any size go through as they are; those beyond the limit are not recorded', async () => {
    const { base, end, env } = await recording();
    const sent = new Map<string, Buffer>();
    for (const size of [0, 1, 65_536, 1_048_576, 1_048_577, 40_000_000]) {
      const body = randomBytes(size);
      sent.set(`/echo/${size}`, body);
      const answer = await fetch(`${base}/echo/${size}`, { method: 'POST', body });
      expect(answer.headers.get('x-seen')).toBe(createHash('sha256').update(body).digest('hex'));
      expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
    }
    expect(await end()).toMatchObject({ recorded: 4, tooLarge: 2 });
    const cases = await casesOf(env);
    expect(cases.map(({ request }) => request.path).sort()).toEqual([
      '/echo/0',
      '/echo/1',
      '/echo/1048576',
      '/echo/65536',
    ]);
    for (const { request, response } of cases.filter(({ response }) => !response.truncated)) {
      for (const { body, bodyEncoding } of [request, response]) {
        expect(Buffer.from(body ?? '', bodyEncoding).equals(sent.get(request.path) ?? Buffer.of(0))).toBe(true);
      }
    }
  });

  test('memory does not grow with what goes through', async () => {
    const { base, end, command } = await recording({ service: false, more: ['--out', '/dev/null'] });
    const body = Buffer.alloc(8_000_000, 'x');
    const round = () =>
      Promise.all(
        Array.from({ length: 8 }, async () => (await fetch(`${base}/echo/1`, { method: 'POST', body })).arrayBuffer()),
      );
    // On a busy machine, V8 collects the first buffers late.
    for (let rounds = 0; rounds < 4; rounds++) await round();
    const before = residentMiB(command.child.pid);
    // 320 MB in either direction, twice what may stay of it.
    for (let rounds = 0; rounds < 5; rounds++) await round();
    expect(residentMiB(command.child.pid) - before).toBeLessThan(150);
    expect(await end()).toMatchObject({ recorded: 0, tooLarge: 72 });
  });

  test('a replay is not recorded; a target that is away is 502; a client that hangs up breaks off', async () => {
    const { base, target, end } = await recording();
    expect((await fetch(`${base}/login`, { headers: { 'x-replay-id': 'a'.repeat(24) } })).status).toBe(200);
    await new Promise<void>((resolve) => {
      const hungUp = request(`${base}/endless`, (answer) => answer.once('data', () => resolve(void hungUp.destroy())));
      hungUp.on('error', () => {}).end();
    });
    await target.close();
    expect((await fetch(`${base}/login`)).status).toBe(502);
    expect(await end()).toMatchObject({ recorded: 0, replays: 1, broken: 2 });
  });

  test('it ends while a client holds a connection on which nothing is read any more', async () => {
    const { base, target, end } = await recording({ service: false, more: ['--out', '/dev/null'] });
    await target.close();
    const { hostname, port } = new URL(base);
    // It is reset in the end.
    const client = connect(Number(port), hostname).on('error', () => {});
    cleanUps.push(() => void client.destroy());
    client.write(`POST /echo/1 HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 8000000\r\n\r\n${'x'.repeat(1_000_000)}`);
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 502 /);
    expect(await end()).toMatchObject({ recorded: 0, broken: 1 });
  });

  test('what rules and patterns leave out goes through, is not recorded, and is counted by reason', async () => {
    const { base, end, env, command, target } = await recording({ more: ['--exclude', 'GET /echo/health*'] });
    const sent: [string, RequestInit][] = [
      ['/echo/app.js', {}],
      ['/echo/orders', { method: 'OPTIONS', headers: { 'access-control-request-method': 'PUT' } }],
      ['/echo/health?full=1', {}],
      ['/echo/health', { method: 'POST', body: 'x' }],
      ['/echo/orders', {}],
    ];
    for (const [path, init] of sent) expect((await fetch(`${base}${path}`, init)).status).toBe(200);
    expect(target.seen).toHaveLength(5);
    expect(await end()).toMatchObject({
      recorded: 2,
      stored: 2,
      leftOut: [
        { rule: 'preflight', count: 1 },
        { rule: 'static', count: 1 },
        { rule: 'exclude', count: 1 },
      ],
    });
    expect((await command.ended).stderr).toContain('requests that match an exclude pattern: 1');
    const taken = (await casesOf(env)).map(({ request }) => `${request.method} ${request.path}`).sort();
    expect(taken).toEqual(['GET /echo/orders', 'POST /echo/health']);
  });

  test('--include and --sample: the same traces every time; --keep records what a rule leaves out', async () => {
    const traces = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(32, 'a'));
    const { ofSample } = exchangeFilter({ ...TAKE_EVERYTHING, sample: 0.5 });
    const wanted = traces.filter((traceId) => ofSample(traceId) === null);
    const { base, end, env } = await recording({
      more: ['--include', '/echo/*.png', '--keep', 'static', '--sample', '0.5'],
    });
    for (const traceId of traces) {
      const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
      await (await fetch(`${base}/echo/a.png`, { headers })).text();
      await (await fetch(`${base}/echo/b`, { headers })).text();
    }
    const { leftOut } = (await end()) as unknown as { leftOut: object[] }; // the result of the command
    expect(leftOut).toMatchObject([
      { rule: 'include', count: 20 },
      { rule: 'sample', count: 20 - wanted.length },
    ]);
    expect((await casesOf(env)).map(({ traceId }) => traceId).sort()).toEqual(wanted.sort());
  });

  test('into a file, without a service, which `replay import` takes', async () => {
    const first = await recording({
      service: false,
      more: ['--out', join((await fileHome()).dataDir, 'cases.ndjson')],
    });
    await (await fetch(`${first.base}/orders/1`)).text();
    await first.end();
    const file = first.command.child.spawnargs.at(-1) ?? '';
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
    const { env } = await recording();
    const taken = await replay(['import', file, '--json'], env);
    expect(JSON.parse(taken.stdout), taken.stderr).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
      leftOut: [],
    });
    expect(JSON.parse((await replay(['import', file, '--json'], env)).stdout).duplicates).toBe(1);
  });
});

function fileHome() {
  const home = temporaryDataDir();
  cleanUps.push(home.remove);
  return home;
}

const residentMiB = (pid = 0) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
