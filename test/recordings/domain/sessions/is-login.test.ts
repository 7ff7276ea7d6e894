import { describe, expect, test } from 'vitest';
import { isLogin } from '../../../../functions/recordings/domain/sessions/is-login.ts';

const request = (path: string, body: string | null, headers: [string, string][] = []) => ({
  method: 'POST',
  path,
  headers,
  body,
  bodyEncoding: 'utf8' as const,
});
const PASSWORD = '{"user":"ann","password":"sealed"}';

describe('isLogin, for a login that can be sent again', () => {
  test.for<[path: string, body: string | null]>([
    ['/rest/any', PASSWORD],
    ['/rest/any', 'user=ann&passwd=x'],
    ['/graphql', '{"query":"mutation($p: String!) { go(p: $p) }","variables":{"password":"x"}}'],
    ['/any', '--b\r\ncontent-disposition: form-data; name="pwd"\r\n\r\nx\r\n--b--'],
    ['/users/login', '{}'],
    ['/api/wp-login.php?next=/', null],
    ['/Sign-In', ''],
    ['/oauth/token', 'grant_type=client_credentials&client_id=a'],
    ['/v1/sessions', '{"card":"4711"}'],
  ])('accepts %s %s', ([path, body]) => {
    expect(isLogin(request(path, body), true)).toBe(true);
  });

  test('accepts a password with a credential beside it, unlike a path', () => {
    expect(isLogin(request('/any', PASSWORD), false)).toBe(true);
    expect(isLogin(request('/login', '{}'), false)).toBe(false);
    expect(isLogin(request('/any', null, [['Authorization', 'Basic YTpi']]), false)).toBe(true);
  });
});

describe('isLogin, for other requests', () => {
  test.for<[path: string, body: string | null, headers?: [string, string][]]>([
    ['/cart/items', '{"sku":"a"}'],
    ['/logins-of-today/list', '{}'],
    ['/plugins', '{}'],
    ['/users', PASSWORD],
    ['/api/register', PASSWORD],
    ['/sign-up', PASSWORD],
    ['/token/refresh', PASSWORD],
    ['/password/reset', PASSWORD],
    ['/me', '{"password":"x","passwordConfirm":"x"}'],
    ['/me', '{"old_password":"x","password":"y"}'],
    ['/login', 'user=ann&password=x&_csrf=1'],
    ['/login', 'password=x&__RequestVerificationToken=1'],
    ['/login', '{"password":"x","captchaId":1}'],
    ['/login', PASSWORD, [['X-CSRF-Token', 'x']]],
    ['/oauth/token', 'grant_type=authorization_code&code=x'],
    ['/login', '{"user":"ann","password":"[redacted]"}'],
    ['/login', null, [['authorization', 'Basic [redacted]']]],
  ])('refuses %s %s %j', ([path, body, headers]) => {
    expect(isLogin(request(path, body, headers), true)).toBe(false);
  });

  test('refuses a safe method, and a body of bytes', () => {
    expect(isLogin({ ...request('/login', PASSWORD), method: 'GET' }, true)).toBe(false);
    expect(isLogin({ ...request('/login', 'cGFzc3dvcmQ9eA=='), bodyEncoding: 'base64' }, true)).toBe(false);
  });
});
