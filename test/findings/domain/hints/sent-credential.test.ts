import { describe, expect, test } from 'vitest';
import { sentCredential } from '../../../../functions/findings/domain/hints/sent-credential.ts';
import type { RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';

type Headers = [string, string][];

const NONE = { set: [], always: [], remove: [], leftOut: [] };
const request = (headers: Headers, path = '/'): RecordedRequest => ({
  method: 'GET',
  path,
  headers,
  body: null,
  bodyEncoding: 'utf8',
});
const kindOf = (headers: Headers, path = '/') =>
  sentCredential(request(headers, path), request(headers, path), NONE).kind;

describe('the credential that a request was sent with', () => {
  test.for<[string, Headers, string?]>([
    ['none', [['accept', '*/*']]],
    ['none', [['x-csrf-token', 'abc']]],
    ['none', [], '/list?page=2'],
    ['token', [['Authorization', 'Bearer abc']]],
    ['token', [['cookie', 'lang=en']]],
    ['token', [['X-Auth-Token', 'abc']]],
    ['token', [], '/list?access_token=abc'],
    ['token', [['authorization', 'Bearer sealed.v1.0123456789012345678901234567890123456789.']]],
    ['fixed', [['authorization', 'Basic YTpi']]],
    ['fixed', [['x-api-key', 'abc']]],
    [
      'token',
      [
        ['x-api-key', 'abc'],
        ['cookie', 'sid=abc'],
      ],
    ],
    ['removed', [['authorization', '[redacted]']]],
    ['removed', [['cookie', 'a=1; sid=[redacted]']]],
    ['removed', [], '/list?token=%5Bredacted%5D'],
    ['token', [], '/list?token=%E0%A4'],
  ])('is %s: %j %s', ([kind, headers, path]) => {
    expect(kindOf(headers, path)).toBe(kind);
  });

  const bearer = request([['authorization', 'Bearer abc']]);

  test('is replaced by value mapping, by a fixed header, or by one that is always sent', () => {
    expect(sentCredential(bearer, request([['authorization', 'Bearer other']]), NONE).kind).toBe('replaced');
    expect(sentCredential(bearer, bearer, { ...NONE, set: ['Authorization'] }).kind).toBe('replaced');
    expect(sentCredential(bearer, bearer, { ...NONE, set: ['x-team'] }).kind).toBe('token');
    const fixed = { ...NONE, set: ['x-api-key'], always: ['x-api-key'] };
    expect(sentCredential(request([]), request([]), fixed).kind).toBe('replaced');
    expect(sentCredential(request([]), request([]), { ...fixed, always: [] }).kind).toBe('none');
  });

  test('is left out if its fixed header was saved for other targets', () => {
    const leftOut = { ...NONE, leftOut: ['Authorization'] };
    expect(sentCredential(bearer, bearer, { ...NONE, leftOut: ['x-team'] }).kind).toBe('without-header');
    expect(sentCredential(request([]), request([]), { ...NONE, leftOut: ['x-api-key'] }).kind).toBe('none');
    expect(sentCredential(bearer, bearer, leftOut).kind).toBe('left-out');
    expect(sentCredential(request([['x-api-key', 'abc']]), request([['x-api-key', 'abc']]), leftOut).kind).toBe(
      'fixed',
    );
  });

  test('is deleted by a setting', () => {
    expect(sentCredential(bearer, bearer, { ...NONE, remove: ['AUTHORIZATION'] }).kind).toBe('deleted');
  });
});
