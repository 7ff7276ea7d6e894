import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  httpAnswerOf,
  httpCall,
  pairsOfBlock,
  pairsOfWire,
  plainBody,
  rawOfObject,
  targetOf,
} from '../../../agent/core/http-message.ts';

describe('headers', () => {
  test('are read from a raw block, without those of the connection', () => {
    expect(pairsOfBlock('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-A: 1: 2\r\n\r\n')).toEqual([
      ['Host', 'a'],
      ['X-A', '1: 2'],
    ]);
  });
  test('are read from an object that has lists as values', () => {
    expect(
      pairsOfWire(rawOfObject({ 'set-cookie': ['a=1', 'b=2'], ':status': 200, te: 'x', absent: undefined })),
    ).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });
});

describe('targetOf', () => {
  const targets = new Map([
    ['db.internal:5432', 'db'],
    ['stock.internal', 'stock'],
    ['plain.internal:80', 'plain'],
  ]);
  test.for<[protocol: string, host: string, port: number | null, target: string]>([
    ['http:', 'DB.internal', 5432, 'db'],
    ['http:', 'stock.internal', 8080, 'stock'],
    ['http:', 'plain.internal', null, 'plain'],
    ['https:', 'x.example', 443, 'x.example'],
    ['https:', 'x.example', 80, 'x.example:80'],
    ['http:', '::1', 3000, '[::1]:3000'],
  ])('maps %s %s %s to %s', ([protocol, host, port, target]) => {
    expect(targetOf(targets, { protocol, host, port })).toBe(target);
  });
});

describe('a recorded response', () => {
  const json = Buffer.from('{"a":1}');

  test('is decoded when it is recorded, and encoded again when it is sent', () => {
    const headers: [string, string][] = [
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '27'],
    ];
    const recorded = plainBody(gzipSync(json), headers);
    expect(recorded).toEqual({ body: '{"a":1}', bodyEncoding: 'utf8' });
    const answer = httpAnswerOf({ status: 200, headers, ...recorded });
    expect(answer?.headers).toEqual([['Content-Encoding', 'gzip']]);
    expect(answer?.body).toEqual(gzipSync(json));
  });

  test('loses an encoding that the agent cannot write', () => {
    const answer = httpAnswerOf({
      status: 200,
      headers: [['content-encoding', 'zzz']],
      body: 'x',
      bodyEncoding: 'utf8',
    });
    expect(answer).toEqual({ status: 200, headers: [], body: Buffer.from('x') });
  });

  test.for<[recorded: unknown, status: number]>([
    [{ status: 99 }, 200],
    [{ status: 600 }, 200],
    [{ status: 100 }, 100],
    [{ status: 599 }, 599],
    [{}, 200],
  ])('is sent with a valid status: %j gives %i', ([recorded, status]) => {
    expect(httpAnswerOf(recorded)?.status).toBe(status);
  });

  test('may be a default of the application, with any JSON as its body', () => {
    expect(httpAnswerOf({ status: 503, body: { retry: true } })?.body.toString()).toBe('{"retry":true}');
    expect(httpAnswerOf(null)).toBeNull();
  });
});

test('httpCall names a call by its method and the template of its path', () => {
  const call = httpCall('stock', { method: 'GET', path: '/stock/17?full=1', headers: [], body: Buffer.alloc(0) });
  expect(call).toEqual({
    kind: 'http',
    target: 'stock',
    operation: 'GET /stock/{id}',
    request: { method: 'GET', path: '/stock/17?full=1', headers: [], body: null, bodyEncoding: 'utf8' },
  });
});
