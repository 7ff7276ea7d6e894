import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CapturedBytes } from '../../../agent/core/captured-bytes.ts';
import { caseFrame, framedCases, type WireCase } from '../../../agent/delivery/case-frame.ts';
import { caseLine } from '../../../agent/delivery/case-line.ts';

const bodyOf = (...chunks: unknown[]) => {
  const captured = new CapturedBytes(1000);
  for (const chunk of chunks) captured.add(chunk);
  return captured.parts() ?? { parts: [], length: 0 };
};

const CASE: WireCase = {
  caseId: 'agent-1',
  appId: 'shop',
  recordedAt: 0,
  traceId: 'a'.repeat(32),
  durationMs: 12,
  request: {
    method: 'POST',
    path: '/ö?q=1',
    headers: ['Host', 'a', 'Connection', 'close'],
    body: bodyOf('{"a":', 'Ä}'),
  },
  response: {
    status: 201,
    headers: 'HTTP/1.1 201 Created\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    body: bodyOf(Buffer.from([0xff, 0xfe])),
  },
  calls: [],
};

const NOTED = {
  kind: 'database',
  target: 'db',
  operation: 'SELECT ?',
  request: { sql: 'SELECT 1', parameters: [1n] },
  response: { rows: ['ü'] },
  error: null,
  durationMs: 1,
} as const;

const WIRE = {
  target: 'stock',
  method: 'GET',
  path: '/stock/12',
  headers: ['accept', '*/*'],
  body: bodyOf(),
  answer: { status: 200, headers: ['Content-Encoding', 'gzip'], body: bodyOf(gzipSync('{"in":1}')) },
  durationMs: 5,
};

/** What is read of cases that are written one after the other. */
function readBack(...cases: WireCase[]): unknown[] {
  const frames = cases.map(caseFrame);
  const target = Buffer.alloc(frames.reduce((sum, { room }) => sum + room, 0));
  const end = frames.reduce((at, { write }) => write(target, at), 0);
  const read = [...framedCases(target.subarray(0, end))];
  expect(read.reduce((sum, { size }) => sum + size, 0)).toBe(end);
  return read.map(({ framed }) => JSON.parse(caseLine(framed)));
}

describe('a case in the frame for the delivering thread', () => {
  test('keeps the request, its response and its calls in the format of recorders', () => {
    expect(readBack({ ...CASE, calls: [NOTED, WIRE] })).toEqual([
      {
        caseId: 'agent-1',
        appId: 'shop',
        recordedAt: '1970-01-01T00:00:00.000Z',
        traceId: 'a'.repeat(32),
        durationMs: 12,
        request: { method: 'POST', path: '/ö?q=1', headers: [['Host', 'a']], body: '{"a":Ä}', bodyEncoding: 'utf8' },
        response: { status: 201, headers: [['X-A', '1']], body: '//4=', bodyEncoding: 'base64' },
        calls: [
          { ...NOTED, request: { sql: 'SELECT 1', parameters: ['1'] } },
          {
            kind: 'http',
            target: 'stock',
            operation: 'GET /stock/{id}',
            error: null,
            durationMs: 5,
            request: {
              method: 'GET',
              path: '/stock/12',
              headers: [['accept', '*/*']],
              body: null,
              bodyEncoding: 'utf8',
            },
            response: { status: 200, headers: [['Content-Encoding', 'gzip']], body: '{"in":1}', bodyEncoding: 'utf8' },
          },
        ],
      },
    ]);
  });

  test('is read back apart from other cases in the same frame', () => {
    const cases = ['a', 'b', 'c'].map((caseId) => ({ ...CASE, caseId, calls: caseId === 'b' ? [WIRE, NOTED] : [] }));
    expect(readBack(...cases)).toMatchObject([
      { caseId: 'a', calls: [] },
      { caseId: 'b', calls: [{ target: 'stock' }, { target: 'db' }] },
      { caseId: 'c', calls: [] },
    ]);
  });
});

describe('a captured body', () => {
  test('keeps bytes that are reused later, writes texts as UTF-8, and drops a body above its limit', () => {
    const captured = new CapturedBytes(6);
    const reused = Buffer.from('ab');
    captured.add(reused);
    reused.fill('x');
    captured.add('é');
    captured.add('e9', 'hex');
    expect(captured.bytes()).toEqual(Buffer.from([0x61, 0x62, 0xc3, 0xa9, 0xe9]));
    expect(captured.parts()?.length).toBe(5);
    captured.add('öö'); // four bytes of two characters
    expect([captured.parts(), captured.bytes()]).toEqual([null, null]);
  });
});
