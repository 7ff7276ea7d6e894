import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importHar } from '../../../../functions/recordings/domain/importers/har.ts';
import { entriesOf, importedEntries } from './imported-entries.ts';

const entry = (change: { request?: object; response?: object; [name: string]: unknown } = {}) => ({
  startedDateTime: '2026-01-02T03:04:05.678+01:00',
  time: 12.5,
  ...change,
  request: { method: 'GET', url: 'https://shop.test/orders/1?full=1#top', headers: [], bodySize: 0, ...change.request },
  response: { status: 200, headers: [], content: { size: 2, text: 'ok' }, ...change.response },
});
const file = (...entries: unknown[]) => new TextEncoder().encode(JSON.stringify({ log: { version: '1.2', entries } }));
const importOne = (change: Parameters<typeof entry>[0]) => entriesOf(importHar, file(entry(change)))[0];
const headers = (pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }));

describe('HAR files (facts: recording formats)', () => {
  test('give an exchange for an entry', () => {
    expect(importOne({})).toEqual({
      ok: true,
      recordedAt: Date.parse('2026-01-02T02:04:05.678Z'),
      exchange: {
        host: 'shop.test',
        method: 'GET',
        path: '/orders/1?full=1',
        headers: [],
        responseType: null,
        resourceType: null,
      },
      input: {
        durationMs: 12.5,
        request: { method: 'GET', path: '/orders/1?full=1', headers: [], body: null, bodyEncoding: 'utf8' },
        response: { status: 200, headers: [], body: 'ok', bodyEncoding: 'utf8' },
      },
    });
  });

  test('give a 200 from the cache of a browser without the validators of the cache', () => {
    const validators = headers([
      ['If-None-Match', '"1"'],
      ['if-modified-since', 'Mon, 23 Nov 2026 10:00:00 GMT'],
      ['accept', '*/*'],
    ]);
    const sent = (request: object, status: number) =>
      importOne({ request: { headers: validators, ...request }, response: { status } });
    const names = (request: object, status: number) => {
      const one = sent(request, status);
      return one?.ok ? one.exchange.headers.map(([name]) => name) : null;
    };
    expect(names({}, 200)).toEqual(['accept']);
    for (const [request, status] of [
      [{}, 304],
      [{}, 412],
      [{ method: 'PUT' }, 200],
    ] as const)
      expect(names(request, status)).toEqual(['If-None-Match', 'if-modified-since', 'accept']);
  });

  test.for<[string, Uint8Array]>([
    ['a UTF-8 byte order mark', Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), file(entry())])],
    ['UTF-16', Buffer.from(`\uFEFF${new TextDecoder().decode(file(entry()))}`, 'utf16le')],
    [
      'version 1.1 and an unknown one',
      new TextEncoder().encode(JSON.stringify({ log: { version: '1.1', entries: [entry()] } })),
    ],
  ])('are read as %s', ([, bytes]) => {
    expect(importedEntries(importHar, bytes)).toMatchObject({ ok: true, value: [{ ok: true }] });
  });

  test.for<[string, string]>([
    ['no JSON', 'log'],
    ['cut JSON', '{"log":{"entries":[{}'],
    ['no log', '{}'],
    ['no entries', '{"log":{"entries":{}}}'],
    ['too deep for an entry', '['.repeat(200_000)],
  ])('are refused as unreadable: %s', ([, text]) => {
    expect(importedEntries(importHar, new TextEncoder().encode(text))).toMatchObject({
      ok: false,
      code: 'UNREADABLE_IMPORT',
    });
  });

  test.for<[string, Parameters<typeof entry>[0]]>([
    ['never answered', { response: { status: 0 } }],
    ['WebSocket', { _webSocketMessages: [] }],
    ['WebSocket', { _resourceType: 'websocket' }],
    ['WebSocket', { response: { status: 101 } }],
    ['WebSocket', { request: { url: 'wss://shop.test/socket' } }],
    ['not an http', { request: { url: 'data:text/plain,secret' } }],
    ['not an http', { request: { url: 'chrome-extension://abc/secret' } }],
    ['no readable request', { request: { method: 7 } }],
    ['request body is not in the file', { request: { method: 'POST', bodySize: 3 } }],
    ['not valid base64', { response: { content: { text: 'secret!', encoding: 'base64' } } }],
  ])('skip an entry: %s', ([reason, change]) => {
    const skipped = importOne(change);
    expect(skipped).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
    expect(JSON.stringify(skipped)).not.toContain('secret');
  });

  test('lose pseudo headers and those of compressed bytes, and have joined headers split', () => {
    expect(
      importOne({
        request: {
          headers: headers([
            [':authority', 'shop.test'],
            ['accept', '*/*'],
          ]),
        },
        response: {
          headers: headers([
            [':status', '200'],
            ['set-cookie', 'a=1\nb=2'],
            ['Content-Encoding', 'br'],
            ['content-length', '9'],
          ]),
        },
      }),
    ).toMatchObject({
      input: {
        request: { headers: [['accept', '*/*']] },
        response: {
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        },
      },
    });
  });

  test.for<[string, object, object | null]>([
    [
      'base64 text',
      { text: Buffer.from('{"ü":1}').toString('base64'), encoding: 'base64' },
      { body: '{"ü":1}', bodyEncoding: 'utf8' },
    ],
    ['base64 bytes in lines', { text: 'AAH\n/', encoding: 'base64' }, { body: 'AAH/', bodyEncoding: 'base64' }],
    ['no text and no size', {}, { body: null }],
    ['no text and size 0', { size: 0 }, { body: null }],
    ['empty text', { size: 0, text: '' }, { body: '' }],
    ['a body that was not saved counts as no response', { size: 10 }, null],
    ['and one that the tool says it left out', { comment: 'Response bodies are not included.' }, null],
  ])('have the content %s', ([, content, response]) => {
    const imported = importOne({ response: { content } });
    if (response === null) expect(imported).toMatchObject({ ok: true, input: { response: null } });
    else expect(imported).toMatchObject({ ok: true, input: { response: { status: 200, ...response } } });
  });

  test.for<[string, Parameters<typeof entry>[0]]>([
    ['HEAD', { request: { method: 'HEAD' }, response: { content: { size: 10 } } }],
    ['304, whose content is the browser cache', { response: { status: 304, content: { size: 10, text: 'cached' } } }],
  ])('have no body for %s', ([, change]) => {
    expect(importOne(change)).toMatchObject({ ok: true, input: { response: { body: null } } });
  });

  test('keep the header of content that is still gzip', () => {
    const text = gzipSync('{}').toString('base64');
    expect(
      importOne({
        response: { headers: headers([['content-encoding', 'gzip']]), content: { text, encoding: 'base64' } },
      }),
    ).toMatchObject({ input: { response: { headers: [['content-encoding', 'gzip']], body: text } } });
  });

  const post = (postData: object, type?: string) =>
    importOne({
      request: { method: 'POST', bodySize: -1, postData, headers: type ? headers([['Content-Type', type]]) : [] },
    });
  const params = [
    { name: 'a', value: 'x y' },
    { name: 'b', value: 'ü&' },
  ];
  test.for<[string, object, string | undefined, object]>([
    [
      'text',
      { mimeType: 'application/json', text: '{"n":12345678901234567890}' },
      'text/x',
      { body: '{"n":12345678901234567890}', headers: [['Content-Type', 'text/x']] },
    ],
    [
      'base64 text',
      { mimeType: 'application/json', text: 'e30=', encoding: 'base64', params: [] },
      undefined,
      { body: '{}', headers: [['content-type', 'application/json']] },
    ],
    [
      'params without text',
      { mimeType: 'application/x-www-form-urlencoded', params },
      undefined,
      { body: 'a=x+y&b=%C3%BC%26' },
    ],
    [
      'params beside an empty text',
      { mimeType: '', text: '', params },
      undefined,
      { body: 'a=x+y&b=%C3%BC%26', headers: [['content-type', 'application/x-www-form-urlencoded']] },
    ],
    [
      'multipart params',
      {
        mimeType: 'multipart/form-data',
        params: [{ name: 'f', value: 'v', fileName: 'x.txt', contentType: 'text/plain' }],
      },
      'multipart/form-data; boundary=XX',
      {
        body: '--XX\r\nContent-Disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: text/plain\r\n\r\nv\r\n--XX--\r\n',
      },
    ],
    ['nothing', { mimeType: '', text: '', params: [] }, undefined, { body: null }],
  ])('have postData as %s', async ([, postData, type, request]) => {
    expect(await post(postData, type)).toMatchObject({ ok: true, input: { request } });
  });

  test('skip an entry whose sent file is not in the archive', async () => {
    const sent = { mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: 'x.bin' }] };
    expect(await post(sent, 'multipart/form-data; boundary=XX')).toMatchObject({ ok: false });
  });

  test.for<[string, object, string]>([
    ['no path', { url: 'http://shop.test' }, '/'],
    ['a query without a path', { url: 'http://shop.test?a=1' }, '/?a=1'],
    ['encoded characters stay', { url: 'http://shop.test/a%2Fb?q=%20' }, '/a%2Fb?q=%20'],
    ['characters outside ASCII are encoded', { url: 'http://shop.test/ü b?q=ö' }, '/%C3%BC%20b?q=%C3%B6'],
    [
      'a query listed beside the url',
      { url: 'http://shop.test/a', queryString: [{ name: 'q', value: '1' }] },
      '/a?q=1',
    ],
  ])('have the path for %s', ([, request, path]) => {
    expect(importOne({ request })).toMatchObject({ input: { request: { path } } });
  });
});
