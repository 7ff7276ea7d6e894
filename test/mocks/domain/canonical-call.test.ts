import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../functions/mocks/domain/call.ts';
import { canonicalCall, exactKey } from '../../../functions/mocks/domain/canonical-call.ts';

const call = (kind: Call['kind'], request: unknown, operation = 'op', target = 't'): Call => ({
  kind,
  target,
  operation,
  request: JSON.stringify(request),
});
const keyOf = (one: Call) => exactKey(canonicalCall(one));
const http = (change: object) => call('http', { method: 'GET', path: '/a', headers: [], body: null, ...change });
const sql = (text: string, ...parameters: unknown[]) => call('database', { sql: text, parameters });

describe('an exact request (docs/downstream-calls.md)', () => {
  test.for<[equal: boolean, name: string, a: Call, b: Call]>([
    [
      true,
      'headers',
      http({
        headers: [
          ['authorization', 'a'],
          ['date', 'b'],
        ],
      }),
      http({}),
    ],
    [
      true,
      'headers as an object',
      http({ headers: { 'Content-Type': 'text/plain' } }),
      http({ headers: [['content-type', 'text/plain; charset=utf-8']] }),
    ],
    [
      false,
      'content-type',
      http({ headers: [['content-type', 'text/plain']] }),
      http({ headers: [['content-type', 'text/html']] }),
    ],
    [true, 'order of parameters', http({ path: '/a?x=1&y=2' }), http({ path: '/a?y=2&x=1' })],
    [false, 'order of values of one parameter', http({ path: '/a?x=1&x=2' }), http({ path: '/a?x=2&x=1' })],
    [true, 'encoding of parameters', http({ path: '/a?x=a+b' }), http({ path: '/a?x=a%20b' })],
    [false, 'path', http({ path: '/a/1' }), http({ path: '/a/2' })],
    [false, 'method', http({}), http({ method: 'POST' })],
    [true, 'members of a body', http({ body: '{"a":1,"b":[1,2]}' }), http({ body: '{ "b": [1,2], "a": 1.0 }' })],
    [false, 'order of a list', http({ body: '[1,2]' }), http({ body: '[2,1]' })],
    [false, 'long numbers', http({ body: '{"id":12345678901234567}' }), http({ body: '{"id":12345678901234568}' })],
    [
      true,
      'fields of a form',
      http({ body: 'a=1&b=2', headers: [['content-type', 'application/x-www-form-urlencoded']] }),
      http({ body: 'b=2&a=1', headers: [['content-type', 'application/x-www-form-urlencoded']] }),
    ],
    [
      true,
      'boundary',
      http({ body: '--aaaa\r\nx\r\n--aaaa--', headers: [['content-type', 'multipart/form-data; boundary=aaaa']] }),
      http({ body: '--bbbb\r\nx\r\n--bbbb--', headers: [['content-type', 'multipart/form-data; boundary="bbbb"']] }),
    ],
    [true, 'encoding of a body', http({ body: '{"a":1}' }), http({ body: 'eyJhIjoxfQ==', bodyEncoding: 'base64' })],
    [true, 'no body, and an empty one', http({ body: '' }), http({ body: null })],
    [true, 'an empty content-type', http({ headers: [['content-type', '']] }), http({})],
    [false, 'bytes', http({ body: '/w==', bodyEncoding: 'base64' }), http({ body: '/g==', bodyEncoding: 'base64' })],
    [
      true,
      'target',
      call('cache', { command: 'get', args: ['a'] }, 'GET', 'x'),
      call('cache', { command: 'GET', args: ['a'] }, 'GET', 'y'),
    ],
    [
      false,
      'key',
      call('cache', { command: 'GET', args: ['user:1'] }),
      call('cache', { command: 'GET', args: ['user:2'] }),
    ],
    [true, 'writing of SQL', sql('SELECT a FROM t WHERE b=$1', 1), sql('select a\n from t where b = $1 /* c */', 1)],
    [false, 'parameters', sql('select a from t where b=$1', 1), sql('select a from t where b=$1', 2)],
    [false, 'literals', sql('select a from t where b=1'), sql('select a from t where b=2')],
    [
      true,
      'metadata of gRPC',
      call('http', { metadata: { a: '1' }, messages: ['AA=='] }),
      call('http', { metadata: {}, messages: ['AA=='] }),
    ],
    [false, 'messages of gRPC', call('http', { messages: ['AA=='] }), call('http', { messages: ['AQ=='] })],
    [
      true,
      'sessions of MongoDB',
      call('database', { find: 'items', lsid: { id: 1 } }),
      call('database', { find: 'items', lsid: { id: 2 } }),
    ],
    [false, 'operation', call('other', {}, 'a'), call('other', {}, 'b')],
  ])('is equal (%s) for %s', ([equal, , a, b]) => {
    expect(keyOf(a) === keyOf(b)).toBe(equal);
  });

  test('does not depend on the order of members, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(keyOf(call('other', reversed(value)))).toBe(keyOf(call('other', value)));
        const body = (one: unknown) => http({ method: 'POST', body: JSON.stringify(one) });
        expect(keyOf(body(reversed(value)))).toBe(keyOf(body(value)));
      }),
    );
  });
});

describe('canonicalCall', () => {
  test.for<[operation: string, isRead: boolean, one: Call]>([
    ['GET /stock/{id}', true, http({ path: '/stock/17?x=1' })],
    ['POST /stock', false, http({ method: 'post', path: '/stock' })],
    ['POST /healthz', true, http({ method: 'POST', path: '/healthz' })],
    ['select a from t where b = ?', true, sql('select a from t where b = 5')],
    ['select a from t for update', false, sql('select a from t for update')],
    ['with x as (delete from t) select ?', false, sql('with x as (delete from t) select 1')],
    ['insert into t values (?)', false, sql('insert into t values ($1, $2)')],
    ['GET /user/{id}', true, call('cache', { command: 'get', args: ['user:17'] })],
    ['SET /user/{id}', false, call('cache', { command: 'SET', args: ['user:17', 'x'] })],
    ['find items', true, call('database', { find: 'items' }, 'find items')],
    ['update items', false, call('database', { update: 'items' }, 'update items')],
  ])('returns the operation %s', ([operation, isRead, one]) => {
    const canonical = canonicalCall(one);
    expect({ operation: canonical.operation.replace(' user', ' /user'), isRead: canonical.isRead }).toEqual({
      operation,
      isRead,
    });
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .reverse(),
  );
}
