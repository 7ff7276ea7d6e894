import { describe, expect, test } from 'vitest';
import type { LoginLocation, LoginToken } from '../../../../functions/applications/domain/login-step.ts';
import type { Header } from '../../../../functions/platform/outbound/outbound.ts';
import { tokenOf } from '../../../../functions/replay/domain/login/login-token.ts';

const HEADER: LoginLocation = { header: 'authorization', prefix: 'Bearer ', always: false };
const COOKIE: LoginLocation = { cookie: 'sid', prefix: '', always: false };

const found = (token: LoginToken, answer: { headers?: Header[]; body?: string }, location: LoginLocation = HEADER) =>
  tokenOf({ headers: answer.headers ?? [], body: Buffer.from(answer.body ?? '') }, { token, place: location });

describe('the token in the response to a login', () => {
  test.for<[string, string, string | null]>([
    ['$.token', '{"token":"a\\u0062"}', 'ab'],
    ['data.auth.access_token', '{"data":{"auth":{"access_token":"t"}}}', 't'],
    ['$.tokens[1]', '{"tokens":["a","b"]}', 'b'],
    ["$.all[?@.kind=='access'].value", '{"all":[{"kind":"refresh","value":"r"},{"kind":"access","value":"a"}]}', 'a'],
    ['$..token', '{"token":{"x":1},"a":{"token":"first"},"b":{"token":"second"}}', 'first'],
    ['$.token', '{"token":12345678901234567890}', '12345678901234567890'],
    ['$.token', '{"token":null}', null],
    ['$.token', '{"token":""}', null],
    ['$.token', '{"token":"a\\r\\nx: y"}', null],
    ['$.token', '{"other":"a"}', null],
    ['$.token', 'not json', null],
    ['$.token', '', null],
  ])('is found at %s of %s as %j', ([path, body, token]) => {
    expect(found({ path }, { body })).toBe(token);
  });

  test.for([
    [8192, 'a'.repeat(8192)],
    [8193, null],
  ])('may have %i characters', ([length, token]) => {
    expect(found({ path: '$.token' }, { body: JSON.stringify({ token: 'a'.repeat(Number(length)) }) })).toBe(token);
  });

  test.for<[number, boolean]>([
    [1024 * 1024, true],
    [1024 * 1024 + 1, false],
  ])('is found in a body of %i bytes', ([bytes, isFound]) => {
    const body = '{"token":"t"}'.padEnd(bytes);
    expect(found({ path: '$.token' }, { body }) === 't').toBe(isFound);
  });

  test('is not found in a body that is too deep', () => {
    expect(found({ path: '$..token' }, { body: `${'['.repeat(300)}{"token":"t"}${']'.repeat(300)}` })).toBe(null);
  });

  test('is found in a header in any case', () => {
    expect(found({ header: 'X-Auth-Token' }, { headers: [['x-auth-token', ' t ']] })).toBe('t');
    expect(found({ header: 'x-auth-token' }, { headers: [['x-other', 't']] })).toBe(null);
  });

  test('is found in the last cookie of the name of its place', () => {
    const headers: Header[] = [
      ['set-cookie', 'sidx=1'],
      ['Set-Cookie', 'sid=old; Path=/'],
      ['Set-Cookie', 'sid=new=; Path=/; HttpOnly'],
    ];
    expect(found({ header: 'set-cookie' }, { headers }, COOKIE)).toBe('new=');
    expect(found({ header: 'set-cookie' }, { headers: headers.slice(0, 1) }, COOKIE)).toBe(null);
    expect(found({ header: 'set-cookie' }, { headers: [['set-cookie', 'sid=; Max-Age=0']] }, COOKIE)).toBe(null);
  });

  test('is not used if it would end a cookie', () => {
    expect(found({ path: '$.sid' }, { body: '{"sid":"a; admin=1"}' }, COOKIE)).toBe(null);
  });
});
