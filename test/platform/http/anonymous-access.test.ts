import { describe, expect, test } from 'vitest';
import { JSON_BODY, ok, openApiErrors, type Route } from '../../../functions/platform/http/api.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { type FamilyConfig, familiesOf } from '../../../functions/platform/http/families.ts';
import { silentLog } from '../../contracts/silent-log.ts';

const TOKEN = 'a-token-of-16-or-more';
const trigger: Route = {
  method: 'POST',
  path: '/openapi/v1/things',
  scope: null,
  body: JSON_BODY,
  errors: openApiErrors,
  doc: { id: 'thing', tag: 'Runs', summary: 'a thing', responses: {} },
  answer: async () => ok({ errorCode: null }),
};
const { body: _, ...facts } = trigger;
const list: Route = { ...facts, method: 'GET' };

function asked(headers: Record<string, string>, config: Partial<FamilyConfig> = {}, body: string | null = '{}') {
  const world = { now: () => 0, newId: () => 'f'.repeat(32), log: silentLog };
  const names = { publicUrl: 'https://replay.internal/base', allowedHosts: ['replay.example', '10.0.0.9'] };
  const families = familiesOf([trigger, list], { openApi: true, openApiToken: null, ...names, ...config });
  const app = application({ families, world, callerOf: async () => null });
  const url = 'http://service.test:8090/openapi/v1/things';
  return app.request(url, { method: body === null ? 'GET' : 'POST', headers, body });
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('requests of pages to the Open API', () => {
  test.for<[string, number]>([
    ['http://service.test:8090', 200],
    ['https://replay.internal', 200],
    ['https://replay.example', 200],
    ['http://replay.example:3000', 200],
    ['http://10.0.0.9', 200],
    ['http://service.test', 403],
    ['http://service.test:8091', 403],
    ['http://replay.internal', 403],
    ['https://replay.internal:8443', 403],
    ['https://evil.test', 403],
    ['https://replay.example.evil.test', 403],
    ['https://evil.test/replay.example', 403],
    ['http://localhost:8090', 403],
    ['null', 403],
    ['', 403],
    ['file://', 403],
    ['chrome-extension://replay.example', 403],
  ])('get, with Origin %j, %i for any sec-fetch-site', async ([origin, status]) => {
    for (const site of [null, 'same-origin', 'none']) {
      const headers = { ...JSON_TYPE, origin, ...(site && { 'sec-fetch-site': site }) };
      expect((await asked(headers)).status, `POST, ${site}`).toBe(status);
      expect((await asked(headers, {}, null)).status, `GET, ${site}`).toBe(status);
    }
    expect((await asked({ ...JSON_TYPE, origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  test.for<[string | null, number, number]>([
    ['application/json', 200, 200],
    ['application/json; charset=utf-8', 200, 200],
    ['Application/JSON', 200, 200],
    ['text/plain', 200, 415],
    ['text/plain;charset=UTF-8', 200, 415],
    ['application/x-www-form-urlencoded', 200, 415],
    ['multipart/form-data; boundary=x', 200, 415],
    ['application/jsonp', 200, 415],
    ['', 200, 415],
  ])('get, with a body of type %j, %i without an Origin and %i with one', async ([type, without, with_]) => {
    const headers = { 'content-type': type ?? '' };
    expect((await asked(headers)).status).toBe(without);
    expect((await asked({ ...headers, origin: 'http://service.test:8090' })).status).toBe(with_);
  });

  test('need no type without a body', async () => {
    const headers = { origin: 'http://service.test:8090', 'content-length': '0' };
    expect((await asked(headers, {}, '')).status).toBe(400);
    expect((await asked(headers, {}, null)).status).toBe(200);
  });
});

describe('SVC_OPENAPI_TOKEN (interface 1)', () => {
  test.for<[string, Record<string, string>, number]>([
    ['as a bearer', { authorization: `Bearer ${TOKEN}` }, 200],
    ['as a bearer, in another case', { authorization: `bearer ${TOKEN}` }, 200],
    ['as x-api-key', { 'x-api-key': TOKEN }, 200],
    ['as x-api-key beside the password of a proxy', { 'x-api-key': TOKEN, authorization: 'Basic b3BzOmE=' }, 200],
    ['not at all', {}, 401],
    ['as an empty text', { authorization: 'Bearer ', 'x-api-key': '' }, 401],
    ['without its scheme', { authorization: TOKEN }, 401],
    ['as a prefix of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ['with another character', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['in another case', { 'x-api-key': TOKEN.toUpperCase() }, 401],
    ['as an access token', { 'access-token': TOKEN }, 401],
  ])('is accepted or refused when sent %s: %j is answered with %i', async ([, headers, status]) => {
    const answer = await asked({ ...JSON_TYPE, ...headers }, { openApiToken: TOKEN });
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="open-api"');
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({
      errorCode: 'UNAUTHENTICATED',
      errorMessage: 'the Open API of this service requires a token',
    });
  });

  test('is not required without the setting, and a wrong one is then ignored', async () => {
    expect((await asked({ ...JSON_TYPE, authorization: 'Bearer x' })).status).toBe(200);
  });

  test('does not admit pages of other sites', async () => {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${TOKEN}`, origin: 'https://evil.test' };
    expect((await asked(headers, { openApiToken: TOKEN })).status).toBe(403);
  });
});
