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

describe('the evidence of a login', () => {
  test('finds a token in a member of the body, used as bearer token', () => {
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
  ])('finds in %j the path %s', ([body, path]) => {
    expect(found([login(body)], bearer(TOKEN))?.token).toEqual({ path });
  });

  test('finds a cookie by its name, also if the body has the token, beside other cookies', () => {
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

  test('finds a header of the response, with its scheme', () => {
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

  test('uses older logins for the newest one, whose token no request has sent yet', () => {
    expect(found([login({ token: OTHER }), login({ token: TOKEN })], bearer(TOKEN))?.token).toEqual({
      path: '$.token',
    });
    expect(found([login({ message: 'blocked' }), login({ token: TOKEN })], bearer(TOKEN))).toBeNull();
  });

  test('masks credentials in the path', () => {
    const one = login({ token: TOKEN });
    one.request.path = `/login;password=${OTHER}?x`;
    expect(found([one], bearer(TOKEN))?.path).not.toContain(OTHER);
  });
});

describe('a login', () => {
  test.for<[why: string, login: ReturnType<typeof login>, ...uses: ReturnType<typeof use>[]]>([
    ['no request sends the token', login({ token: TOKEN }), bearer(OTHER)],
    ['no request follows', login({ token: TOKEN })],
    ['it is at two places', login({ token: TOKEN }), bearer(TOKEN), use(['x-auth-token', TOKEN])],
    [
      'it is at two places of one request',
      login({ token: TOKEN }),
      use(['authorization', TOKEN], ['cookie', `sid=${TOKEN}`]),
    ],
    ['it is sent with two schemes', login({ token: TOKEN }), bearer(TOKEN), use(['authorization', `Token ${TOKEN}`])],
    ['there are two tokens', login({ token: TOKEN, accessToken: OTHER }), bearer(TOKEN), bearer(OTHER)],
    ['its name is not that of a token', login({ id: TOKEN }), bearer(TOKEN)],
    ['a cookie is sent in a header', login({}, [['set-cookie', `sid=${TOKEN}`]]), bearer(TOKEN)],
    [
      'a cookie is sent under another name',
      login({}, [['set-cookie', `sid=${TOKEN}`]]),
      use(['cookie', `auth=${TOKEN}`]),
    ],
  ])('is not found if %s', ([, one, ...uses]) => {
    expect(found([one], ...uses)).toBeNull();
  });

  test('is not found if the request has another path', () => {
    const one = login({ token: TOKEN });
    one.request.path = '/users';
    expect(found([one], bearer(TOKEN))).toBeNull();
    expect(found([])).toBeNull();
  });
});
