import { describe, expect, test } from 'vitest';
import type { CasePayload } from '../../../../functions/recordings/domain/recorded-case.ts';
import { REDACTED } from '../../../../functions/recordings/domain/redact-json.ts';
import { credentialKey } from '../../../../functions/recordings/domain/sessions/credential-key.ts';
import { sessionClues } from '../../../../functions/recordings/domain/sessions/session-clues.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const A = 'token-of-ann-0001';
const B = 'token-of-bob-0001';
const SEALED = `sealed.v1.${'Zm9v'.repeat(12)}.`;
const key = (value: string) => credentialKey(value);

interface Exchange {
  method?: string;
  path?: string;
  headers?: [string, string][];
  body?: string | null;
  status?: number;
  answered?: [string, string][];
  answer?: string | null;
}

function clues({ method = 'GET', path = '/a', headers = [], body = null, ...answered }: Exchange) {
  const { status = 200, answered: responseHeaders = [], answer = null } = answered;
  const payload: Pick<CasePayload, 'request' | 'response'> = {
    request: { method, path, headers, body, bodyEncoding: 'utf8' },
    response: { status, headers: responseHeaders, body: answer, bodyEncoding: 'utf8' },
  };
  return sessionClues(payload, { recordedAt: NOW, status });
}

describe('the credentials of a request', () => {
  test.for<[name: string, headers: [string, string][], sent: string[]]>([
    ['a bearer token', [['Authorization', `Bearer ${A}`]], [A]],
    ['a sealed token', [['authorization', `Bearer ${SEALED}`]], [SEALED]],
    ['a sealed token that was percent-encoded', [['cookie', `sid=%${SEALED}`]], [SEALED]],
    ['a token without a scheme', [['authorization', A]], [A]],
    ['a token in another header', [['X-Auth-Token', A]], [A]],
    ['a header named after a product', [['X-Parse-Session-Token', A]], [A]],
    ['a session cookie among others', [['cookie', `theme=${B}; connect.sid=${A}; _ga=GA1.2.1234567890.16`]], [A]],
    [
      'the token before the cookie',
      [
        ['cookie', `sid=${B}`],
        ['authorization', `Bearer ${A}`],
      ],
      [A, B],
    ],
    ['basic authentication', [['authorization', 'Basic dXNlcjpwYXNzd29yZA==']], []],
    ['digest authentication', [['authorization', 'Digest username="ann", realm="shop", nonce="0123456789"']], []],
    ['a signature of the request', [['authorization', 'AWS4-HMAC-SHA256 Credential=AKIA0123456789, Signature=ab']], []],
    ['an API key', [['x-api-key', A]], []],
    ['a cookie that protects forms', [['cookie', `XSRF-TOKEN=${A}`]], []],
    ['a short value', [['cookie', 'sid=1']], []],
    [
      'a redacted value',
      [
        ['authorization', REDACTED],
        ['cookie', REDACTED],
      ],
      [],
    ],
  ])('are found: %s', ([, headers, sent]) => {
    expect(clues({ headers }).credentials?.sent ?? []).toEqual(sent.map(key));
  });

  test.for<[name: string, exchange: Exchange]>([
    ['in JSON', { body: `{"grant":{"refreshToken":"${A}"}}` }],
    ['in a form', { body: `grant_type=refresh_token&refresh_token=${A}` }],
    ['in the query', { path: `/a?x=1&access_token=${A}` }],
  ])('include a token %s', ([, exchange]) => {
    expect(clues({ method: 'POST', ...exchange }).credentials).toEqual({ sent: [], tokens: [key(A)], issued: [] });
  });

  test('include the signature of a URL that a response issued', () => {
    const url = `/files/7.txt?expires=1700000000&signature=${SEALED}`;
    const answer = JSON.stringify({ invoice: `https://shop.test${url}`, sigma: '?sig=short' });
    expect(clues({ answer }).credentials?.issued).toEqual([key(SEALED)]);
    expect(clues({ path: url }).credentials).toMatchObject({ sent: [], tokens: [key(SEALED)] });
  });

  test('leave out passwords, and tokens of forms and pages', () => {
    const body = JSON.stringify({ password: A, csrfToken: A, pageToken: A, nextCursor: A });
    expect(clues({ method: 'POST', body }).credentials).toBe(null);
  });
});

describe('the credentials of a response', () => {
  test.for<[name: string, exchange: Exchange, issued: string[]]>([
    ['a token of its body', { answer: `{"data":{"access_token":"${A}","refresh_token":"${B}"}}` }, [A, B]],
    ['a cookie', { answered: [['Set-Cookie', `sid=${A}; Path=/; HttpOnly`]] }, [A]],
    [
      'a cookie for some time',
      { answered: [['set-cookie', `sid=${A}; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT`]] },
      [A],
    ],
    ['a cookie of an unknown name, hidden from scripts', { answered: [['set-cookie', `Wiki=${A}; HttpOnly`]] }, [A]],
    ['a cookie of an unknown name for scripts', { answered: [['set-cookie', `theme=${A}; Path=/`]] }, []],
    ['an API key', { answer: `{"secret":"${A}"}` }, [A]],
    ['a header', { answered: [['x-auth-token', A]] }, [A]],
    ['the credential that was sent', { headers: [['cookie', `sid=${A}`]], answered: [['set-cookie', `sid=${A}`]] }, []],
    ['a cookie that is removed', { answered: [['set-cookie', `sid=${A}; Max-Age=0`]] }, []],
    [
      'a cookie that has expired',
      { answered: [['set-cookie', `sid=${A}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`]] },
      [],
    ],
    ['a refusal', { status: 401, answer: `{"token":"${A}"}` }, []],
    ['a page', { answer: `<a href="?token=${A}">` }, []],
  ])('are found: %s', ([, exchange, issued]) => {
    expect(clues(exchange).credentials?.issued ?? []).toEqual(issued.map(key));
  });

  test('have keys that contain no value', () => {
    const all = JSON.stringify(clues({ headers: [['authorization', `Bearer ${A}`]], answer: `{"token":"${B}"}` }));
    expect(all).not.toContain(A);
    expect(all).not.toContain(B);
  });
});

describe('the resources of a case without credentials', () => {
  const made = (exchange: Exchange) =>
    clues({ method: 'POST', path: '/tasks', status: 201, ...exchange }).resources?.made;
  const within = (path: string) => clues({ path }).resources?.within ?? [];

  test.for<[name: string, exchange: Exchange, path: string]>([
    ['an id', { answer: '{"id":17,"title":"x"}' }, '/tasks/17'],
    ['an id in an envelope', { answer: '{"data":{"id":"17"}}' }, '/tasks/17'],
    ['a slug', { answer: '{"slug":"read-me"}' }, '/tasks/read-me'],
    ['a location', { answered: [['Location', 'http://shop.test/lists/4/tasks/17?new']] }, '/lists/4/tasks/17'],
    ['a redirect to it', { status: 303, answered: [['location', '/tasks/17']] }, '/tasks/17'],
  ])('are named for later requests by %s', ([, exchange, path]) => {
    const [madeKey] = made(exchange) ?? [];
    expect(madeKey).toBeDefined();
    for (const later of [path, `${path}?full=1`, `${path}/comments`, `${path}/comments/3`])
      expect(within(later)).toContain(madeKey);
    expect(within(`${path}0`)).not.toContain(madeKey);
  });

  test.for<[name: string, exchange: Exchange]>([
    ['a request that reads', { method: 'GET', answer: '{"id":17}' }],
    ['a refusal', { status: 422, answer: '{"id":17}' }],
    ['a redirect to a page', { status: 302, answered: [['location', '/dashboard']] }],
    ['an id that is not a segment', { answer: '{"id":"a/b 17"}' }],
    ['broken JSON', { answer: '{"id":17' }],
  ])('are not made by %s', ([, exchange]) => {
    expect(made(exchange) ?? []).toEqual([]);
  });

  test('are missing in a case with credentials', () => {
    expect(
      clues({ method: 'POST', path: '/tasks', headers: [['x-auth-token', A]], answer: '{"id":17}' }).resources,
    ).toBe(null);
  });
});

describe('a request that destroys its credential', () => {
  const sid: [string, string][] = [['cookie', `sid=${A}`]];
  test.for<[name: string, exchange: Exchange, end: string | null]>([
    ['POST /logout', { method: 'POST', path: '/logout' }, 'logout'],
    ['GET /users/sign_out', { path: '/users/sign_out?all=1' }, 'logout'],
    ['POST /api/auth/log-out', { method: 'POST', path: '/api/auth/log-out' }, 'logout'],
    ['POST /oauth/revoke', { method: 'POST', path: '/oauth/revoke' }, 'revocation'],
    ['DELETE /sessions/17', { method: 'DELETE', path: '/sessions/17' }, 'revocation'],
    ['DELETE /auth/token', { method: 'DELETE', path: '/auth/token' }, 'revocation'],
    ['POST /invitations/17/revoke', { method: 'POST', path: '/invitations/17/revoke' }, null],
    ['DELETE /tasks/17', { method: 'DELETE', path: '/tasks/17' }, null],
    ['POST /sessions', { method: 'POST', path: '/sessions' }, null],
    ['GET /blog/how-to-logout', { path: '/blog/how-to-logout' }, null],
    ['a refused logout', { method: 'POST', path: '/logout', status: 401 }, null],
    ['an answer that removes the cookie', { headers: sid, answered: [['set-cookie', 'sid=; Max-Age=0']] }, 'logout'],
    [
      'an answer that removes another cookie',
      { headers: sid, answered: [['set-cookie', 'auth_token=; Max-Age=0']] },
      null,
    ],
    [
      'an answer that replaces the cookie',
      {
        headers: sid,
        answered: [
          ['set-cookie', 'sid=; Max-Age=0'],
          ['set-cookie', `sid=${B}`],
        ],
      },
      null,
    ],
  ])('is found or not: %s', ([, exchange, end]) => {
    expect(clues(exchange).end).toBe(end);
  });
});
