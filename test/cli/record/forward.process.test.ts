import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { recorderStage } from './recorder-stage.ts';

const { target, record, raw, cleanUps, listen } = recorderStage();

/** Sends one request and returns its response with its body. */
async function sent(url: string, options: Parameters<typeof request>[1] = {}, body?: string) {
  const client = request(url, { agent: false, ...options }).end(body);
  const [answer] = (await once(client, 'response')) as [IncomingMessage]; // what the event has
  return { answer, body: await text(answer) };
}

describe('the proxy of `replay record`', () => {
  test('passes through status, message, headers in their order and spelling, and trailers', async () => {
    const url = await target((_, response) => {
      response.sendDate = false;
      response.writeHead(207, 'Many', ['X-Odd', 'a', 'x-odd', 'b\xe9', 'Trailer', 'X-Sum', 'Set-Cookie', 'a=1']);
      response.write('one');
      response.addTrailers({ 'X-Sum': '42' });
      response.end('two');
    });
    const { base, cases } = await record(url);
    const { answer, body } = await sent(base);
    expect([answer.statusCode, answer.statusMessage, body]).toEqual([207, 'Many', 'onetwo']);
    expect(answer.rawHeaders.slice(0, 8)).toEqual([
      ...['X-Odd', 'a', 'x-odd', 'b\xe9', 'Trailer', 'X-Sum', 'Set-Cookie', 'a=1'],
    ]);
    expect(answer.trailers).toEqual({ 'x-sum': '42' });
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    expect(cases[0]).toMatchObject({ response: { status: 207, body: 'onetwo' } });
  });

  test.for<[method: string, status: number, headers: Record<string, string>]>([
    ['HEAD', 200, { 'content-length': '500' }],
    ['GET', 204, {}],
    ['GET', 304, { etag: '"a"' }],
    ['GET', 200, { 'content-length': '0' }],
    ['DELETE', 205, { 'content-length': '0' }],
    ['OPTIONS', 200, { allow: 'GET', 'content-length': '0' }],
  ])('passes through %s %i without a body', async ([method, status, headers]) => {
    const url = await target((_, response) => response.writeHead(status, headers).end());
    const { base, cases } = await record(url);
    const { answer, body } = await sent(base, { method });
    expect([answer.statusCode, body]).toEqual([status, '']);
    expect(answer.headers).toMatchObject(headers);
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    expect(cases[0]).toMatchObject({ request: { method }, response: { status, body: null } });
  });

  test('passes many requests through one connection, and answers Expect: 100-continue', async () => {
    const url = await target(async (incoming, response) => response.end(await text(incoming)));
    const { base, cases } = await record(url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    cleanUps.push(() => agent.destroy());
    const ports = new Set<unknown>();
    for (let n = 0; n < 5; n++) {
      const client = request(base, { agent, method: 'PUT', headers: { expect: '100-continue', 'content-length': 2 } });
      client.on('socket', (socket) => ports.add(socket.localPort ?? socket.once('connect', () => {})));
      client.flushHeaders();
      await once(client, 'continue');
      client.end('hi');
      const [answer] = await once(client, 'response');
      expect(await text(answer)).toBe('hi');
    }
    await vi.waitFor(() => expect(cases).toHaveLength(5));
  });

  test('passes through chunked bodies of both directions before either ends', async () => {
    const url = await target((incoming, response) => incoming.pipe(response));
    const { base, cases } = await record(url);
    const client = request(base, { method: 'POST', agent: false });
    client.write('first');
    const [answer] = (await once(client, 'response')) as [IncomingMessage]; // what the event has
    expect(String((await once(answer, 'data'))[0])).toBe('first');
    client.end('last');
    expect(await text(answer)).toBe('last');
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    expect(cases[0]).toMatchObject({ request: { body: 'firstlast' }, response: { body: 'firstlast' } });
  });

  test('passes through events at once, and records them when the stream ends', async () => {
    const gate = Promise.withResolvers<void>();
    const url = await target(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      await gate.promise;
      response.write('data: 1\n\n');
      response.end('data: 2\n\n');
    });
    const { base, cases, recorder } = await record(url);
    const client = request(base, { agent: false }).end();
    const [answer] = (await once(client, 'response')) as [IncomingMessage]; // what the event has
    gate.resolve();
    expect(await text(answer)).toBe('data: 1\n\ndata: 2\n\n');
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    expect(recorder.counts).toMatchObject({ recorded: 1, leftOut: 0 });
  });

  test('leaves out events with a reason by default', async () => {
    const url = await target((_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n'),
    );
    const { base, recorder } = await record(url, {
      filter: { hosts: null, include: [], exclude: [], keep: [], sample: 1 },
    });
    await sent(base);
    await vi.waitFor(() => expect(recorder.leftOut()).toMatchObject([{ rule: 'streaming', count: 1 }]));
  });

  test('passes through an answer that comes before the end of the request', async () => {
    const url = await target((_, response) => response.writeHead(413).end('too large'));
    const { base } = await record(url);
    const client = request(base, { method: 'POST', headers: { 'content-length': 50_000_000 }, agent: false });
    client.on('error', () => {}).write(Buffer.alloc(300_000));
    const [answer] = (await once(client, 'response')) as [IncomingMessage]; // what the event has
    expect([answer.statusCode, await text(answer)]).toEqual([413, 'too large']);
    client.destroy();
  });

  test('passes through 200 MB in either direction in bounded memory, and does not record them', async () => {
    const size = 200_000_000;
    const chunk = Buffer.alloc(1_000_000, 'replay');
    const expected = createHash('sha256');
    for (let bytes = 0; bytes < size; bytes += chunk.length) expected.update(chunk);
    const digest = expected.digest('hex');
    const url = await target(async (incoming, response) => {
      const hash = createHash('sha256');
      for await (const part of incoming) hash.update(part);
      response.writeHead(200, { 'x-digest': hash.digest('hex'), 'content-length': size });
      for (let bytes = 0; bytes < size; bytes += chunk.length)
        if (!response.write(chunk)) await once(response, 'drain');
      response.end();
    });
    const { base, recorder } = await record(url);
    const client = request(base, { method: 'POST', agent: false });
    const answered = once(client, 'response');
    const before = process.memoryUsage();
    for (let bytes = 0; bytes < size; bytes += chunk.length) if (!client.write(chunk)) await once(client, 'drain');
    client.end();
    const [answer] = (await answered) as [IncomingMessage]; // what the event has
    const hash = createHash('sha256');
    for await (const part of answer) hash.update(part);
    expect([answer.headers['x-digest'], hash.digest('hex')]).toEqual([digest, digest]);
    expect(process.memoryUsage().rss - before.rss).toBeLessThan(150_000_000);
    await vi.waitFor(() => expect(recorder.counts).toMatchObject({ recorded: 0, tooLarge: 1 }));
  });

  test('repeats a safe request after an idle connection was closed, and never another one', async () => {
    const seen: string[] = [];
    const server = createServer((incoming, response) => {
      seen.push(`${incoming.method}`);
      // The second request of a connection meets its end.
      if (
        Object.assign(incoming.socket, { used: ('used' in incoming.socket ? Number(incoming.socket.used) : 0) + 1 })
          .used > 1
      )
        return void incoming.socket.destroy();
      response.end('ok');
    });
    const { base } = await record(await listen(server));
    expect((await sent(base)).body).toBe('ok');
    expect((await sent(base)).body).toBe('ok');
    expect(seen).toEqual(['GET', 'GET', 'GET']);
    expect((await sent(base, { method: 'POST' }, 'a')).body).toBe('ok');
    expect((await sent(base, { method: 'POST' }, 'a')).answer.statusCode).toBe(502);
    expect(seen).toEqual(['GET', 'GET', 'GET', 'POST', 'POST']);
  });
});

describe('upgraded connections', () => {
  async function upgrading() {
    const server = createServer((incoming, response) => response.end(`plain ${incoming.headers.upgrade ?? ''}`));
    server.on('upgrade', (incoming, socket) => {
      if (incoming.url === '/refused') {
        socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno');
        return;
      }
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Ok: 1\r\n\r\nhello ',
      );
      socket.pipe(socket);
    });
    return record(await listen(server));
  }
  const head = (path: string, protocol: string) =>
    `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: a\r\n\r\n`;

  test('are passed through as WebSockets, counted and not recorded', async () => {
    const { base, recorder, cases } = await upgrading();
    const client = request(base, { headers: { connection: 'Upgrade', upgrade: 'websocket' }, agent: false }).end();
    const [answer, socket, first] = await once(client, 'upgrade');
    expect(answer.headers).toMatchObject({ 'x-ok': '1', upgrade: 'websocket' });
    let got = String(first);
    socket.on('data', (bytes: Buffer) => {
      got += String(bytes);
    });
    const frame = Buffer.alloc(100_000, 0x81).toString('latin1');
    socket.write(Buffer.from(frame, 'latin1'));
    await vi.waitFor(() => expect(Buffer.byteLength(got)).toBeGreaterThanOrEqual(100_006));
    socket.destroy();
    await vi.waitFor(() => expect(recorder.counts).toMatchObject({ upgraded: 1, recorded: 0 }));
    expect(cases).toEqual([]);
  });

  test('are closed after a refusal, which is passed through', async () => {
    const { base, recorder } = await upgrading();
    expect(await raw(base, head('/refused', 'websocket'))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*close.*no$/s);
    await vi.waitFor(() => expect(recorder.counts).toMatchObject({ upgraded: 0, broken: 1 }));
  });

  test('are ordinary requests for other protocols, such as h2c', async () => {
    const { base, recorder } = await upgrading();
    const { body } = await sent(base, { headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' } });
    expect(body).toBe('plain ');
    await vi.waitFor(() => expect(recorder.counts).toMatchObject({ upgraded: 0, recorded: 1 }));
  });
});

describe('a hostile message', () => {
  test.for<[name: string, bytes: string]>([
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['an unknown coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost: a\r\nX-A : b\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\nX-B: c\r\n\r\n'],
    ['a chunk of no size', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n'],
    ['not a request', 'hello\r\n\r\n'],
    ['headers above 64 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('is refused and never forwarded: %s', async ([, bytes]) => {
    let seen = 0;
    const url = await target(async (incoming, response) => {
      await text(incoming);
      seen++;
      response.end();
    });
    const { base, recorder } = await record(url);
    expect(await raw(base, bytes)).toMatch(/^HTTP\/1\.1 4(?:00|31) /);
    expect(seen).toBe(0);
    expect(recorder.counts.recorded).toBe(0);
    expect(recorder.counts.refused).toBeGreaterThan(0);
  });

  test('is not recorded if the request ends early, nor forwarded if it is short', async () => {
    let seen = 0;
    const url = await target((_, response) => {
      seen++;
      response.end();
    });
    const { base, recorder } = await record(url);
    const client = request(base, { method: 'POST', headers: { 'content-length': 100 }, agent: false });
    const received = once(recorder.inbound, 'request');
    client.on('error', () => {}).write('half');
    await received;
    client.destroy();
    await vi.waitFor(() => expect(recorder.counts).toMatchObject({ broken: 1, recorded: 0 }));
    expect(seen).toBe(0);
  });

  test.for<[name: string, bytes: string]>([
    ['a response of two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a response that is not HTTP', 'garbage\r\n\r\n'],
    ['headers above 64 KiB', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('gives a 502 if the target sends it: %s', async ([, bytes]) => {
    const server = createServer();
    server.on('connection', (socket) => socket.once('data', () => socket.end(bytes)));
    const { base, recorder } = await record(await listen(server));
    expect((await sent(base, { method: 'POST' }, 'a')).answer.statusCode).toBe(502);
    expect(recorder.counts).toMatchObject({ broken: 1, recorded: 0 });
  });

  test('closes the connection of the client if the target ends it early', async () => {
    const server = createServer();
    server.on('connection', (socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')),
    );
    const { base, recorder } = await record(await listen(server));
    await expect(sent(base)).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(recorder.counts).toMatchObject({ broken: 1, recorded: 0 }));
  });
});
