import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { egressPolicy } from '../../functions/domain/egress/policy.ts';
import type { OutboundRequest } from '../../functions/domain/replay/outbound.ts';
import { outboundHttp } from '../../functions/outbound/http-client.ts';
import type { Log } from '../../functions/world.ts';
import { type Behaviour, deadTarget, type HostileTarget, hostile, hostileTarget } from '../support/hostile-target.ts';

const MIB = 1024 * 1024;
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function target(behave: Behaviour): Promise<HostileTarget> {
  const started = await hostileTarget(behave);
  closing.push(started.close);
  return started;
}

function client(maxConnectionsPerTarget = 10) {
  const policy = egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] });
  return outboundHttp({ policy, log: silent, maxConnectionsPerTarget });
}

const request = (url: string, change: Partial<OutboundRequest> = {}): OutboundRequest => ({
  ...{ url, method: 'GET', headers: [], body: null, timeoutMs: 5000, maxBodyBytes: MIB },
  ...change,
});

const textOf = (body: Uint8Array) => Buffer.from(body).toString('utf8');

describe('what a request looks like on the wire', () => {
  test.for([
    ['/a%2Fb//c/../d/./e?x=1&y=a%20b', '/a%2Fb//c/../d/./e?x=1&y=a%20b'],
    ['/%7euser/%E4%BD%A0?q=[]{}|^`\\"<>\'', '/%7euser/%E4%BD%A0?q=[]{}|^`\\"<>\''],
    ['', '/'],
    ['?only=query', '/?only=query'],
    ['/a#fragment', '/a'],
    ['/a b', '/a%20b'],
    ['/你', '/\xe4\xbd\xa0'],
    ['/\xe9', '/\xe9'],
    [`/long?q=${'x'.repeat(6000)}`, `/long?q=${'x'.repeat(6000)}`],
  ])('%s keeps its path', async ([path = '', wire]) => {
    const { url, heads } = await target(hostile.plain('ok'));
    expect(await client().send(request(`${url}${path}`))).toMatchObject({ kind: 'response', status: 200 });
    expect(heads[0]?.split('\r\n')[0]).toBe(`GET ${wire} HTTP/1.1`);
  });

  test.for(['GET', 'POST', 'DELETE', 'PURGE', 'get', 'M-SEARCH'])('%s is sent with its body', async (method) => {
    const { url, heads } = await target(hostile.plain('ok'));
    const body = Buffer.from([0, 255, 10]);
    expect(await client().send(request(`${url}/`, { method, body }))).toMatchObject({ kind: 'response' });
    expect(heads[0]).toContain(`${method} / HTTP/1.1`);
    expect(heads[0]).toContain('content-length: 3');
  });

  test.for(['', 'A B', 'CONNECT', 'GET\r\nx: y'])('method %j cannot be sent', async (method) => {
    const { url, heads } = await target(hostile.plain('ok'));
    const sent = await client().send(request(`${url}/`, { method }));
    expect(sent).toEqual({ kind: 'connection-failure', failure: 'refused', durationMs: 0 });
    expect(heads).toEqual([]);
  });

  test('headers keep their order, case and repeats; what HTTP cannot carry is left out', async () => {
    const { url, heads } = await target(hostile.plain('ok'));
    const headers = [
      ['X-B', '1'],
      ['x-a', '2'],
      ['X-B', '3'],
      ['bad name', 'x'],
      ['', 'x'],
      ['x-split', 'a\r\nx-injected: 1'],
      ['x-nul', 'a\0'],
      ['x-text', '漢'],
      ['x-bytes', '\xe9'],
      ['Transfer-Encoding', 'chunked'],
      ['Expect', '100-continue'],
      ['Host', 'other.test'],
      ['Content-Length', '77'],
    ] as const;
    expect(await client().send(request(`${url}/`, { headers }))).toMatchObject({ kind: 'response' });
    expect(heads[0]?.split('\r\n').slice(1)).toEqual([
      `host: ${new URL(url).host}`,
      'connection: keep-alive',
      'X-B: 1',
      'x-a: 2',
      'X-B: 3',
      'x-text: æ¼¢',
      'x-bytes: é',
    ]);
  });
});

describe('what an answer is read as', () => {
  test('header pairs with repeats, and a redirect is an answer like any other', async () => {
    const answer =
      'HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 0\r\n\r\n';
    const { url, heads } = await target(hostile.raw(answer));
    expect(await client().send(request(`${url}/`))).toMatchObject({
      kind: 'response',
      status: 302,
      headers: [
        ['Location', '/elsewhere'],
        ['Set-Cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['content-length', '0'],
      ],
    });
    expect(heads).toHaveLength(1);
  });

  const text = Buffer.from('{"total":42}');
  test.for<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', text],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['deflate, gzip, zstd', zstdCompressSync(gzipSync(deflateSync(text)))],
  ])('%s is undone', async ([coding, body]) => {
    const { url } = await target(hostile.encoded(coding, body));
    const sent = await client().send(request(`${url}/`));
    expect(sent.kind === 'response' && textOf(sent.body)).toBe('{"total":42}');
  });

  test.for<[string, string, Buffer]>([
    ['no gzip at all', 'gzip', Buffer.from('plain')],
    ['gzip that ends too early', 'gzip', gzipSync(text).subarray(0, 15)],
    ['an unknown coding', 'compress', Buffer.from('whatever')],
    ['an unknown coding under a known one', 'rot13, gzip', gzipSync(text)],
    ['six codings', 'gzip,gzip,gzip,gzip,gzip,gzip', gzipSync(text)],
    ['a zstd window above 8 MiB', 'zstd', Buffer.from('28b52ffd0088010000', 'hex')],
  ])('%s: the bytes as they came', async ([, coding, body]) => {
    const { url } = await target(hostile.encoded(coding, body));
    const sent = await client().send(request(`${url}/`));
    expect(sent.kind === 'response' && Buffer.from(sent.body)).toEqual(body);
  });

  test.for<[number, boolean]>([
    [9, true],
    [10, false],
    [11, false],
  ])('of 10 bytes with room for %i: truncated %s', async ([maxBodyBytes, truncated]) => {
    const { url } = await target(hostile.plain('0123456789'));
    const sent = await client().send(request(`${url}/`, { maxBodyBytes }));
    expect(sent).toMatchObject({ kind: 'response', truncated });
    expect(sent.kind === 'response' && textOf(sent.body)).toBe('0123456789'.slice(0, maxBodyBytes));
  });

  test('the end of the connection ends a body without a length', async () => {
    const { url } = await target(hostile.rawThenClose('HTTP/1.1 200 OK\r\n\r\nto the end'));
    const sent = await client().send(request(`${url}/`));
    expect(sent.kind === 'response' && textOf(sent.body)).toBe('to the end');
  });
});

describe('connection failures and timeouts (interface 2.4)', () => {
  test.for<[string, Behaviour]>([
    ['a reset', hostile.resets],
    ['a close without an answer', hostile.closes],
    ['garbage', hostile.raw('\0\x01garbage\r\n\r\n')],
    ['another protocol', hostile.rawThenClose('SSH-2.0-OpenSSH_9.6\r\n')],
    ['a content-length that is too large', hostile.rawThenClose('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
    ['two contradicting lengths', hostile.raw('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na')],
    ['a reset after half of the body', hostile.resetsAfter('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
    ['broken chunks', hostile.raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n')],
    ['huge headers', hostile.sendsHugeHeaders],
    [
      'an upgrade that nobody asked for',
      hostile.raw('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
  ])('%s is reset, and sent once', async ([, behave]) => {
    const started = await target(behave);
    expect(await client().send(request(`${started.url}/`))).toMatchObject({
      kind: 'connection-failure',
      failure: 'reset',
    });
    expect(started.heads).toHaveLength(1);
    await started.abandoned();
  });

  test('nobody listens: refused', async () => {
    const url = await deadTarget();
    expect(await client().send(request(url))).toMatchObject({ kind: 'connection-failure', failure: 'refused' });
  });

  test('a plain port spoken to in TLS: tls', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => void server.close());
    const address = server.address();
    const url = `https://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`;
    expect(await client().send(request(url))).toMatchObject({ kind: 'connection-failure', failure: 'tls' });
  });

  test('a name that does not resolve: dns', async () => {
    const http = outboundHttp({
      policy: egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] }),
      log: silent,
      lookup: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    });
    expect(await http.send(request('http://shop.test/'))).toMatchObject({ kind: 'connection-failure', failure: 'dns' });
    expect(await http.denial('http://shop.test/')).toBeNull();
  });

  test.for<[string, Behaviour]>([
    ['silence', hostile.hangs],
    ['a body drop by drop', hostile.dripsBody],
    ['headers drop by drop', hostile.dripsHeaders],
    ['interim answers without end', hostile.floodsInterim],
  ])('%s ends at the timeout of the whole exchange', async ([, behave]) => {
    const started = await target(behave);
    const sent = await client().send(request(`${started.url}/`, { timeoutMs: 300 }));
    expect(sent.kind).toBe('timeout');
    expect(sent.durationMs).toBeGreaterThanOrEqual(295);
    expect(sent.durationMs).toBeLessThan(1500);
    await started.abandoned();
  });

  test('a resolver that never answers is a timeout, and nothing is sent afterwards', async () => {
    const started = await target(hostile.plain('ok'));
    const answer = Promise.withResolvers<{ address: string; family: number }[]>();
    const policy = egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] });
    const http = outboundHttp({ policy, log: silent, lookup: () => answer.promise });
    const url = started.url.replace('127.0.0.1', 'late.test');
    expect((await http.send(request(`${url}/late`, { timeoutMs: 50 }))).kind).toBe('timeout');
    answer.resolve([{ address: '127.0.0.1', family: 4 }]);
    expect((await http.send(request(`${url}/next`))).kind).toBe('response');
    expect(started.heads.map((head) => head.split(' ')[1])).toEqual(['/next']);
  });
});

describe('bounded memory', () => {
  test.for<[string, Behaviour]>([
    ['5 GB', hostile.sendsGigabytes],
    ['a chunk for every byte', hostile.sendsTinyChunks],
    ['a gzip bomb', hostile.bombs],
    ['a bomb in a bomb', hostile.encoded('gzip, gzip', gzipSync(gzipSync(Buffer.alloc(64 * MIB))))],
    ['a brotli bomb', hostile.encoded('br', brotliCompressSync(Buffer.alloc(32 * MIB)))],
    ['a zstd bomb', hostile.encoded('zstd', zstdCompressSync(Buffer.alloc(64 * MIB)))],
  ])('%s ends at the cap', { timeout: 20_000 }, async ([, behave]) => {
    const started = await target(behave);
    const before = process.memoryUsage().rss;
    const sent = await client().send(request(`${started.url}/`, { timeoutMs: 15_000, maxBodyBytes: 4 * MIB }));
    expect(sent).toMatchObject({ kind: 'response', truncated: true });
    expect(sent.kind === 'response' && sent.body.length).toBe(4 * MIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * MIB);
    expect(started.bytesSent()).toBeLessThan(64 * MIB);
  });
});

describe('many at once', () => {
  const head = (length: number) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;
  const soon = () => new Promise((resolve) => setTimeout(resolve, 150));

  test('150 requests to one target are open at once, unless told', async () => {
    const { url, heads } = await target(() => {});
    const policy = egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] });
    const http = outboundHttp({ policy, log: silent });
    const sent = Array.from({ length: 150 }, () => http.send(request(url, { timeoutMs: 4000 })));
    await expect.poll(() => heads.length, { timeout: 3000 }).toBe(150);
    await closing.pop()?.();
    expect((await Promise.all(sent)).every(({ kind }) => kind === 'connection-failure')).toBe(true);
  });

  test.for<[string, boolean]>([
    ['keeps its connection', false],
    ['closes it when all is sent', true],
  ])(
    'of answers above 1 MiB four are read at a time; a fifth waits, its time does not run, and small ones pass (target %s)',
    async ([, closes]) => {
      const large = 1.5 * MIB;
      const lasts: (() => void)[] = [];
      const { url } = await target((socket, asked) => {
        if (asked.includes('/small')) return void socket.write(`${head(2)}ok`);
        if (asked.includes('/fifth')) {
          socket.write(`${head(large)}${'y'.repeat(large)}`);
          return void (closes && socket.end());
        }
        socket.write(`${head(large)}${'x'.repeat(large - 1)}`);
        lasts.push(() => socket.write('x'));
      });
      const http = client(20);
      const big = { maxBodyBytes: 2 * MIB };
      const four = Array.from({ length: 4 }, () => http.send(request(`${url}/`, big)));
      await soon();
      let fifthIsRead = false;
      const fifth = http.send(request(`${url}/fifth`, { ...big, timeoutMs: 400 })).finally(() => {
        fifthIsRead = true;
      });
      await soon();
      expect(await http.send(request(`${url}/small`))).toMatchObject({ kind: 'response' });
      await soon();
      await soon();
      expect(fifthIsRead).toBe(false);
      lasts[0]?.();
      const read = await fifth;
      expect(read).toMatchObject({ kind: 'response', status: 200, truncated: false });
      expect(read.durationMs).toBeLessThan(400);
      if (read.kind === 'response') expect(textOf(read.body) === 'y'.repeat(large)).toBe(true);
      for (const last of lasts.slice(1)) last();
      for (const answer of await Promise.all(four))
        expect(answer).toMatchObject({ kind: 'response', truncated: false });
    },
  );

  test('one that waits when its target goes away ends, and takes no turn with it', async () => {
    const sockets: Socket[] = [];
    const { url } = await target((socket) => {
      sockets.push(socket);
      socket.write(`${head(2 * MIB)}${'x'.repeat(1.5 * MIB)}`);
    });
    const http = client(20);
    const sent = Array.from({ length: 5 }, () => http.send(request(`${url}/`, { maxBodyBytes: 3 * MIB })));
    await soon();
    for (const socket of sockets) socket.resetAndDestroy();
    expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(Array(5).fill('connection-failure'));
    const after = Array.from({ length: 4 }, () => http.send(request(`${url}/`, { maxBodyBytes: 1.25 * MIB })));
    for (const answer of await Promise.all(after)) expect(answer).toMatchObject({ kind: 'response', truncated: true });
  });
});

describe('kept-alive connections', () => {
  const closesOnSecond: Behaviour = (socket, _, seen) =>
    seen === 1 ? hostile.plain('ok')(socket) : hostile.closes(socket);

  test('are used again', async () => {
    const started = await target(hostile.plain('ok'));
    const http = client();
    for (let turn = 0; turn < 3; turn += 1) await http.send(request(`${started.url}/${turn}`));
    expect(started.connections()).toBe(1);
  });

  test.for<[string, string, number]>([
    ['GET', 'response', 3],
    ['HEAD', 'response', 3],
    ['OPTIONS', 'response', 3],
    ['POST', 'connection-failure', 2],
    ['PUT', 'connection-failure', 2],
    ['DELETE', 'connection-failure', 2],
  ])('%s on one that had closed: %s, never an unsafe request twice', async ([method, kind, seen]) => {
    const started = await target(closesOnSecond);
    const http = client();
    await http.send(request(`${started.url}/first`));
    expect((await http.send(request(`${started.url}/second`, { method }))).kind).toBe(kind);
    expect(started.heads).toHaveLength(seen);
  });

  test('a target has no more of them than allowed; time spent waiting is not the target’s', async () => {
    const started = await target((socket) => void setTimeout(() => hostile.plain('ok')(socket), 60));
    const http = client(2);
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => http.send(request(`${started.url}/${n}`, { timeoutMs: 140 }))),
    );
    expect(all.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'response'));
    expect(started.connections()).toBeLessThanOrEqual(2);
  });

  test('close waits for what is under way and then sends nothing', async () => {
    const started = await target((socket) => void setTimeout(() => hostile.plain('ok')(socket), 50));
    const http = client(1);
    const under = http.send(request(`${started.url}/`));
    const waiting = expect(http.send(request(`${started.url}/`))).rejects.toThrow('closed');
    await new Promise((resolve) => setImmediate(resolve));
    await http.close();
    expect((await under).kind).toBe('response');
    await waiting;
    await expect(http.send(request(`${started.url}/`))).rejects.toThrow('closed');
    await started.abandoned();
    expect(started.heads).toHaveLength(1);
  });
});
