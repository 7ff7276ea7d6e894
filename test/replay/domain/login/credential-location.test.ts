import { describe, expect, test } from 'vitest';
import type { LoginLocation } from '../../../../functions/applications/domain/login-step.ts';
import { credentialAt, withCredential } from '../../../../functions/replay/domain/login/credential-location.ts';
import { needsLogin } from '../../../../functions/replay/domain/login/needs-login.ts';
import { headersBesideTyped } from '../../../../functions/replay/domain/login/typed-login.ts';
import { testSealer } from '../../../support/test-sealer.ts';

type Headers = [string, string][];

const request = (headers: Headers) => ({
  method: 'GET',
  path: '/',
  headers,
  body: null,
  bodyEncoding: 'utf8' as const,
});
const header = (prefix = '', always = false): LoginLocation => ({ header: 'Authorization', prefix, always });
const cookie = (always = false): LoginLocation => ({ cookie: 'sid', prefix: '', always });

describe('credentialAt', () => {
  test.for<[LoginLocation, Headers, string | null]>([
    [header(), [['authorization', 'Bearer a']], 'Bearer a'],
    [header(), [['x-other', 'Bearer a']], null],
    [header(), [['AUTHORIZATION', '']], ''],
    [cookie(), [['Cookie', 'a=1; sid=b=c; d=2']], 'b=c'],
    [
      cookie(),
      [
        ['cookie', 'a=1'],
        ['cookie', 'sid=2'],
      ],
      '2',
    ],
    [cookie(), [['cookie', 'xsid=1; SID=2; sid']], null],
  ])('returns for %j of %j: %j', ([location, headers, credential]) => {
    expect(credentialAt(request(headers), location)).toBe(credential);
  });
});

describe('withCredential', () => {
  test.for<[string, LoginLocation, Headers, Headers]>([
    [
      'in place of a header, at its position',
      header('Bearer '),
      [
        ['a', '1'],
        ['authorization', 'old'],
        ['b', '2'],
      ],
      [
        ['a', '1'],
        ['authorization', 'Bearer T$&'],
        ['b', '2'],
      ],
    ],
    [
      'once for a repeated header',
      header(),
      [
        ['authorization', '1'],
        ['Authorization', '2'],
      ],
      [['authorization', 'T$&']],
    ],
    [
      'as a new header',
      header('Token token='),
      [['a', '1']],
      [
        ['a', '1'],
        ['Authorization', 'Token token=T$&'],
      ],
    ],
    ['after a scheme without a space', header('Bearer'), [], [['Authorization', 'Bearer T$&']]],
    [
      'in place of a cookie, beside others',
      cookie(),
      [['cookie', 'a=1; sid=old; b=2']],
      [['cookie', 'a=1; sid=T$&; b=2']],
    ],
    ['as another cookie', cookie(), [['Cookie', 'a=1']], [['Cookie', 'a=1; sid=T$&']]],
    ['as the only cookie', cookie(), [], [['cookie', 'sid=T$&']]],
  ])('puts a token %s', ([, location, headers, expected]) => {
    expect(withCredential(request(headers), location, 'T$&', testSealer).headers).toEqual(expected);
  });
});

describe('needsLogin', () => {
  const recorded = request([['authorization', 'Bearer recorded']]);
  const mapped = request([['authorization', 'Bearer from an earlier answer']]);
  const anonymous = request([]);

  test.for<[string, boolean, typeof recorded, typeof recorded, LoginLocation]>([
    ['a request with a recorded credential', true, recorded, recorded, header()],
    ['a request whose credential was mapped', false, recorded, mapped, header()],
    ['a request recorded without credential', false, anonymous, anonymous, header()],
    ['a request recorded without credential, with always', true, anonymous, anonymous, header('', true)],
    ['a request with a mapped credential, with always', false, recorded, mapped, header('', true)],
    [
      'a request whose credential was removed',
      true,
      request([['cookie', 'sid=[redacted]']]),
      request([['cookie', 'sid=[redacted]']]),
      cookie(),
    ],
  ])('decides for %s: %s', ([, expected, asRecorded, asMapped, location]) => {
    expect(needsLogin(asRecorded, asMapped, location)).toBe(expected);
  });
});

test('headersBesideTyped keeps the headers of a typed login as they were typed', () => {
  const typed = { method: 'POST', path: '/login', headers: { Authorization: 'Basic a' }, body: null };
  const fixed = {
    set: { authorization: 'Bearer fixed', 'x-gateway': 'k' },
    always: ['x-gateway'],
    remove: ['authorization'],
  };
  expect(headersBesideTyped(typed, fixed)).toEqual({ set: { 'x-gateway': 'k' }, always: ['x-gateway'], remove: [] });
});
