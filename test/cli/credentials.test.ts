import { describe, expect, test } from 'vitest';
import { credentialRemover, redactedNames, redactPairs } from '../../cli/record/credentials.ts';

const side = (headers: [string, string][], body: string | null) => ({ headers, body, bodyEncoding: 'utf8' as const });
const JSON_TYPE: [string, string] = ['content-type', 'application/json'];
const FORM_TYPE: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8'];

const cleaned = (path: string, request: ReturnType<typeof side>, response = side([], null)) =>
  credentialRemover()({
    request: { method: 'POST', path, ...request },
    response: { status: 200, ...response },
    calls: [],
  });

describe('the default redaction of `replay record`', () => {
  test.for([
    'Authorization',
    'cookie',
    'Set-Cookie',
    'X-Api-Key',
    'access-token',
    'Proxy-Authorization',
    'x-csrf-token',
  ])('covers the header %s of requests and responses', (name) => {
    const { request, response } = cleaned(
      '/',
      side(
        [
          [name, 'planted'],
          ['accept', '*/*'],
        ],
        null,
      ),
      side([[name, 'planted']], null),
    );
    expect(request.headers).toEqual([
      [name, '[redacted]'],
      ['accept', '*/*'],
    ]);
    expect(response?.headers).toEqual([[name, '[redacted]']]);
  });

  test.for(['password', 'Password', 'accessToken', 'access_token', 'ACCESS_TOKEN', 'client-secret', 'apikey', 'otp'])(
    'covers the JSON member %s at any depth, and keeps every other byte',
    (name) => {
      const body = `{"a":[ {"${name}":"planted","n":12345678901234567890.10} ],"name":"ann"}`;
      const { request, response } = cleaned('/', side([JSON_TYPE], body), side([JSON_TYPE], body));
      const kept = body.replace('"planted"', '"[redacted]"');
      expect(request.body).toBe(kept);
      expect(response?.body).toBe(kept);
      expect(redactedNames(kept)).toEqual([name]);
    },
  );

  test('names no member of a body that is redacted as a whole, since it cannot be parsed', () => {
    const { response } = cleaned('/', side([JSON_TYPE], ''), side([JSON_TYPE], '{"password":"planted"'));
    expect(response?.body).toBe('[redacted]');
    expect(redactedNames('[redacted]')).toEqual([]);
  });

  test('covers values in the query and in forms', () => {
    const { request } = cleaned(
      '/login?token=planted&page=2&Api_Key=planted',
      side([FORM_TYPE], 'user=ann&password=planted%21&x'),
    );
    expect(request.path).toBe('/login?token=%5Bredacted%5D&page=2&Api_Key=%5Bredacted%5D');
    expect(request.body).toBe('user=ann&password=%5Bredacted%5D&x');
  });

  test('keeps values under names that only look similar', () => {
    expect(redactPairs('tokens=1&passwordless&author=ann')).toBe('tokens=1&passwordless&author=ann');
    const body = '{"tokens":3,"secretary":"ann"}';
    expect(cleaned('/a?b', side([JSON_TYPE], body)).request).toMatchObject({ path: '/a?b', body });
  });
});
