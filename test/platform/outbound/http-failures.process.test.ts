import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { type Behaviour, deadTarget, hostile } from '../../support/fakes/hostile-target.ts';
import { client, clientStage, MIB, request } from './client-stage.ts';

const { closing, target } = clientStage();

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
      'an upgrade that was not requested',
      hostile.raw('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
  ])('are reset for %s, and send once', async ([, behave]) => {
    const started = await target(behave);
    expect(await client().send(request(`${started.url}/`))).toMatchObject({
      kind: 'connection-failure',
      failure: 'reset',
    });
    expect(started.heads).toHaveLength(1);
    await started.abandoned();
  });

  test('are refused without a listener', async () => {
    const url = await deadTarget();
    expect(await client().send(request(url))).toMatchObject({ kind: 'connection-failure', failure: 'refused' });
  });

  test('are tls for a plain port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => void server.close());
    const address = server.address();
    const url = `https://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`;
    expect(await client().send(request(url))).toMatchObject({
      kind: 'connection-failure',
      failure: 'tls',
      cause: 'no-tls',
    });
  });

  test('are reset for a target with HTTP/2 only, with that cause', async () => {
    const server = createHttp2Server().listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(async () => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`;
    expect(await client().send(request(url))).toMatchObject({
      kind: 'connection-failure',
      failure: 'reset',
      cause: 'http2-only',
    });
  });

  test.for(['EMFILE', 'ENFILE'])('do not include %s of this host', async (code) => {
    const http = outboundHttp({
      policy: egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] }),
      log: silentLog,
      connect: () => (_, callback) => callback(Object.assign(new Error('too many open files'), { code }), null),
    });
    await expect(http.send(request('http://127.0.0.1/'))).rejects.toMatchObject({ code });
  });

  test('are dns for a name that does not resolve', async () => {
    const http = outboundHttp({
      policy: egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] }),
      log: silentLog,
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
  ])('end %s at the timeout of the whole exchange', async ([, behave]) => {
    const started = await target(behave);
    const sent = await client().send(request(`${started.url}/`, { timeoutMs: 300 }));
    expect(sent.kind).toBe('timeout');
    expect(sent.durationMs).toBeGreaterThanOrEqual(295);
    await started.abandoned();
  });

  test('are a timeout for a resolver that never answers, and nothing is sent afterwards', async () => {
    const started = await target(hostile.plain('ok'));
    const answer = Promise.withResolvers<{ address: string; family: number }[]>();
    const policy = egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] });
    const http = outboundHttp({ policy, log: silentLog, lookup: () => answer.promise });
    const url = started.url.replace('127.0.0.1', 'late.test');
    expect((await http.send(request(`${url}/late`, { timeoutMs: 50 }))).kind).toBe('timeout');
    answer.resolve([{ address: '127.0.0.1', family: 4 }]);
    expect((await http.send(request(`${url}/next`))).kind).toBe('response');
    expect(started.heads.map((head) => head.split(' ')[1])).toEqual(['/next']);
  });
});

describe('the limit of a body', () => {
  test.for<[string, Behaviour]>([
    ['5 GB', hostile.sendsGigabytes],
    ['a chunk for every byte', hostile.sendsTinyChunks],
    ['a gzip bomb', hostile.bombs],
    ['a bomb in a bomb', hostile.encoded('gzip, gzip', gzipSync(gzipSync(Buffer.alloc(64 * MIB))))],
    ['a brotli bomb', hostile.encoded('br', brotliCompressSync(Buffer.alloc(32 * MIB)))],
    ['a zstd bomb', hostile.encoded('zstd', zstdCompressSync(Buffer.alloc(64 * MIB)))],
  ])('ends %s at the cap', async ([, behave]) => {
    const started = await target(behave);
    const before = process.memoryUsage().rss;
    const sent = await client().send(request(`${started.url}/`, { timeoutMs: 60_000, maxBodyBytes: 4 * MIB }));
    expect(sent).toMatchObject({ kind: 'response', truncated: true });
    expect(sent.kind === 'response' && sent.body.length).toBe(4 * MIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * MIB);
    expect(started.bytesSent()).toBeLessThan(64 * MIB);
  });
});
