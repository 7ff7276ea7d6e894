import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hostile } from '../../support/fakes/hostile-target.ts';
import { client, clientStage, request, textOf } from './client-stage.ts';

const { target } = clientStage();

describe('a request on the wire', () => {
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
  ])('keeps the path of %s', async ([path = '', wire]) => {
    const { url, heads } = await target(hostile.plain('ok'));
    expect(await client().send(request(`${url}${path}`))).toMatchObject({ kind: 'response', status: 200 });
    expect(heads[0]?.split('\r\n')[0]).toBe(`GET ${wire} HTTP/1.1`);
  });

  test.for(['GET', 'POST', 'DELETE', 'PURGE', 'get', 'M-SEARCH'])('is sent as %s with its body', async (method) => {
    const { url, heads } = await target(hostile.plain('ok'));
    const body = Buffer.from([0, 255, 10]);
    expect(await client().send(request(`${url}/`, { method, body }))).toMatchObject({ kind: 'response' });
    expect(heads[0]).toContain(`${method} / HTTP/1.1`);
    expect(heads[0]).toContain('content-length: 3');
  });

  test.for(['', 'A B', 'CONNECT', 'GET\r\nx: y'])('is not sent with the method %j', async (method) => {
    const { url, heads } = await target(hostile.plain('ok'));
    const sent = await client().send(request(`${url}/`, { method }));
    expect(sent).toEqual({ kind: 'connection-failure', failure: 'refused', durationMs: 0 });
    expect(heads).toEqual([]);
  });

  test('keeps order, case and repeats of headers, and leaves out what HTTP cannot carry', async () => {
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

describe('a response that the client reads', () => {
  test('has header pairs with repeats, also for a redirect', async () => {
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
  ])('is decoded from %s', async ([coding, body]) => {
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
  ])('has the bytes as received for %s', async ([, coding, body]) => {
    const { url } = await target(hostile.encoded(coding, body));
    const sent = await client().send(request(`${url}/`));
    expect(sent.kind === 'response' && Buffer.from(sent.body)).toEqual(body);
  });

  test.for<[number, boolean]>([
    [9, true],
    [10, false],
    [11, false],
  ])('has, of 10 bytes with room for %i, truncated %s', async ([maxBodyBytes, truncated]) => {
    const { url } = await target(hostile.plain('0123456789'));
    const sent = await client().send(request(`${url}/`, { maxBodyBytes }));
    expect(sent).toMatchObject({ kind: 'response', truncated });
    expect(sent.kind === 'response' && textOf(sent.body)).toBe('0123456789'.slice(0, maxBodyBytes));
  });

  test('ends without a length at the end of the connection', async () => {
    const { url } = await target(hostile.rawThenClose('HTTP/1.1 200 OK\r\n\r\nto the end'));
    const sent = await client().send(request(`${url}/`));
    expect(sent.kind === 'response' && textOf(sent.body)).toBe('to the end');
  });
});
