import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { httpAnswerOf } from '../../../../functions/recordings/domain/calls/http-answer.ts';

const text = (body: Uint8Array) => Buffer.from(body).toString();

describe('the answer of a recorded HTTP call', () => {
  test('has status, headers and body as recorded, without hop-by-hop headers and the recorded length', () => {
    const answer = httpAnswerOf(
      {
        status: 201,
        headers: [
          ['Content-Type', 'text/plain'],
          ['set-cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['Connection', 'close'],
          ['Transfer-Encoding', 'chunked'],
          ['Trailer', 'x-sum'],
          ['Content-Length', '99'],
        ],
        body: 'ünï',
        bodyEncoding: 'utf8',
      },
      'POST',
    );
    expect(answer).toMatchObject({
      status: 201,
      headers: [
        ['Content-Type', 'text/plain'],
        ['set-cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
    });
    expect(text(answer.body)).toBe('ünï');
  });

  test('has the bytes of a binary body', () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    const { body } = httpAnswerOf(
      { status: 200, headers: [], body: bytes.toString('base64'), bodyEncoding: 'base64' },
      'GET',
    );
    expect(Buffer.from(body)).toEqual(bytes);
  });

  test.for<[name: string, body: string, bodyEncoding: string, stays: boolean]>([
    ['a body that has its coding', gzipSync('{}').toString('base64'), 'base64', true],
    ['a body that a recorder has decoded', '{}', 'utf8', false],
    ['no body', '', 'utf8', true],
  ])('keeps content-encoding only with coded bytes: %s', ([, body, bodyEncoding, stays]) => {
    const response = { status: 200, headers: [['Content-Encoding', 'gzip']], body, bodyEncoding };
    expect(httpAnswerOf(response, 'GET').headers).toEqual(stays ? [['Content-Encoding', 'gzip']] : []);
  });

  test.for<[method: string, status: number, headers: string[][]]>([
    ['HEAD', 200, [['content-length', '5']]],
    ['GET', 304, [['content-length', '5']]],
    ['GET', 204, []],
  ])('has no body for %s %i, and the recorded length', ([method, status, headers]) => {
    const response = { status, headers: [['content-length', '5']], body: 'never', bodyEncoding: 'utf8' };
    expect(httpAnswerOf(response, method)).toEqual({ status, headers, body: new Uint8Array() });
  });

  test.for<[name: string, response: unknown, body: string]>([
    ['any other JSON', { left: 4 }, '{"left":4}'],
    ['a list', [1], '[1]'],
    ['nothing', undefined, 'null'],
    ['a status that is not a number', { status: 'ok' }, '{"status":"ok"}'],
    ['an informational status', { status: 101 }, '{"status":101}'],
  ])('has %s as the JSON body of a 200', ([, response, body]) => {
    const answer = httpAnswerOf(response, 'GET');
    expect([answer.status, answer.headers, text(answer.body)]).toEqual([
      200,
      [['content-type', 'application/json']],
      body,
    ]);
  });

  test('has headers from an object, and a body from JSON, as agents may record them', () => {
    const answer = httpAnswerOf({ status: 200, headers: { a: '1', b: ['2', '3'] }, body: { left: 4 } }, 'GET');
    expect(answer.headers).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['b', '3'],
    ]);
    expect(text(answer.body)).toBe('{"left":4}');
  });

  test('leaves out what HTTP cannot carry', () => {
    const headers = [['a b', '1'], ['c', '1\r\nd: 2'], ['e', 5], 'f', ['g', '☃'], ['h', 'ok']];
    expect(httpAnswerOf({ status: 200, headers }, 'GET').headers).toEqual([['h', 'ok']]);
  });
});
