import { afterEach, describe, expect, test } from 'vitest';
import { endpoints } from '../../../functions/evaluation/api/endpoints.ts';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

const PATH = '/api/v1/eval/capabilities';
const problemOf = ({ status, body, headers }: Awaited<ReturnType<LoginStage['call']>>) => [
  status,
  body.code,
  headers.get('content-type'),
];
const JSON_TYPE = { 'content-type': 'application/json' };

describe('every endpoint of the evaluation API (evaluation 3.1 to 3.3)', () => {
  test('refuses a request as problem+json with the id of the request', async () => {
    stage = loginStage();
    const answer = await stage.call('GET', PATH);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(answer.body).toEqual({
      type: 'https://errors.invalid/eval/unauthenticated',
      status: 401,
      code: 'unauthenticated',
      title: expect.any(String),
      detail: expect.any(String),
      instance: PATH,
      request_id: answer.headers.get('x-request-id'),
    });
  });

  test('refuses unknown paths and methods as problem+json', async () => {
    stage = loginStage();
    for (const path of ['/api/v1/eval/nothing', '/api/v2/nothing', '/api/v1/nothing'])
      expect(problemOf(await stage.call('GET', path, undefined, stage.asAdmin))).toEqual([
        404,
        'not_found',
        'application/problem+json',
      ]);
    const answer = await stage.call('DELETE', PATH, undefined, stage.asAdmin);
    expect([...problemOf(answer), answer.headers.get('allow')]).toEqual([
      ...[405, 'method_not_allowed', 'application/problem+json', 'GET'],
    ]);
  });

  test('accepts an access token in either header, and a key with its tenant', async () => {
    stage = loginStage();
    const { accessToken } = await stage.login('ada@shop.test');
    const status = async (headers: Record<string, string>) =>
      (await stage.call('GET', PATH, undefined, headers)).status;
    expect(await status({ 'access-token': accessToken })).toBe(200);
    expect(await status({ authorization: `Bearer ${accessToken}` })).toBe(200);
    expect(await status({ authorization: `Basic ${btoa(`a:${accessToken}`)}` })).toBe(401);
    const key = await stage.keyOf('shop-eu', 'eval:read');
    expect(await status({ 'x-api-key': key })).toBe(200);
    expect(await status({ 'x-api-key': key, 'x-tenant-id': 'shop-eu' })).toBe(200);
    const elsewhere = await stage.call('GET', PATH, undefined, { 'x-api-key': key, 'x-tenant-id': 'default' });
    expect(problemOf(elsewhere)).toEqual([403, 'tenant_mismatch', 'application/problem+json']);
    // Two conflicting credentials are rejected.
    expect(await status({ 'x-api-key': key, 'access-token': accessToken })).toBe(401);
    expect(await status({ 'x-api-key': key, 'access-token': accessToken, 'x-tenant-id': 'shop-eu' })).toBe(401);
    const other = (await stage.login('bob@shop.test')).accessToken;
    for (const second of [other, 'x', '', '"'])
      expect(await status({ 'access-token': accessToken, authorization: `Bearer ${second}` }), second).toBe(401);
    expect(await status({ 'access-token': accessToken, authorization: `Bearer ${accessToken}` })).toBe(200);
    expect(await status({ 'x-api-key': await stage.keyOf('default', 'eval:read'), 'access-token': accessToken })).toBe(
      200,
    );
  });

  // A request for a host token is authenticated by a key instead (evaluation 3.11).
  test.for(endpoints.filter(({ scope }) => scope !== null))(
    'refuses a credential without its right, or with that of another family: $method $path',
    async ({ method, path, scope }) => {
      stage = loginStage();
      const others = (
        [
          'read',
          'write',
          'record',
          'agent',
          'eval:read',
          'eval:run',
          'eval:policy',
          'eval:admin',
          'scores:write',
        ] as const
      ).filter((other) => other !== scope);
      const key = await stage.keyOf('default', ...others);
      const answer = await stage.call(method, path.replace(/\{\w+\}/g, 'x'), undefined, {
        'x-api-key': key,
        ...JSON_TYPE,
      });
      expect(problemOf(answer)).toEqual([
        403,
        expect.stringMatching(/^(forbidden|event_append_forbidden)$/),
        'application/problem+json',
      ]);
      expect((await stage.call(method, path.replace(/\{\w+\}/g, 'x'))).status).toBe(401);
    },
  );

  test('lets a tenant ask 100 times at once and 50 times a second, apart from other tenants', async () => {
    stage = loginStage();
    const [ours, theirs] = [await stage.keyOf('default', 'eval:read'), await stage.keyOf('shop-eu', 'eval:read')];
    const ask = (key: string) => stage.call('GET', PATH, undefined, { 'x-api-key': key });
    const burst = async () =>
      (await Promise.all(Array.from({ length: 101 }, () => ask(ours)))).map(({ status }) => status);
    expect((await burst()).filter((status) => status === 200)).toHaveLength(100);
    const refused = await ask(ours);
    expect([...problemOf(refused), refused.headers.get('retry-after'), refused.body.retryable]).toEqual([
      ...[429, 'rate_limited', 'application/problem+json', '1', true],
    ]);
    expect((await ask(theirs)).status).toBe(200);
    stage.clock.now += 1000;
    expect((await burst()).filter((status) => status === 200)).toHaveLength(50);
  });

  test('refuses unknown and repeated query parameters', async () => {
    stage = loginStage();
    const ask = async (query: string) =>
      (await stage.call('GET', `/api/v1/eval/runs${query}`, undefined, stage.asAdmin)).body.code;
    expect(await ask('?page=2')).toBe('invalid_query');
    expect(await ask('?limit=1&limit=2')).toBe('invalid_query');
    for (const limit of ['0', '101', '1.5', 'x', '-1'])
      expect(await ask(`?limit=${limit}`), limit).toBe('invalid_query');
    for (const limit of ['1', '100']) expect(await ask(`?limit=${limit}`), limit).toBeUndefined();
    expect(await ask('?cursor=abc')).toBe('invalid_cursor');
  });

  test.for<[string, string, string, number]>([
    ['not readable JSON', '{', 'invalid_json', 400],
    ['not an object', '[]', 'validation_failed', 422],
    ['deeper than 32 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'validation_failed', 422],
    ['larger than 256 KiB', JSON.stringify({ a: 'x'.repeat(256 * 1024) }), 'payload_too_large', 413],
  ])('refuses a body that is %s', async ([, text, code, status]) => {
    stage = loginStage();
    const answer = await stage.send('POST', '/api/v1/eval/resolve', text, { ...stage.asAdmin, ...JSON_TYPE });
    expect(problemOf(answer)).toEqual([status, code, 'application/problem+json']);
  });

  test('refuses a body of another content-type', async () => {
    stage = loginStage();
    for (const type of ['text/plain', 'application/problem+json']) {
      const answer = await stage.send('POST', '/api/v1/eval/resolve', '{}', { ...stage.asAdmin, 'content-type': type });
      expect(problemOf(answer)).toEqual([415, 'unsupported_media_type', 'application/problem+json']);
    }
    const answer = await stage.send('POST', '/api/v1/eval/resolve', '{}', {
      ...stage.asAdmin,
      'content-type': 'Application/JSON; charset=utf-8',
    });
    expect(answer.status).toBe(422);
  });
});
