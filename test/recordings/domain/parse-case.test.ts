import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { parseKeepingNumbers } from '../../../functions/platform/values/json-text.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { testSealer } from '../../support/test-sealer.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
let made = 0;
const context = {
  now: NOW,
  newId: () => (++made).toString(16).padStart(32, '0'),
  settings: DEFAULT_SETTINGS,
  sealer: testSealer,
};
const request = { method: 'GET', path: '/orders/1?full=1' };
const read = (change: object = {}) => {
  const result = parseCase({ appId: 'shop', request, ...change }, context);
  if (!result.ok) throw new Error(result.message);
  return result.value;
};
const refusal = (input: unknown) => {
  const result = parseCase(input, context);
  return result.ok ? null : result.message;
};
const withBody = (headers: [string, string][], body: Uint8Array) =>
  read({ response: { status: 200, headers, body: Buffer.from(body).toString('base64'), bodyEncoding: 'base64' } });

describe('parseCase (interface 10)', () => {
  test('sets defaults for everything that may be left out', () => {
    expect(read()).toEqual({
      caseId: expect.stringMatching(/^[0-9a-f]{32}$/),
      appId: 'shop',
      operation: '/orders/{id}',
      method: 'GET',
      recordedAt: NOW,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      session: null,
      tags: {},
      durationMs: null,
      status: null,
      pinned: false,
      request: { method: 'GET', path: '/orders/1?full=1', headers: [], body: null, bodyEncoding: 'utf8' },
      response: null,
      calls: [],
      credentialMode: 'seal',
      sealedFor: expect.stringMatching(/^1\.[\w-]{43}$/),
    });
  });

  test('keeps every recorded member', () => {
    const whole = {
      caseId: 'a.b_c:d-1',
      operation: '/orders/{orderId}',
      recordedAt: '2026-11-20T10:00:00.123Z',
      traceId: TRACE.toUpperCase(),
      session: 's1',
      tags: { tier: 'gold', n: 1, on: true, gone: null },
      durationMs: 12,
      request: { method: 'post', path: '/orders', headers: [['X-A', 'b']], body: 'AAH/', bodyEncoding: 'base64' },
      response: { status: 201, headers: [['content-type', 'application/json']], body: '{"id": 1}' },
      calls: [{ kind: 'cache', target: 'redis', operation: 'GET', request: 'key', response: [1], durationMs: 3 }],
    };
    expect(read(whole)).toMatchObject({
      ...whole,
      recordedAt: Date.parse('2026-11-20T10:00:00.123Z'),
      traceId: TRACE,
      tags: { tier: 'gold', n: '1', on: 'true' },
      request: { ...whole.request, method: 'POST' },
      status: 201,
      calls: [{ request: '"key"', response: '[1]', error: null, durationMs: 3 }],
    });
    expect(read(whole).tags).not.toHaveProperty('gone');
  });

  test('seals credentials, also in calls under other names, and lists none', () => {
    const token = 'token-4711-0815';
    const {
      request: sealed,
      calls,
      credentialMode,
      ...head
    } = read({
      operation: `GET /sessions/${token}`,
      session: `user-${token}`,
      tags: { token: 'x', user: `ada ${token}`, tier: 'gold' },
      request: { ...request, path: '/sessions?q=1', headers: [['Authorization', `Bearer ${token}`]] },
      calls: [{ kind: 'database', target: 'db', operation: 'SELECT', request: ['where t = ?', token], error: token }],
    });
    expect(JSON.stringify([sealed, calls, head])).not.toContain(token);
    const placeholder = testSealer.seal('t', token);
    expect(sealed.headers).toEqual([['Authorization', `Bearer ${placeholder}`]]);
    expect(calls).toMatchObject([{ request: JSON.stringify(['where t = ?', placeholder]), error: placeholder }]);
    expect(head).toMatchObject({
      operation: 'GET /sessions/sealed',
      session: expect.stringMatching(/^user-[\w-]{14}$/),
      tags: { token: 'sealed', user: 'ada sealed', tier: 'gold' },
    });
    expect(JSON.stringify(head)).not.toContain('sealed.v1');
  });

  test('names an endpoint after the path without its credentials', () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmVk';
    expect(read({ request: { ...request, path: `/reset/${jwt}` } }).operation).toBe('/reset/sealed');
  });

  test('reads a time with an offset', () => {
    expect(read({ recordedAt: '2026-11-20T20:00:00+08:00' }).recordedAt).toBe(NOW);
  });

  test('keeps all digits of numbers in calls and tags', () => {
    const text = `{"appId":"shop","tags":{"n":12345678901234567890},"durationMs":12.0,"request":{"method":"GET","path":"/"},
      "calls":[{"kind":"database","target":"db","operation":"q","request":{"id":12345678901234567890},"response":1.0}]}`;
    const result = parseCase(parseKeepingNumbers(text), context);
    expect(result).toMatchObject({
      ok: true,
      value: {
        tags: { n: '12345678901234567890' },
        durationMs: 12,
        calls: [{ request: '{"id":12345678901234567890}', response: '1.0' }],
      },
    });
  });

  test.for<[string, string, boolean]>([
    ['a valid traceparent', `00-${TRACE}-00f067aa0ba902b7-01`, true],
    ['a version of the future', `01-${TRACE}-00f067aa0ba902b7-01-more`, true],
    ['version ff', `ff-${TRACE}-00f067aa0ba902b7-01`, false],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, false],
    ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`, false],
    ['anything else', 'nonsense', false],
  ])('uses the trace id of %s or a new one', ([, header, taken]) => {
    const { traceId } = read({ request: { ...request, headers: [['TraceParent', header]] } });
    expect(traceId === TRACE).toBe(taken);
    expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  });

  test('makes two cases of two equal requests at the same time, unless the recorder gives one caseId', () => {
    const at = { recordedAt: '2026-11-20T10:00:00Z' };
    expect(read(at).caseId).not.toBe(read(at).caseId);
    expect(read({ ...at, caseId: 'one' }).caseId).toBe('one');
  });
});

describe('the bodies of recorded responses', () => {
  const json = Buffer.from('{"price":1}');
  test.for<[string, Uint8Array]>([
    ['gzip', gzipSync(json)],
    ['GZIP', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['br', brotliCompressSync(json)],
    ['zstd', zstdCompressSync(json)],
    ['gzip, br', brotliCompressSync(gzipSync(json))],
  ])('are decoded from %s, with their header kept', ([encoding, bytes]) => {
    expect(withBody([['Content-Encoding', encoding]], bytes).response).toMatchObject({
      headers: [['Content-Encoding', encoding]],
      body: '{"price":1}',
      bodyEncoding: 'utf8',
    });
  });

  test.for<[string, string, Uint8Array]>([
    ['cut', 'gzip', gzipSync(json).subarray(0, 15)],
    ['decoded before', 'gzip', Uint8Array.of(1, 2, 255)],
    ['of an unknown coding', 'toString', Uint8Array.of(1, 2, 255)],
    ['a decompression bomb', 'zstd', zstdCompressSync(Buffer.alloc(65 * 1024 * 1024))],
  ])('stay as they came when %s', ([, encoding, bytes]) => {
    expect(withBody([['content-encoding', encoding]], bytes).response).toMatchObject({
      body: Buffer.from(bytes).toString('base64'),
      bodyEncoding: 'base64',
    });
  });

  test('stay encoded in a request, which is sent again', () => {
    const body = gzipSync(json).toString('base64');
    const sent = { ...request, headers: [['content-encoding', 'gzip']], body, bodyEncoding: 'base64' };
    expect(read({ request: sent }).request.body).toBe(body);
  });
});

describe('a case that is refused', () => {
  const response = (change: object) => ({ appId: 'shop', request, response: { status: 200, ...change } });
  const sent = (change: object) => ({ appId: 'shop', request: { ...request, ...change } });
  const call = (change: object) => ({
    appId: 'shop',
    request,
    calls: [{ kind: 'http', target: 't', operation: 'o', ...change }],
  });
  test.for<[string, unknown]>([
    ['the case', 'text'],
    ['appId', { request }],
    ['appId', { appId: ' ', request }],
    ['appId', { appId: 'x'.repeat(201), request }],
    ['appId', { appId: '\ud800', request }],
    ['appId', { appId: '.', request }],
    ['appId', { appId: '..', request }],
    ['caseId', { appId: 'a', request, caseId: 'sec/ret' }],
    ['caseId', { appId: 'a', request, caseId: 'x'.repeat(129) }],
    ['operation', { appId: 'a', request, operation: 'x'.repeat(901) }],
    ['operation', sent({ path: `/${'x'.repeat(900)}` })],
    ['recordedAt', { appId: 'a', request, recordedAt: '2026-11-20T10:00:00' }],
    ['recordedAt', { appId: 'a', request, recordedAt: '2026-13-20T10:00:00Z' }],
    ['recordedAt', { appId: 'a', request, recordedAt: '1969-11-20T10:00:00Z' }],
    ['traceId', { appId: 'a', request, traceId: 'secret' }],
    ['traceId', { appId: 'a', request, traceId: '0'.repeat(32) }],
    ['session', { appId: 'a', request, session: 7 }],
    ['tags', { appId: 'a', request, tags: { secret: { a: 1 } } }],
    ['durationMs', { appId: 'a', request, durationMs: -1 }],
    ['request', { appId: 'a' }],
    ['request.method', sent({ method: 'G T' })],
    ['request.path', sent({ path: 'orders' })],
    ['request.path', sent({ path: '/a b' })],
    ['request.path', sent({ path: '/a\r\nx: secret' })],
    ['request.headers', sent({ headers: [['a', 'b\r\nsecret: 1']] })],
    ['request.headers', sent({ headers: [[':authority', 'secret']] })],
    ['request.headers', sent({ headers: { secret: '1' } })],
    ['request.body', sent({ body: { secret: 1 } })],
    ['request.body', sent({ body: 'secret', bodyEncoding: 'base64' })],
    ['request.body', sent({ body: 'AA', bodyEncoding: 'base64' })],
    ['request.body', sent({ body: 'AAF=', bodyEncoding: 'base64' })],
    ['request.bodyEncoding', sent({ bodyEncoding: 'latin1' })],
    ['response.status', response({ status: 99 })],
    ['response.status', response({ status: 600 })],
    ['response.status', response({ status: 200.5 })],
    ['response.body', response({ body: 'A', bodyEncoding: 'base64' })],
    ['calls.kind', call({ kind: 'secret' })],
    ['calls.durationMs', call({ durationMs: 'secret' })],
  ])('has the field %s named, and no value', ([field, input]) => {
    const message = refusal(input);
    expect(message).toMatch(new RegExp(`^${field.replace('.', '\\.')} `));
    expect(message).not.toContain('secret');
  });

  test.for([100, 599])('does not have the status %i', (status) => {
    expect(refusal(response({ status }))).toBeNull();
  });
});
