import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { randomBytes } from '../../support/test-random.ts';
import { casesOf, recordStage } from './record-stage.ts';

const { cleanUps, recording } = recordStage();

describe('replay record (interface 12)', () => {
  test('records requests with their calls, with sealed credentials, and replays them', async () => {
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
    expect((await command.ended).stderr).not.toContain('redact');

    const cases = await casesOf(env);
    expect(JSON.stringify(cases)).not.toContain('planted');
    const order = cases.find(({ operation }) => operation === '/orders/{id}');
    expect(order).toMatchObject({
      request: { path: '/orders/1?api_key=sealed' },
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
      '{"accessToken":{"sealed":true},"total":3}',
    );

    const { code, stderr } = await replay(['trigger', '--app-id', 'shop', '--target-env', target.url, '--wait'], env);
    expect([0, 1, 2], stderr).toContain(code);
    const replayed = target.seen.filter(({ headers: sent }) => sent['x-replay-id']);
    expect(replayed).toHaveLength(3);
    expect(replayed.find(({ url }) => url === '/orders/1?api_key=planted-query')?.headers).toMatchObject(headers);
  });

  test('attributes a call without traceparent to the only request under way, and to none of several', async () => {
    const { base, end, env, command } = await recording();
    await (await fetch(`${base}/orders/1?plain`)).text();
    await Promise.all(['2', '3', '4'].map(async (id) => (await fetch(`${base}/orders/${id}?plain`)).text()));
    const { strayCalls, recorded } = await end();
    expect(recorded).toBe(4);
    expect((await command.ended).stderr.includes('pass traceparent on to calls')).toBe(Number(strayCalls) > 0);
    const calls = (await casesOf(env)).reduce((sum, { calls: made }) => sum + made.length, 0);
    expect(calls + Number(strayCalls)).toBe(4);
    expect((await casesOf(env)).find(({ request: asked }) => asked.path === '/orders/1?plain').calls).toHaveLength(1);
  });

  test('passes bodies of any size through unchanged, and records none beyond the limit', async () => {
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
    expect(cases.map(({ request: asked }) => asked.path).sort()).toEqual([
      '/echo/0',
      '/echo/1',
      '/echo/1048576',
      '/echo/65536',
    ]);
    for (const { request: asked, response } of cases.filter(({ response: answer }) => !answer.truncated)) {
      for (const { body, bodyEncoding } of [asked, response]) {
        expect(Buffer.from(body ?? '', bodyEncoding).equals(sent.get(asked.path) ?? Buffer.of(0))).toBe(true);
      }
    }
  });

  test('uses memory that does not grow with the traffic', async () => {
    const body = Buffer.alloc(8_000_000, 'x');
    const echo = await openEcho(body);
    cleanUps.push(echo.close);
    const more = ['--out', '/dev/null'];
    const { base, end, command } = await recording({ service: false, more, targetUrl: echo.url });
    const round = () => Promise.all(Array.from({ length: 8 }, () => postedTo(`${base}/echo/1`, body)));
    // On a busy machine, V8 collects the first buffers late.
    for (let rounds = 0; rounds < 4; rounds++) await round();
    const before = residentMiB(command.child.pid);
    // 320 MB in either direction, twice what may stay of it.
    for (let rounds = 0; rounds < 5; rounds++) await round();
    expect(residentMiB(command.child.pid) - before).toBeLessThan(150);
    expect(await end()).toMatchObject({ recorded: 0, tooLarge: 72 });
  });

  test('leaves out replays, answers 502 for a target that is away, and aborts when a client hangs up', async () => {
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

  test('ends while a client holds a connection that is no longer read', async () => {
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

  test.for(['record', 'mock'])('ends as %s with an error if one of its ports is taken', async (command) => {
    const { env, base, end } = await recording();
    const { host: taken, hostname, port } = new URL(base);
    const options = {
      record: ['--target', base, '--listen', '127.0.0.1:0', '--downstream-listen', taken],
      mock: ['--downstream-listen', '127.0.0.1:0', '--proxy-port', taken],
    }[command];
    const args = [command, '--app-id', 'shop', '--downstream', `inventory=${base}`, ...(options ?? [])];
    const { code, stderr } = await replay(args, env);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(`port ${port} of ${hostname} is in use by another process`);
    await end();
  });

  test('writes a file without a service, which `replay import` accepts', async () => {
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

/** An application that reads a request without storing it, and then responds with this body. */
async function openEcho(body: Buffer) {
  const server = createServer((asked, response) => asked.resume().on('end', () => response.end(body)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close().closeAllConnections() };
}

/** Posts a body and reads the response without storing it; `fetch` copies each of its parts. */
async function postedTo(url: string, body: Buffer): Promise<void> {
  const posted = request(url, { method: 'POST', headers: { 'content-length': body.length } }).end(body);
  const [response]: IncomingMessage[] = await once(posted, 'response');
  if (response !== undefined) await once(response.resume(), 'end');
}

const residentMiB = (pid = 0) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
