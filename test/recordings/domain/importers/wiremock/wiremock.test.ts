import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { tarOf } from '../../../../support/tar-of.ts';
import { imported } from '../imported-file.ts';

const stub = (request: object, response: object = { body: 'ok' }, more: object = {}) => ({
  request: { method: 'GET', ...request },
  response,
  ...more,
});
const entriesOf = (file: object | Uint8Array) => imported('wiremock', file).entries;
const [one] = [stub({ url: '/a' })];
const TAKEN = { request: { path: '/a' }, response: { status: 200, body: 'ok' } };
const UNREADABLE = 'the mapping has no readable request and response';
const PATTERN = expect.stringMatching(/^the stub matches a pattern/);

describe('WireMock mappings', () => {
  test.for<[string, object | Uint8Array]>([
    ['one', one],
    ['a list', [one]],
    ['of an export', { mappings: [one], meta: { total: 1 } }],
    ['zip', zipSync({ 'wiremock/mappings/a.json': Buffer.from(JSON.stringify(one)), 'README.md': Buffer.from('x') })],
    ['tar.gz', gzipSync(tarOf({ 'mappings/a.json': JSON.stringify(one) }))],
  ])('are read from %s', ([, file]) => expect(entriesOf(file)).toMatchObject([TAKEN]));

  test('make a case of a stub with an exact url', () => {
    const request = {
      method: 'post',
      urlPath: '/orders',
      queryParameters: { full: { equalTo: 'a b' } },
      headers: { Accept: { equalTo: 'application/json' }, 'X-Any': { matches: '.*' } },
      cookies: { sid: { equalTo: '1' } },
      basicAuthCredentials: { username: 'u', password: 'p' },
      bodyPatterns: [{ equalToJson: { a: 1 } }],
    };
    const response = {
      status: 201,
      headers: { 'Content-Type': 'application/json', 'Set-Cookie': ['a=1', 'b=2'] },
      jsonBody: { id: 1 },
      fixedDelayMilliseconds: 5,
    };
    expect(entriesOf(stub(request, response))).toMatchObject([
      {
        recordedAt: '2026-11-20T12:00:00.000Z',
        durationMs: 5,
        request: {
          method: 'POST',
          path: '/orders?full=a+b',
          headers: [
            ['Accept', 'application/json'],
            ['cookie', 'sid=1'],
            ['authorization', 'Basic dTpw'],
          ],
          body: '{"a":1}',
        },
        response: {
          status: 201,
          headers: [
            ['Content-Type', 'application/json'],
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
          ],
          body: '{"id":1}',
        },
      },
    ]);
  });

  test.for<[string, object, object]>([
    ['text', { body: 'x' }, { body: 'x', bodyEncoding: 'utf8' }],
    ['base64', { base64Body: '/wA=' }, { body: '/wA=', bodyEncoding: 'base64' }],
    ['none', { status: 204 }, { body: null, status: 204 }],
    ['null as JSON', { jsonBody: null }, { body: 'null' }],
  ])('have the response body %s', ([, response, expected]) =>
    expect(entriesOf(stub({ url: '/a' }, response))).toMatchObject([{ response: expected }]),
  );

  test('have a response body from a file below __files', () => {
    const files = {
      'mappings/a.json': JSON.stringify(stub({ url: '/a' }, { bodyFileName: 'b/c.json' })),
      '__files/b/c.json': '{"c":1}',
    };
    expect(entriesOf(tarOf(files))).toMatchObject([{ response: { body: '{"c":1}' } }]);
    expect(entriesOf(stub({ url: '/a' }, { bodyFileName: '../../etc/passwd' }))).toEqual([
      'the body of the response is a file of __files that is not in the archive',
    ]);
  });

  test.for<[string, object]>([
    ['urlPattern', { urlPattern: '/a.*' }],
    ['urlPathPattern', { urlPathPattern: '/a.*' }],
    ['urlPathTemplate', { urlPathTemplate: '/a/{id}' }],
    ['no url', {}],
    ['any method', { method: 'ANY', url: '/a' }],
    ['a query by pattern', { urlPath: '/a', queryParameters: { q: { matches: '.*' } } }],
    ['a body by pattern', { url: '/a', bodyPatterns: [{ matchesJsonPath: '$.a' }] }],
    ['several patterns of a body', { url: '/a', bodyPatterns: [{ equalTo: 'a' }, { contains: 'b' }] }],
  ])('refuse a stub that matches by a pattern: %s', ([, request]) =>
    expect(entriesOf([stub(request), one])).toMatchObject([PATTERN, TAKEN]),
  );

  test.for<[string, object, string]>([
    ['a proxy', { proxyBaseUrl: 'http://x' }, 'the stub forwards to another server'],
    ['a fault', { fault: 'EMPTY_RESPONSE' }, 'the stub closes the connection'],
    [
      'a template',
      { body: '{{request.path}}', transformers: ['response-template'] },
      'the response is a template that WireMock renders when it answers',
    ],
    ['no base64', { base64Body: '%%' }, 'the response is not valid base64'],
    ['a status that is not a number', { status: 'ok' }, UNREADABLE],
    ['headers that are not an object', { headers: 'a: b' }, UNREADABLE],
    ['a body that is not text', { body: { a: 1 } }, UNREADABLE],
  ])('refuse %s', ([, response, reason]) =>
    expect(entriesOf([stub({ url: '/a' }, response), one])).toMatchObject([reason, TAKEN]),
  );

  test('refuse a file of an archive that is not a mapping', () =>
    expect(
      entriesOf(
        tarOf({ 'mappings/a.json': JSON.stringify(one), 'mappings/b.json': '{"request"', 'mappings/c.json': '1' }),
      ),
    ).toMatchObject([TAKEN, UNREADABLE, UNREADABLE]));

  test('keep, of several stubs for one request, the one that WireMock answers with', () => {
    const outranked = 'WireMock answers the same request by another stub of the file';
    expect(
      entriesOf([
        stub({ url: '/a' }, { body: 'low' }),
        stub({ url: '/a' }, { body: 'high' }, { priority: 1 }),
        stub({ url: '/b' }, { body: '1' }),
        stub({ url: '/b' }, { body: '2' }),
      ]),
    ).toMatchObject([outranked, { response: { body: 'high' } }, outranked, { response: { body: '2' } }]);
  });

  test('make a session of the states of a scenario', () => {
    const state = (body: string, requiredScenarioState: string) =>
      stub({ url: '/a' }, { body }, { scenarioName: 's', requiredScenarioState });
    const entries = entriesOf([state('1', 'Started'), state('2', 'paid'), one]);
    expect(entries).toMatchObject([
      { response: { body: '1' }, session: expect.stringMatching(/^wiremock-/) },
      { response: { body: '2' } },
      TAKEN,
    ]);
    expect(new Set(entries.map((entry) => (typeof entry === 'object' ? entry.session : null))).size).toBe(2);
  });

  test('are stored beside a bad mapping', () =>
    expect(entriesOf([{}, null, one])).toMatchObject([expect.any(String), expect.any(String), TAKEN]));

  test.for<[string, string | Uint8Array]>([
    ['another file', '{"log":{}}'],
    ['an empty list', '[]'],
    ['no JSON', 'mappings'],
    ['an empty zip', zipSync({})],
  ])('are refused as unreadable: %s', ([, file]) =>
    expect(imported('wiremock', file).refused).toEqual(expect.any(String)),
  );
});
