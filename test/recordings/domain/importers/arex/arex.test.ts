import { describe, expect, test } from 'vitest';
import { withoutClaimedRecord } from '../../../../../functions/recordings/domain/importers/arex/mocker.ts';
import { imported } from '../imported-file.ts';
import { dependency, entryMocker, httpDependency } from './mockers.ts';

const lines = (mockers: object[]) => mockers.map((one) => JSON.stringify(one)).join('\n');
const caseOf = (mockers: object[]) => imported('arex', mockers).entries[0];
const callsOf = (...mockers: object[]) => {
  const [entry] = imported('arex', [entryMocker(), ...mockers]).entries;
  return typeof entry === 'object' ? entry.calls : entry;
};

describe('AREX mockers', () => {
  test('make a case of an entry, with its record id as trace and tag', () =>
    expect(caseOf([entryMocker()])).toEqual({
      appId: 'shop',
      caseId: expect.stringMatching(/^arex-[0-9a-f]{32}$/),
      recordedAt: '2023-08-28T03:47:35.518Z',
      operation: '/order/{id}',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      tags: { 'arex.recordId': 'AREX-10-4-202-26-46993323299502' },
      request: {
        method: 'POST',
        path: '/order/1?full=1',
        headers: [
          ['Host', 'shop.test'],
          ['Content-Type', 'application/json'],
          ['arex-record-id', 'AREX-10-4-202-26-46993323299502'],
        ],
        body: '{"a":1}',
        bodyEncoding: 'utf8',
      },
      response: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: '{"id":1}',
        bodyEncoding: 'utf8',
      },
    }));

  test.for<[string, string, string, object]>([
    ['an object', 'com.shop.Order', '{"id":1}', { body: '{"id":1}', bodyEncoding: 'utf8' }],
    ['a text', 'java.lang.String', '"done"', { body: 'done', bodyEncoding: 'utf8' }],
    ['the bytes of a view', '[B', '"/wA="', { body: '/wA=', bodyEncoding: 'base64' }],
    ['nothing', 'x', '', { body: null }],
  ])('make a response of %s', ([, type, body, response]) =>
    expect(caseOf([{ ...entryMocker(), targetResponse: { type, body, attributes: {} } }])).toMatchObject({ response }),
  );

  test('are grouped by record in the order of their creation', () => {
    const other = entryMocker('AREX-2');
    const mockers = [
      dependency('Database', 'query', 'SELECT 2', {}, 3),
      other,
      dependency('Redis', 'redis.clients.jedis.Jedis.get', '"k"', { clusterName: 'main' }, 2),
      entryMocker(),
    ];
    for (const file of [mockers, lines(mockers)])
      expect(imported('arex', file).entries).toMatchObject([
        {
          tags: { 'arex.recordId': 'AREX-10-4-202-26-46993323299502' },
          calls: [{ kind: 'cache' }, { kind: 'database' }],
        },
        { tags: { 'arex.recordId': 'AREX-2' } },
      ]);
  });

  test.for<[name: string, tags: object, kept: boolean]>([
    ['no tag', {}, false],
    ['the tag of another record', { 'arex.recordId': 'AREX-2' }, false],
    ['the tag of the record', { 'arex.recordId': 'AREX-1' }, true],
  ])('drop a header that names a record beside %s: %s', ([, tags, kept]) => {
    const headers: [string, string][] = [
      ['Arex-Record-Id', 'AREX-1'],
      ['accept', '*/*'],
    ];
    expect(withoutClaimedRecord(headers, tags as Record<string, string>)).toEqual(kept ? headers : headers.slice(1));
  });

  test.for<[string, object, object]>([
    [
      'a query',
      dependency('Database', 'query', "SELECT * FROM orders WHERE id = ? AND state = 'new'", {
        dbName: 'shop',
        parameters: '[{"1":"7"}]',
      }),
      {
        kind: 'database',
        target: 'shop',
        operation: 'select * from orders where id = ? and state = ?',
        request: { sql: "SELECT * FROM orders WHERE id = ? AND state = 'new'", parameters: [{ 1: '7' }] },
        response: { arex: { body: '[{"id":7}]', type: 'java.util.ArrayList', attributes: {} } },
      },
    ],
    [
      'a command of Redis',
      dependency('Redis', 'redis.clients.jedis.Jedis.get', '"k"', { clusterName: 'main' }),
      { kind: 'cache', target: 'main', operation: 'GET', request: { command: 'GET', args: ['k'] } },
    ],
    [
      'the clock',
      dependency('DynamicClass', 'java.lang.System.currentTimeMillis', null),
      { kind: 'other', target: 'runtime', operation: 'java.lang.System.currentTimeMillis', request: { body: null } },
    ],
    [
      'a message',
      dependency('QMessageProducer', 'orders', '{"a":1}'),
      { kind: 'message', target: 'QMessageProducer', operation: 'orders', request: { body: { a: 1 } } },
    ],
    [
      'an HTTP call',
      httpDependency(),
      {
        kind: 'http',
        target: 'http',
        operation: 'POST /stock/{id}',
        request: {
          method: 'POST',
          path: '/stock/7?x=1',
          headers: [['content-type', 'application/json']],
          body: '{"n":1}',
          bodyEncoding: 'utf8',
        },
        response: {
          status: 201,
          headers: [['Content-Type', 'application/json']],
          body: '{"left":3}',
          bodyEncoding: 'utf8',
          arex: {
            type: 'io.arex.inst.httpclient.common.HttpResponseWrapper',
            attributes: {},
            statusLine: 'HTTP/1.1 201',
            reason: 'Created',
          },
        },
      },
    ],
  ])('make a call of %s', ([, mocker, call]) => expect(callsOf(mocker)).toMatchObject([call]));

  test('are stored beside a bad record', () =>
    expect(
      imported('arex', [
        { ...dependency('Database', 'query', 'SELECT 1'), recordId: 'AREX-3' },
        {
          ...entryMocker('AREX-4'),
          categoryType: { name: 'DubboProvider', entryPoint: true },
          targetRequest: { body: 'x', attributes: {} },
        },
        entryMocker(),
        { recordId: 'no category' },
        7,
      ]).entries,
    ).toMatchObject([
      'the record has calls, but no inbound request',
      'the inbound request of the record is not HTTP',
      { request: { path: '/order/1?full=1' } },
      'the entry is not a mocker: recordId or categoryType is missing or invalid',
      'the entry is not a mocker: recordId or categoryType is missing or invalid',
    ]));

  test.for<[string, string]>([
    ['another file', '{"log":{}}'],
    ['no JSON', 'x\ny'],
    ['empty', ''],
    ['a broken array', '[{}'],
    ['more objects than a file may have', `[${'{},'.repeat(1_000_000)}{}]`],
    ['a line of them', `{"a":[${'{},'.repeat(1_000_000)}{}]}\n{}`],
  ])('are refused from an unreadable file: %s', ([, file]) =>
    expect(imported('arex', file).refused).toContain('no AREX mocker'),
  );
});
