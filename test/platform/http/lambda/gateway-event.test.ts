import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { requestOf, wholeResult } from '../../../../functions/platform/http/lambda/gateway-event.ts';

/** A proxy event as API Gateway sends it, as far as it is looked at. */
const event = (own: Partial<APIGatewayProxyEvent>) =>
  ({
    httpMethod: 'GET',
    path: '/a',
    headers: {},
    multiValueHeaders: {},
    multiValueQueryStringParameters: null,
    requestContext: { domainName: 'api.test' },
    body: null,
    isBase64Encoded: false,
    ...own,
  }) as APIGatewayProxyEvent;

describe('a request of API Gateway', () => {
  test('has the path, every value of the query and every header', () => {
    const request = requestOf(
      event({
        path: '/a/ä%20b',
        multiValueQueryStringParameters: { 'x y': ['1', '&2'], z: [''] },
        multiValueHeaders: { Accept: ['a', 'b'], 'X-Name': ['价'] },
        headers: { accept: 'b' },
      }),
    );
    expect(request.url).toBe('https://api.test/a/%C3%A4%20b?x%20y=1&x%20y=%262&z=');
    expect(request.headers.get('accept')).toBe('a, b');
    // As node:http reads it: one character for each byte.
    expect(Buffer.from(request.headers.get('x-name') ?? '', 'latin1').toString()).toBe('价');
  });

  test.for<[string, Partial<APIGatewayProxyEvent>, string | null]>([
    ['text', { httpMethod: 'POST', body: '{"ä":1}' }, '{"ä":1}'],
    [
      'bytes',
      { httpMethod: 'POST', body: Buffer.from('{"ä":1}').toString('base64'), isBase64Encoded: true },
      '{"ä":1}',
    ],
    ['nothing', { httpMethod: 'POST' }, ''],
    ['a body of GET, which takes none', { body: 'x' }, ''],
  ])('has the body %s', async ([, own, text]) => {
    expect(await requestOf(event(own)).text()).toBe(text);
  });

  test('has the length of its body', () => {
    expect(requestOf(event({ httpMethod: 'POST', body: 'ä' })).headers.get('content-length')).toBe('2');
  });
});

describe('an answer to API Gateway', () => {
  test.for<[string, Uint8Array<ArrayBuffer>, boolean]>([
    ['text as text', new TextEncoder().encode('价格'), false],
    ['a byte order mark, which stays', new TextEncoder().encode('\uFEFFa'), false],
    ['other bytes in base64', new Uint8Array([0xff, 0xfe, 0]), true],
    ['nothing', new Uint8Array(), false],
  ])('has %s', async ([, bytes, isBase64Encoded]) => {
    const result = await wholeResult(new Response(bytes));
    expect(result).toMatchObject({ statusCode: 200, isBase64Encoded });
    expect(Buffer.from(result.body, isBase64Encoded ? 'base64' : 'utf8').equals(bytes)).toBe(true);
  });

  test('has every cookie', async () => {
    const response = new Response(null, { status: 303, headers: { location: '/b' } });
    response.headers.append('set-cookie', 'a=1');
    response.headers.append('set-cookie', 'b=2');
    expect(await wholeResult(response)).toMatchObject({
      statusCode: 303,
      multiValueHeaders: { location: ['/b'], 'set-cookie': ['a=1', 'b=2'] },
    });
  });
});
