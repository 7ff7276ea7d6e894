import { describe, expect, test } from 'vitest';
import { loginInEvidence } from '../../../../functions/recordings/domain/sessions/login-evidence.ts';

const TOKEN = 'e1f0c3a5b7d94e21';
const OTHER = '77aa66bb55cc44dd';
type Headers = [string, string][];

const JSON_TYPE: [string, string] = ['content-type', 'application/json'];
const login = (body: unknown, headers: Headers = []) => ({
  request: {
    method: 'POST',
    path: '/login?to=%2F',
    headers: [JSON_TYPE],
    body: '{"user":"ann","password":"p"}',
    bodyEncoding: 'utf8' as const,
  },
  response: { status: 200, headers, body: JSON.stringify(body), bodyEncoding: 'utf8' as const },
  recordedAt: 1,
  isAnonymous: true,
});
const use = (...headers: Headers) => ({
  request: { method: 'GET', path: '/me', headers, body: null, bodyEncoding: 'utf8' as const },
});
const bearer = (token: string, name = 'Authorization') => use([name, `Bearer ${token}`]);
const found = (logins: ReturnType<typeof login>[], ...uses: ReturnType<typeof use>[]) =>
  loginInEvidence({ logins, uses });

describe('where the token is, and where it goes', () => {
  test('a member of the body, as a bearer token', () => {
    expect(found([login({ data: { token: TOKEN } })], bearer(TOKEN), bearer(TOKEN, 'authorization'))).toEqual({
      method: 'POST',
      path: '/login',
      token: { path: '$.data.token' },
      place: { header: 'authorization', prefix: 'Bearer ', always: false },
    });
  });

  test.for<[body: unknown, path: string]>([
    [{ list: [{ 'auth-token': TOKEN }] }, "$.list[0]['auth-token']"],
    [[{ token: OTHER }, { token: TOKEN }], '$[1].token'],
    [{ token: TOKEN, again: { token: TOKEN } }, '$.token'],
  ])('%j at %s', ([body, path]) => {
    expect(found([login(body)], bearer(TOKEN))?.token).toEqual({ path });
  });

  test('the cookie of its name, also where the body has the token, and other cookies beside it', () => {
    const cookies: Headers = [
      ['set-cookie', 'theme=dark'],
      ['set-cookie', `sid=${TOKEN}; Path=/; HttpOnly`],
    ];
    expect(found([login({ token: TOKEN }, cookies)], use(['cookie', `theme=dark; sid=${TOKEN}`]))).toMatchObject({
      token: { header: 'set-cookie' },
      place: { cookie: 'sid', prefix: '' },
    });
    expect(found([login({ token: TOKEN })], use(['cookie', `jwt=${TOKEN}`]))).toMatchObject({
      token: { path: '$.token' },
      place: { cookie: 'jwt' },
    });
  });

  test('a header of the response, whose scheme is part of it', () => {
    const headers: Headers = [['Authorization', `Bearer ${TOKEN}`]];
    expect(found([login({}, headers)], bearer(TOKEN))).toMatchObject({
      token: { header: 'authorization' },
      place: { header: 'authorization', prefix: '' },
    });
    expect(found([login({}, [['x-auth-token', TOKEN]])], use(['X-Auth-Token', TOKEN]))).toMatchObject({
      token: { header: 'x-auth-token' },
      place: { header: 'x-auth-token', prefix: '' },
    });
  });

  test('older logins prove it for the newest, whose token no request has sent yet', () => {
    expect(found([login({ token: OTHER }), login({ token: TOKEN })], bearer(TOKEN))?.token).toEqual({
      path: '$.token',
    });
    expect(found([login({ message: 'blocked' }), login({ token: TOKEN })], bearer(TOKEN))).toBeNull();
  });

  test('credentials in the path are masked', () => {
    const one = login({ token: TOKEN });
    one.request.path = `/login;password=${OTHER}?x`;
    expect(found([one], bearer(TOKEN))?.path).not.toContain(OTHER);
  });
});

describe('nothing is found', () => {
  test.for<[why: string, login: ReturnType<typeof login>, ...uses: ReturnType<typeof use>[]]>([
    ['no request sends the token', login({ token: TOKEN }), bearer(OTHER)],
    ['no request at all', login({ token: TOKEN })],
    ['at two places', login({ token: TOKEN }), bearer(TOKEN), use(['x-auth-token', TOKEN])],
    [
      'at two places of one request',
      login({ token: TOKEN }),
      use(['authorization', TOKEN], ['cookie', `sid=${TOKEN}`]),
    ],
    ['with two schemes', login({ token: TOKEN }), bearer(TOKEN), use(['authorization', `Token ${TOKEN}`])],
    ['two tokens', login({ token: TOKEN, accessToken: OTHER }), bearer(TOKEN), bearer(OTHER)],
    ['under a name of no token', login({ id: TOKEN }), bearer(TOKEN)],
    ['of a cookie in a header', login({}, [['set-cookie', `sid=${TOKEN}`]]), bearer(TOKEN)],
    ['of a cookie of another name', login({}, [['set-cookie', `sid=${TOKEN}`]]), use(['cookie', `auth=${TOKEN}`])],
  ])('%s', ([, one, ...uses]) => {
    expect(found([one], ...uses)).toBeNull();
  });

  test('the request is not a login', () => {
    const one = login({ token: TOKEN });
    one.request.path = '/users';
    expect(found([one], bearer(TOKEN))).toBeNull();
    expect(found([])).toBeNull();
  });
});
