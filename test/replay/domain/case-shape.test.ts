import { describe, expect, test } from 'vitest';
import type { CasePayload } from '../../../functions/recordings/domain/recorded-case.ts';
import { caseShapeJob, shapeOf } from '../../../functions/replay/domain/case-shape.ts';

type Exchange = Pick<CasePayload, 'request' | 'response'>;

const JSON_TYPE: [string, string][] = [['content-type', 'application/json']];
const request = { method: 'GET', path: '/orders/1', headers: [], body: null, bodyEncoding: 'utf8' } as const;
const answering = (body: unknown, status = 200): Exchange => ({
  request: { ...request, headers: [] },
  response: { status, headers: JSON_TYPE, body: JSON.stringify(body), bodyEncoding: 'utf8' },
});
const asking = (more: Partial<CasePayload['request']>): Exchange => ({
  ...answering({}),
  request: { ...request, headers: [], ...more },
});
const form = (body: string) =>
  asking({ method: 'POST', headers: [['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8']], body });
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('the shape of a case', () => {
  test.for<[string, Exchange, Exchange]>([
    ['values', answering({ id: 1, name: 'a' }), answering({ id: 2, name: 'b' })],
    ['the order of members', answering({ id: 1, name: 'a' }), answering({ name: 'b', id: 2 })],
    ['the length of a list', answering({ lines: [{ sku: 'a' }] }), answering({ lines: [{ sku: 'b' }, { sku: 'c' }] })],
    ['the path', asking({ path: '/orders/1?full=1' }), asking({ path: '/orders/2?full=0' })],
    ['values of a form', form('a=1&b=2'), form('b=3&a=4')],
    [
      'the encoding of the body',
      answering({ id: 1 }),
      { ...answering({}), response: { status: 200, headers: JSON_TYPE, body: 'eyJpZCI6M30=', bodyEncoding: 'base64' } },
    ],
    ['values deeper than 32 levels', answering(nested(40)), answering(nested(50))],
    ['values after the first 5,000', answering(Array(6000).fill(1)), answering([...Array(6000).fill(1), 'a'])],
  ])('does not depend on %s', ([, a, b]) => {
    expect(shapeOf(a)).toBe(shapeOf(b));
  });

  test.for<[string, Exchange, Exchange]>([
    ['the method', asking({}), asking({ method: 'POST' })],
    ['names of query parameters', asking({ path: '/a?full=1' }), asking({ path: '/a?brief=1' })],
    ['the status', answering({}), answering({}, 404)],
    ['a missing response', answering({}), { ...answering({}), response: null }],
    ['names of members', answering({ id: 1 }), answering({ key: 1 })],
    ['types of members', answering({ id: 1 }), answering({ id: '1' })],
    ['null', answering({ id: 1 }), answering({ id: null })],
    ['an empty list', answering({ lines: [] }), answering({ lines: [1] })],
    ['members of elements', answering([{ a: 1 }]), answering([{ a: 1 }, { b: 1 }])],
    ['fields of a form', form('a=1'), form('b=1')],
    ['the request body', asking({ body: '{"a":1}' }), asking({ body: '{"b":1}' })],
    [
      'the media type of a body that is not JSON',
      asking({ headers: [['content-type', 'text/plain']], body: 'a' }),
      asking({ headers: [['content-type', 'text/html']], body: 'a' }),
    ],
  ])('depends on %s', ([, a, b]) => {
    expect(shapeOf(a)).not.toBe(shapeOf(b));
  });

  test('is null for a case whose bytes have expired', () => {
    expect(caseShapeJob.run({ stored: undefined })).toBeNull();
  });
});
