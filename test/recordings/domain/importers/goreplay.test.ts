import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importGoReplay } from '../../../../functions/recordings/domain/importers/goreplay.ts';
import { pairRecords } from '../../../../functions/recordings/domain/importers/goreplay-pairs.ts';
import { goReplayScanner } from '../../../../functions/recordings/domain/importers/goreplay-scanner.ts';
import { entriesOf, importedEntries } from './imported-entries.ts';

const SEPARATOR = '\n🐵🙈🙉\n';
const MS = 1_700_000_000_000;
const ns = (ms: number) => `${MS + ms}000000`;
const request = (id: string, ms: number, path = '/', head = '', body = '') =>
  `1 ${id} ${ns(ms)}\nGET ${path} HTTP/1.1\r\nHost: a\r\n${head}\r\n${body}`;
const response = (id: string, ms: number, body: string, head = `Content-Length: ${body.length}\r\n`, type = 2) =>
  `${type} ${id} ${ns(ms)} 1500000\nHTTP/1.1 200 OK\r\n${head}\r\n${body}`;
const file = (...records: (string | Buffer)[]) =>
  Buffer.concat(records.flatMap((record) => [Buffer.from(record), Buffer.from(SEPARATOR)]));
const imported = (...records: (string | Buffer)[]) => entriesOf(importGoReplay, file(...records));
/** Path of each request with the body of its response, or why there is no case. */
const summary = (...records: (string | Buffer)[]) =>
  imported(...records).map((entry) => {
    if (!entry.ok) return entry.reason;
    const { request: asked, response: answered } = entry.input as {
      // as built by the importer
      request: { path: string };
      response: { body: string | null } | null;
    };
    return [asked.path, answered?.body ?? null];
  });

describe('GoReplay files (facts: recording formats)', () => {
  test('give a request and its response', () => {
    expect(imported(request('a', 0, '/orders/1?x=1', 'X-A: b\r\n'), response('a', 12, 'ok'))).toEqual([
      {
        ok: true,
        recordedAt: MS,
        exchange: expect.objectContaining({ host: 'a', method: 'GET', path: '/orders/1?x=1', responseType: null }),
        input: {
          durationMs: 12,
          request: {
            method: 'GET',
            path: '/orders/1?x=1',
            headers: [
              ['Host', 'a'],
              ['X-A', 'b'],
            ],
            body: null,
          },
          response: { status: 200, headers: [['Content-Length', '2']], body: 'ok', bodyEncoding: 'utf8' },
        },
      },
    ]);
  });

  test.for<[string, (string | Buffer)[], unknown[]]>([
    [
      'ids that repeat, one after the other',
      [request('a', 0, '/1'), response('a', 1, 'one'), request('a', 2, '/2'), response('a', 3, 'two')],
      [
        ['/1', 'one'],
        ['/2', 'two'],
      ],
    ],
    [
      'ids that repeat, interleaved',
      [request('a', 0, '/1'), request('a', 1, '/2'), response('a', 2, 'one'), response('a', 3, 'two')],
      [
        ['/1', 'one'],
        ['/2', 'two'],
      ],
    ],
    [
      'without shifting others at a missing response',
      [request('a', 0, '/1'), request('a', 2, '/2'), response('a', 3, 'two')],
      [
        ['/1', null],
        ['/2', 'two'],
      ],
    ],
    [
      'times out of order',
      [response('b', 9, 'two'), request('a', 0, '/1'), request('b', 8, '/2'), response('a', 1, 'one')],
      [
        ['/1', 'one'],
        ['/2', 'two'],
      ],
    ],
    ['a response before its request in time', [request('a', 5, '/1'), response('a', 4, 'one')], [['/1', 'one']]],
    [
      'requests only',
      [request('a', 0, '/1'), request('b', 1, '/2')],
      [
        ['/1', null],
        ['/2', null],
      ],
    ],
    [
      'responses to a replay are left out',
      [request('a', 0, '/1'), response('a', 1, 'old'), response('a', 2, 'new', undefined, 3)],
      [['/1', 'old']],
    ],
    [
      'a response without request',
      [request('a', 0, '/1'), response('b', 1, 'x')],
      [['/1', null], 'a response has no request in the file'],
    ],
    [
      'a record without header line',
      [request('a', 0, '/1'), 'nonsense'],
      [['/1', null], 'a record has no readable header line'],
    ],
    [
      'a chunked response',
      [request('a', 0), response('a', 1, '3\r\none\r\n4;x=y\r\n two\r\n0\r\n\r\n', 'Transfer-Encoding: chunked\r\n')],
      [['/', 'one two']],
    ],
    [
      'a response until the end',
      [request('a', 0), response('a', 1, 'all of it', 'Connection: close\r\n')],
      [['/', 'all of it']],
    ],
    [
      'an interim response',
      [request('a', 0), response('a', 1, 'ok').replace('HTTP', 'HTTP/1.1 100 Continue\r\n\r\nHTTP')],
      [['/', 'ok']],
    ],
    [
      'a cut response counts as missing',
      [request('a', 0), response('a', 1, 'half', 'Content-Length: 8\r\n')],
      [['/', null]],
    ],
    [
      'a response cut between chunks counts as missing',
      [request('a', 0), response('a', 1, '4\r\nhalf\r\n', 'Transfer-Encoding: chunked\r\n')],
      [['/', null]],
    ],
    ['a response that is not HTTP counts as missing', [request('a', 0), `2 a ${ns(1)} 0\ngarbage`], [['/', null]]],
    [
      'a cut request',
      [request('a', 0, '/', 'Content-Length: 8\r\n', 'half').replace('GET', 'POST')],
      ['the request is truncated'],
    ],
    ['a request cut in its head', [`1 a ${ns(0)}\nGET / HTTP/1.1\r\nHos`], ['the request is not readable as HTTP/1.1']],
    ['a request that is not HTTP', [`1 a ${ns(0)}\ngarbage\r\n\r\n`], ['the request is not readable as HTTP/1.1']],
    ['a target with a host', [request('a', 0, 'http://b.test:81/p?q=1')], [['/p?q=1', null]]],
    ['CONNECT', [request('a', 0, 'a:443').replace('GET', 'CONNECT')], ['the request has no path']],
    [
      'an upgrade',
      [request('a', 0), `2 a ${ns(1)} 0\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n`],
      ['the request opened a WebSocket or another protocol'],
    ],
  ])('pair records: %s', ([, records, exchanges]) => {
    expect(summary(...records)).toEqual(exchanges);
  });

  test('give a response to HEAD whole, without the body of its stated length', () => {
    const head = request('a', 0).replace('GET', 'HEAD');
    expect(imported(head, response('a', 1, '', 'Content-Length: 500\r\n'))).toMatchObject([
      { input: { response: { status: 200, body: null } } },
    ]);
  });

  test('give a chunked request joined and without the chunked header', () => {
    const record = request('a', 0, '/', 'Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n').replace(
      'GET',
      'POST',
    );
    expect(imported(record)).toMatchObject([
      { input: { request: { method: 'POST', headers: [['Host', 'a']], body: '{}' } } },
    ]);
  });

  test('give a compressed response as bytes, with the header of its coding', () => {
    const packed = gzipSync('{"a":1}');
    const head = Buffer.from(response('a', 1, '', `Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n`));
    expect(imported(request('a', 0), Buffer.concat([head, packed]))).toMatchObject([
      { input: { response: { body: packed.toString('base64'), bodyEncoding: 'base64' } } },
    ]);
  });

  test('give bytes that are not text unchanged', () => {
    const body = Buffer.of(0, 0xff, 0xfe, 0x0a);
    const head = Buffer.from(response('a', 1, '', 'Content-Length: 4\r\n'));
    expect(imported(request('a', 0), Buffer.concat([head, body]))).toMatchObject([
      { input: { response: { body: body.toString('base64'), bodyEncoding: 'base64' } } },
    ]);
  });

  test('may be gzip, also of several members or without its end', () => {
    const whole = file(request('a', 0), response('a', 1, 'ok'));
    const members = Buffer.concat([gzipSync(whole.subarray(0, 40)), gzipSync(whole.subarray(40))]);
    for (const bytes of [gzipSync(whole), members, gzipSync(whole).subarray(0, -8)]) {
      expect(importedEntries(importGoReplay, bytes)).toMatchObject({
        ok: true,
        value: [{ ok: true, input: { response: { body: 'ok' } } }],
      });
    }
  });

  test.for<[string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['no record', Buffer.from('{"log":{}}')],
    ['broken gzip', Buffer.of(0x1f, 0x8b, 1, 2, 3)],
    ['a decompression bomb', gzipSync(Buffer.alloc(129 * 1024 * 1024), { level: 1 })],
  ])('are refused as unreadable: %s', ([, bytes]) => {
    expect(importGoReplay(bytes)).toMatchObject({ ok: false, code: 'UNREADABLE_IMPORT' });
  });

  test('pair many records of one id, most of them without response', () => {
    const requests = Array.from({ length: 1000 }, (_, index) => request('a', index));
    const responses = Array.from({ length: 400 }, (_, index) => `2 a ${ns(2000 + index)} 0\nx`);
    const scanner = goReplayScanner();
    scanner.push(file(...requests, ...responses));
    const { pairs, orphans } = pairRecords(scanner.end().records);
    expect(pairs.filter(({ response: answer }) => answer !== null)).toHaveLength(400);
    expect(orphans).toBe(0);
  });
});
