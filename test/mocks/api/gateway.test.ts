import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OutboundOutcome } from '../../../functions/platform/outbound/outbound.ts';
import { AGENT, type GatewayStage, openGatewayStage } from '../gateway-stage.ts';
import { REPLAY_ID, TRACE_ID } from '../mock-stage.ts';

let stage: GatewayStage;
beforeEach(() => {
  stage = openGatewayStage();
});
afterEach(() => stage.close());

const bytes = Buffer.from([0, 255, 10]);

const call = (target: string, path: string, response: object, more: object = {}) => ({
  kind: 'http',
  target,
  operation: `GET ${path}`,
  request: { method: 'GET', path, headers: [], body: null, bodyEncoding: 'utf8' },
  response: { status: 200, headers: [], body: null, bodyEncoding: 'utf8', ...response },
  durationMs: 3,
  ...more,
});

const CALLS = [
  call('inventory', '/stock/7?full=1', {
    status: 203,
    headers: [
      ['Content-Type', 'application/octet-stream'],
      ['connection', 'close'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ],
    body: bytes.toString('base64'),
    bodyEncoding: 'base64',
  }),
  call('broken', '/down', {}, { error: 'ECONNREFUSED' }),
  call('a b/c', '/', { body: 'odd' }),
];

describe('the mock gateway (interface 12)', () => {
  beforeEach(async () => {
    await stage.record('c1', CALLS);
    await stage.begin({ calls: CALLS.length });
  });

  test('answers with the recorded status, headers and bytes, without headers of the connection', async () => {
    const answer = await stage.ask('/inventory/stock/7?full=1');
    expect(answer.status).toBe(203);
    expect(answer.headers).toEqual([
      ['content-type', 'application/octet-stream'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    expect(answer.bytes).toEqual(bytes);
    expect((await stage.madeCalls(REPLAY_ID)).calls).toMatchObject([
      { target: 'inventory', operation: 'GET /stock/{id}', answeredBy: 'recording', recorded: 0 },
    ]);
  });

  test.for<[name: string, headers: Record<string, string>]>([
    ['baggage', { baggage: `eval.execution=true,replay.id=${REPLAY_ID}` }],
    [
      'tracestate',
      { tracestate: `rojo=1,replay=${REPLAY_ID}`, traceparent: `00-${'1'.repeat(32)}-00f067aa0ba902b7-01` },
    ],
    ['the recorded trace', { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` }],
  ])('finds the replay by %s', async ([, headers]) => {
    expect(
      (await stage.ask('/inventory/stock/7?full=1', { headers: { ...headers, 'x-api-key': 'agent-key' } })).status,
    ).toBe(203);
  });

  test('reads the target from a percent-encoded segment of the path', async () => {
    expect((await stage.ask('/a%20b%2Fc')).text).toBe('odd');
    expect((await stage.ask('/')).reason).toBe('NO_TARGET');
    expect((await stage.ask('/%zz/a')).reason).toBe('NO_TARGET');
  });

  test('answers 502 for a call that failed when it was recorded, and says so', async () => {
    const answer = await stage.ask('/broken/down');
    expect([answer.status, answer.reason]).toEqual([502, 'RECORDED_ERROR']);
    expect(answer.headers).toContainEqual(['x-replay-mock-reason', 'RECORDED_ERROR']);
  });

  test('answers 502 with the reason and the nearest calls if no call matches', async () => {
    const answer = await stage.ask('/inventory/orders/9/lines', { method: 'POST', body: Buffer.from('{"a":1}') });
    expect([answer.status, answer.reason]).toEqual([502, 'NO_MATCH']);
    const none = await stage.ask('/other/x');
    expect([none.status, none.reason]).toEqual([502, 'NO_MATCH']);
    expect(JSON.parse(none.text)).toMatchObject({
      errorCode: 'CALL_NOT_ANSWERED',
      nearest: [{ callId: '1', operation: 'GET /down' }, {}, {}],
    });
  });

  test('answers a miss with the configured response for onMiss default, and from the real service for passThrough', async () => {
    await stage.changeSettings({
      mocks: {
        targets: {
          ads: { onMiss: 'default', response: { ads: [] } },
          prices: { onMiss: 'passThrough', address: 'http://prices.test:81/v1/' },
          nowhere: { onMiss: 'passThrough' },
        },
      },
    });
    expect((await stage.ask('/ads/list')).text).toBe('{"ads":[]}');
    const real: OutboundOutcome = {
      kind: 'response',
      status: 207,
      headers: [
        ['x-real', '1'],
        ['content-encoding', 'gzip'],
        ['content-length', '99'],
      ],
      body: Buffer.from('hello'),
      truncated: false,
      durationMs: 1,
    };
    stage.really(real);
    const headers = {
      ...AGENT,
      host: 'service',
      connection: 'close',
      'x-own': '1',
      'content-length': '2',
    };
    const answer = await stage.ask('/prices/7?x=1', { method: 'PUT', headers, body: Buffer.from('hi') });
    expect([answer.status, answer.headers, answer.text]).toEqual([207, [['x-real', '1']], 'hello']);
    expect(stage.sent).toMatchObject([
      {
        url: 'http://prices.test:81/v1/7?x=1',
        method: 'PUT',
        headers: [
          ['x-own', '1'],
          ['x-replay-id', REPLAY_ID],
        ],
      },
    ]);
    expect(Buffer.from(stage.sent[0]?.body ?? []).toString()).toBe('hi');
    expect((await stage.ask('/nowhere/7', { headers: AGENT })).reason).toBe('NO_ADDRESS');
    stage.really({ ...real, truncated: true });
    expect((await stage.ask('/prices/8', { headers: AGENT })).reason).toBe('RESPONSE_TOO_LARGE');
    stage.really({ kind: 'timeout', durationMs: 1 });
    expect((await stage.ask('/prices/9', { headers: AGENT })).reason).toBe('TARGET_UNREACHABLE');
  });

  test('makes the call for real while mocking is off, and notes that', async () => {
    const replayId = 'f'.repeat(24);
    await stage.changeSettings({ mocks: { targets: { inventory: { address: 'http://inventory.test' } } } });
    await stage.begin({ replayId, planItemId: 'p1:1', enableMock: false, calls: CALLS.length });
    stage.really({
      kind: 'response',
      status: 200,
      headers: [],
      body: Buffer.from('real'),
      truncated: false,
      durationMs: 1,
    });
    const headers = { ...AGENT, 'x-replay-id': replayId };
    expect((await stage.ask('/inventory/stock/7?full=1', { headers })).text).toBe('real');
    expect((await stage.madeCalls(replayId)).calls).toMatchObject([{ answeredBy: 'target', recorded: 0 }]);
  });
});
