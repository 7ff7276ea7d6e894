import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { tarOf } from '../../../../support/tar-of.ts';
import { imported } from '../imported-file.ts';
import { mockDocument, testDocument, yamlOf } from './test-set.ts';

const OUTSIDE = 'the mock was recorded outside the time of every test, so it belongs to no test';
const redis = (data: string) => [{ origin: 'client', message: [{ type: 'string', data }] }];
const redisMock = (seconds: number, key: string) =>
  mockDocument(
    'Redis',
    seconds,
    { redisrequests: redis(`*2\r\n$3\r\nGET\r\n$${key.length}\r\n${key}\r\n`), redisresponses: redis('$1\r\n1\r\n') },
    true,
  );
const keysOf = (entry: unknown) =>
  Object(entry).calls?.map(({ request }: { request: { args: unknown[] } }) => request.args[0]);

describe('Keploy test sets', () => {
  test('make a case of a test', () =>
    expect(imported('keploy', yamlOf(testDocument(0))).entries).toEqual([
      {
        appId: 'shop',
        caseId: expect.stringMatching(/^keploy-[0-9a-f]{32}$/),
        recordedAt: '2026-01-01T10:00:00.000Z',
        durationMs: 1000,
        request: {
          method: 'GET',
          path: '/orders/1?full=1',
          headers: [
            ['Accept', '*/*'],
            ['Host', 'shop.test:8000'],
          ],
          body: null,
          bodyEncoding: 'utf8',
        },
        response: {
          status: 200,
          headers: [['Content-Type', 'application/json']],
          body: '{"id":1}',
          bodyEncoding: 'utf8',
        },
      },
    ]));

  const files = {
    'test-set-0/tests/test-1.yaml': yamlOf(testDocument(0)),
    'test-set-0/mocks.yaml': yamlOf(redisMock(0.5, 'a')),
    'test-set-0/README.md': '[',
  };
  test.for<[string, string | Uint8Array]>([
    ['documents of one file', yamlOf(testDocument(0), redisMock(0.5, 'a'))],
    ['zip', zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))],
    ['tar.gz', gzipSync(tarOf(files))],
  ])('have mocks in %s', ([, file]) =>
    expect(imported('keploy', file).entries).toMatchObject([{ calls: [{ kind: 'cache', operation: 'GET' }] }]),
  );

  test('assign a mock to the test in whose time it was recorded, of several to the latest', () => {
    const { entries } = imported(
      'keploy',
      yamlOf(
        redisMock(0.25, 'first'),
        redisMock(0.75, 'both'),
        redisMock(3, 'none'),
        testDocument(0.5),
        testDocument(0),
        redisMock(0.3, 'second'),
      ),
    );
    expect(entries.slice(0, 2).map(keysOf)).toEqual([['both'], ['first', 'second']]);
    expect(entries.slice(2)).toEqual([OUTSIDE]);
  });

  test('have no calls for session statements', () =>
    expect(
      imported(
        'keploy',
        yamlOf(
          testDocument(0),
          mockDocument('Redis', 0.5, {
            redisrequests: redis('*1\r\n$4\r\nPING\r\n'),
            redisresponses: redis('+PONG\r\n'),
          }),
        ),
      ).entries,
    ).toEqual([expect.not.objectContaining({ calls: expect.anything() })]));

  test('have forms, and refuse a form with a file', () => {
    const form = (more: object) =>
      testDocument(0, {
        req: {
          method: 'POST',
          header: { 'Content-Type': 'multipart/form-data; boundary=b' },
          form: [{ key: 'a', values: ['1'], ...more }],
        },
      });
    expect(imported('keploy', yamlOf(form({}), form({ paths: ['x.png'] }))).entries).toMatchObject([
      { request: { body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n' } },
      'the form of the request names a file that is not in the test set',
    ]);
  });

  test('have bodies that are not text', () => {
    const text = yamlOf(testDocument(0)).replace(`body: '{"id":1}'`, 'body: !!binary /wA=');
    expect(imported('keploy', text).entries).toMatchObject([{ response: { body: '/wA=', bodyEncoding: 'base64' } }]);
  });

  test('are stored beside a bad document, without reports and configurations', () =>
    expect(
      imported(
        'keploy',
        [
          yamlOf(testDocument(0)),
          'a: [\n',
          yamlOf({ version: 'api.keploy.io/v1beta1', kind: 'Http', name: 'x', spec: {} }),
          'status: PASSED\n',
          yamlOf({ ...testDocument(1), kind: 'gRPC' }),
          yamlOf(testDocument(2, { req: { url: 'ftp://x' } })),
        ].join('---\n'),
      ).entries,
    ).toMatchObject([
      { request: { path: '/orders/1?full=1' } },
      'the test has no readable request and response',
      'the test is a gRPC test, not an HTTP test',
      'the url of the test is not an http or https URL',
      'the document is not readable as YAML without aliases',
    ]));

  test.for<[string, string | Uint8Array]>([
    ['mocks without tests', yamlOf(redisMock(0, 'a'))],
    ['another file', '{"log": {"entries": []}}'],
    ['no YAML', '[[['],
    ['wrong encoding', new Uint8Array([0xc3, 0x28, 0x0a])],
    ['a damaged zip', zipSync({ a: Buffer.from('x') }).subarray(0, 20)],
  ])('are refused as unreadable: %s', ([, file]) =>
    expect(imported('keploy', file).refused).toEqual(expect.any(String)),
  );
});

describe('the noise entries of a Keploy test', () => {
  const rulesOf = (noise: unknown, body = '{"id":1,"items":[{"at":1}]}') =>
    imported('keploy', yamlOf(testDocument(0, { resp: { body }, assertions: { noise } }))).rules.map(
      ({ comment: _, ...rule }) => rule,
    );
  const endpoint = { method: 'GET', path: '/orders/{id}' };

  test.for<[string, unknown, unknown[]]>([
    [
      'a header, of every endpoint',
      { 'header.Date': [] },
      [{ endpoint: null, target: 'response-headers', path: '$.date' }],
    ],
    [
      'a header with a dash',
      { 'header.X-Request-Id': [] },
      [{ endpoint: null, target: 'response-headers', path: "$['x-request-id']" }],
    ],
    ['a field of the endpoint', { 'body.id': [] }, [{ endpoint, target: 'response', path: '$.id' }]],
    [
      'a field in a list, which Keploy does not write',
      { 'body.items.at': ['^\\d+$'] },
      [{ endpoint, target: 'response', path: '$.items[*].at' }],
    ],
    ['an unusual name', { "body.it's": [] }, [{ endpoint, target: 'response', path: "$['it\\'s']" }]],
    ['the whole body', { body: [] }, [{ endpoint, target: 'response', path: '$' }]],
    [
      'a list of names',
      ['header.Date', 'body.id'],
      [
        { endpoint: null, target: 'response-headers', path: '$.date' },
        { endpoint, target: 'response', path: '$.id' },
      ],
    ],
    ['none', {}, []],
    ['unknown places', { 'status.x': [], header: [] }, []],
  ])('become ignore rules: %s', ([, noise, rules]) => expect(rulesOf(noise)).toEqual(rules));

  test('become one rule for the same entry of several tests', () => {
    const one = testDocument(0, { assertions: { noise: { 'header.Date': [], 'body.id': [] } } });
    expect(imported('keploy', yamlOf(one, one)).rules).toHaveLength(2);
  });
});
