import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CallRequest, Correlation, MatchAnswer } from '../../../proxies/downstream.ts';
import { type MockCounts, mockHttp } from '../../../proxies/http/mock-http.ts';
import { ANYWHERE, recorderStage } from '../../cli/record/recorder-stage.ts';

const { cleanUps, listen, target } = recorderStage();

interface Asked {
  correlation: Correlation;
  call: CallRequest;
}

const MISS = { matched: false, nearest: [], onMiss: 'fail' } as const;
const FOUND = { matched: true, strategy: 'exact', callId: '0', durationMs: 1 } as const;

async function mocked(
  answer: MatchAnswer,
  {
    startup = { ...MISS, reason: 'NO_CALL_RECORDED' },
    url = 'http://127.0.0.1:9',
    startupPassThrough = false,
  }: { startup?: MatchAnswer; url?: string; startupPassThrough?: boolean } = {},
) {
  const asked: Asked[] = [];
  const counts: MockCounts = { answered: 0, passedThrough: 0, defaults: 0, missed: 0, refused: 0 };
  const mock = mockHttp({
    matches: {
      match: async (correlation, call) => {
        asked.push({ correlation, call });
        return answer;
      },
      matchStartup: async () => startup,
    },
    maxBodyBytes: 1000,
    startupPassThrough,
    counts,
    destinations: ANYWHERE,
    now: Date.now,
  });
  cleanUps.push(mock.close);
  const server = createServer((incoming, response) => {
    const callee = { name: 'inventory', url: new URL(url), path: incoming.url ?? '/', keepsHost: false };
    mock.answer(incoming, response, callee).catch(() => response.destroy());
  });
  const base = await listen(server);
  async function sent(options: Parameters<typeof request>[1] = {}, body?: string | Buffer) {
    const client = request(base, { agent: false, path: '/stock/7?x=1', ...options }).end(body);
    const [response] = await once(client, 'response');
    return {
      status: response.statusCode,
      headers: response.headers,
      raw: response.rawHeaders,
      body: await text(response),
    };
  }
  return { asked, counts, sent };
}

describe('an HTTP call of a replayed application', () => {
  test('is matched as recorded, with the headers that name its replay', async () => {
    const { asked, sent } = await mocked({ ...FOUND, response: { status: 200, headers: [], body: null } });
    const headers = { 'x-replay-id': 'a'.repeat(24), 'content-encoding': 'gzip', 'content-type': 'application/json' };
    await sent({ method: 'PUT', headers }, gzipSync('{"a":1}'));
    await sent({ headers: { baggage: 'replay.id=b' } });
    await sent();
    expect(asked.map(({ correlation }) => correlation)).toEqual([
      { replayId: 'a'.repeat(24) },
      { replayId: 'b' },
      null,
    ]);
    expect(asked[0]?.call).toMatchObject({
      kind: 'http',
      target: 'inventory',
      operation: 'PUT /stock/{id}',
      request: { method: 'PUT', path: '/stock/7?x=1', body: '{"a":1}', bodyEncoding: 'utf8' },
    });
    expect(asked[2]?.call.request).toMatchObject({ body: null });
  });

  test('gets the recorded status, headers and bytes', async () => {
    const body = Buffer.from([0, 255, 1]).toString('base64');
    const headers = [
      ['X-Odd', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ];
    const { sent, counts } = await mocked({
      ...FOUND,
      response: { status: 418, headers, body, bodyEncoding: 'base64' },
    });
    const answer = await sent();
    expect([answer.status, answer.headers['content-length'], answer.headers['set-cookie']]).toEqual([
      418,
      '3',
      ['a=1', 'b=2'],
    ]);
    expect(answer.raw).toContain('X-Odd');
    expect(counts.answered).toBe(1);
  });

  test('loses its connection if it failed when it was recorded', async () => {
    const { sent } = await mocked({ ...FOUND, error: 'ECONNREFUSED' });
    await expect(sent()).rejects.toThrow('socket hang up');
  });

  test('gets 502 with the reason and the nearest calls if none matches', async () => {
    const nearest = [{ callId: '3', operation: 'GET /stock/{id}', score: 0.4, differs: ['path[1]'] }];
    const { sent, counts } = await mocked({ ...MISS, reason: 'NO_MATCH', nearest });
    const answer = await sent();
    expect([answer.status, answer.headers['x-replay-mock-reason']]).toEqual([502, 'NO_MATCH']);
    expect(JSON.parse(answer.body)).toMatchObject({ errorCode: 'CALL_NOT_ANSWERED', reason: 'NO_MATCH', nearest });
    expect(counts.missed).toBe(1);
  });

  test('gets the default response of its target', async () => {
    const { sent, counts } = await mocked({ ...MISS, reason: 'NO_MATCH', onMiss: 'default', response: { left: 0 } });
    expect(await sent()).toMatchObject({ status: 200, body: '{"left":0}' });
    expect(counts.defaults).toBe(1);
  });

  test.for(['NO_MATCH', 'MOCKING_OFF'] as const)('reaches the real service with its body: %s', async (reason) => {
    const url = await target(async (incoming, response) =>
      response.writeHead(207, { 'x-real': '1' }).end(`${incoming.method} ${incoming.url} ${await text(incoming)}`),
    );
    const { sent, counts } = await mocked({ ...MISS, reason, onMiss: 'passThrough' }, { url });
    expect(await sent({ method: 'POST' }, 'hello')).toMatchObject({
      status: 207,
      headers: { 'x-real': '1' },
      body: 'POST /stock/7?x=1 hello',
    });
    expect(counts.passedThrough).toBe(1);
  });

  test('is answered like a call at startup when it names no replay, and otherwise not', async () => {
    const startup: MatchAnswer = { ...FOUND, response: { status: 200, headers: [], body: 'config' } };
    const { sent } = await mocked({ ...MISS, reason: 'REPLAY_NOT_FOUND' }, { startup });
    expect((await sent()).body).toBe('config');
    const named = await sent({ headers: { 'x-replay-id': 'b'.repeat(24) } });
    expect([named.status, named.headers['x-replay-mock-reason']]).toEqual([502, 'REPLAY_NOT_FOUND']);
  });

  test('is refused with a body above the limit, without a question to the service', async () => {
    const { sent, asked, counts } = await mocked({ ...MISS, reason: 'NO_MATCH' });
    expect((await sent({ method: 'POST' }, 'x'.repeat(1001))).status).toBe(413);
    expect([asked.length, counts.refused]).toEqual([0, 1]);
    await sent({ method: 'POST' }, 'x'.repeat(1000));
    expect(asked).toHaveLength(1);
  });
});
