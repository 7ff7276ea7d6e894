import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { imported } from '../imported-file.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const collection = (members: unknown[], more: object = {}) => ({
  info: { name: 'Shop', schema: SCHEMA },
  item: members,
  ...more,
});
const item = (request: unknown, response: unknown[] = [], more: object = {}) => ({
  name: 'x',
  request,
  response,
  ...more,
});
const example = (more: object = {}) => ({ name: 'ok', code: 200, header: [], body: '{"id":1}', ...more });
const get = (raw: string, more: object = {}) => ({ method: 'GET', header: [], url: { raw }, ...more });
const entriesOf = (items: unknown[], more: object = {}) => imported('postman', collection(items, more)).entries;
const requestOf = (request: unknown, more: object = {}) => {
  const [entry] = entriesOf([item(request)], more);
  return typeof entry === 'string'
    ? entry
    : (entry?.request as { path: string; headers: string[][]; body: string | null });
};

describe('Postman collections 2.1', () => {
  test('make a case with its response of an example', () => {
    const header = [
      { key: 'Content-Type', value: 'application/json' },
      { key: 'Content-Length', value: '8' },
    ];
    const request = get('http://shop.test/orders/1?full=1', { header: [{ key: 'Accept', value: '*/*' }] });
    expect(entriesOf([item(request, [example({ header, responseTime: 12 })])])).toEqual([
      {
        appId: 'shop',
        caseId: expect.stringMatching(/^postman-[0-9a-f]{32}$/),
        recordedAt: '2026-11-20T12:00:00.000Z',
        durationMs: 12,
        request: {
          method: 'GET',
          path: '/orders/1?full=1',
          headers: [['Accept', '*/*']],
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
    ]);
  });

  test('make a case of each example at any depth, and one without response of a request without example', () => {
    const folder = (members: unknown[]) => ({ name: 'f', item: members });
    const original = get('http://shop.test/orders/2');
    const items = [
      folder([
        folder([item(get('http://shop.test/a'), [example(), example({ code: 404, originalRequest: original })])]),
      ]),
      item('http://shop.test/b'),
    ];
    expect(entriesOf(items)).toMatchObject([
      { request: { path: '/a' }, response: { status: 200 } },
      { request: { path: '/orders/2' }, response: { status: 404 } },
      { request: { method: 'GET', path: '/b' }, response: null },
    ]);
  });

  test('have variables of the collection and of folders replaced, also in each other', () => {
    const variable = [
      { key: 'base', value: 'http://{{host}}/v1' },
      { key: 'host', value: 'shop.test' },
      { key: 'off', value: 'x', disabled: true },
    ];
    const inner = {
      name: 'f',
      variable: [{ key: 'host', value: 'inner.test' }],
      item: [item(get('{{ base }}/a', { header: [{ key: 'x', value: '{{host}}' }] }))],
    };
    expect(entriesOf([inner, item(get('{{base}}/{{off}}'))], { variable })).toMatchObject([
      { request: { path: '/v1/a', headers: [['x', 'inner.test']] } },
      'the variable {{off}} has no value in the collection',
    ]);
  });

  test.for<[string, object, object, string]>([
    ['of an environment', get('{{base}}/a'), {}, 'base'],
    ['dynamic', get('http://shop.test/{{$guid}}'), {}, '$guid'],
    ['in a body', get('http://shop.test/', { body: { mode: 'raw', raw: '{"a":"{{x}}"}' } }), {}, 'x'],
    ['of itself', get('http://shop.test/{{a}}'), { variable: [{ key: 'a', value: '{{a}}' }] }, 'a'],
    [
      'that unfolds without end',
      get('http://shop.test/{{a}}'),
      { variable: [{ key: 'a', value: '{{a}}{{a}}'.repeat(500) }] },
      'a',
    ],
  ])('refuse a request with a variable without value: %s', ([, request, more, name]) =>
    expect(requestOf(request, more)).toBe(`the variable {{${name}}} has no value in the collection`),
  );

  test('have path variables, and urls without scheme', () => {
    const url = { raw: 'shop.test/orders/:id/lines/:line?x=:id', variable: [{ key: 'id', value: 'a/b' }] };
    expect(requestOf({ method: 'GET', url })).toMatchObject({ path: '/orders/a%2Fb/lines/:line?x=:id' });
  });

  test.for<[string, object, string | null, string | undefined]>([
    ['raw JSON', { mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } }, '{}', 'application/json'],
    ['raw', { mode: 'raw', raw: 'x' }, 'x', undefined],
    [
      'urlencoded',
      {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a', value: 'b c' },
          { key: 'd', value: 'e', disabled: true },
        ],
      },
      'a=b+c',
      'application/x-www-form-urlencoded',
    ],
    [
      'graphql',
      { mode: 'graphql', graphql: { query: '{a}', variables: '{"b":1}' } },
      '{"query":"{a}","variables":{"b":1}}',
      'application/json',
    ],
    ['none', { mode: 'raw', raw: '' }, null, undefined],
    ['switched off', { mode: 'raw', raw: 'x', disabled: true }, null, undefined],
  ])('have the body %s', ([, body, text, type]) => {
    const headers = type === undefined ? [] : [['content-type', type]];
    expect(requestOf(get('http://shop.test/', { method: 'POST', body }))).toMatchObject({ body: text, headers });
  });

  test('have a body of form data', () => {
    const formdata = [{ key: 'a', value: 'b', type: 'text' }];
    const request = requestOf(get('http://shop.test/', { body: { mode: 'formdata', formdata } }));
    expect(request).toMatchObject({
      headers: [['content-type', expect.stringMatching(/^multipart\/form-data; boundary=/)]],
    });
    expect(typeof request === 'object' && request.body).toContain(
      'Content-Disposition: form-data; name="a"\r\n\r\nb\r\n',
    );
  });

  test.for<[string, object]>([
    ['file', { mode: 'file', file: { src: '/x' } }],
    ['form data with a file', { mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: '/x' }] }],
  ])('refuse a request with a file as body: %s', ([, body]) =>
    expect(requestOf(get('http://shop.test/', { body }))).toBe(
      'the body of the request is a file, which is not in the collection',
    ),
  );

  test.for<[string, object, string, string[][]]>([
    ['bearer', { type: 'bearer', bearer: [{ key: 'token', value: 't' }] }, '/', [['authorization', 'Bearer t']]],
    [
      'basic',
      {
        type: 'basic',
        basic: [
          { key: 'username', value: 'u' },
          { key: 'password', value: 'p' },
        ],
      },
      '/',
      [['authorization', 'Basic dTpw']],
    ],
    ['an API key', { type: 'apikey', apikey: { key: 'X-Key', value: 'k' } }, '/', [['x-key', 'k']]],
    ['an API key in the query', { type: 'apikey', apikey: { key: 'k', value: 'v', in: 'query' } }, '/?k=v', []],
    [
      'a token of OAuth',
      { type: 'oauth2', oauth2: [{ key: 'accessToken', value: 't' }] },
      '/',
      [['authorization', 'Bearer t']],
    ],
    ['none', { type: 'noauth' }, '/', []],
  ])('have the authorization %s', ([, auth, path, headers]) => {
    expect(requestOf(get('http://shop.test/'), { auth })).toMatchObject({ path, headers });
    expect(requestOf(get('http://shop.test/', { auth }), { auth: { type: 'digest' } })).toMatchObject({
      path,
      headers,
    });
  });

  test('refuse a request with authorization that Postman computes', () =>
    expect(requestOf(get('http://shop.test/'), { auth: { type: 'awsv4' } })).toContain('Postman computes'));

  test('are stored beside a bad item', () =>
    expect(
      entriesOf([null, { name: 'x' }, item({ url: 'ws://shop.test' }), item(get('http://shop.test/a'), [{}])]),
    ).toEqual([
      'the item is not a request',
      'the item is not a request',
      'the url is not an http or https URL',
      'the example has no status',
    ]));

  test.for<[string, unknown]>([
    ['version 1', { id: 'x', requests: [] }],
    ['another file', { log: { entries: [] } }],
    ['no JSON', '{"info":'],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0xff])],
    ['a deep one', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('are refused as unreadable: %s', ([, file]) =>
    expect(imported('postman', file as object).refused).toBe('the file is not a Postman collection 2.0 or 2.1'),
  );

  test('are read as UTF-16, gzip, and in the wrapper of the API', () => {
    const text = JSON.stringify({ collection: collection([item(get('http://shop.test/a'))]) });
    for (const file of [gzipSync(text), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])])
      expect(imported('postman', file).entries).toMatchObject([{ request: { path: '/a' } }]);
  });
});
