import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applicationStore } from '../../../functions/applications/store/applications.ts';
import { gateway } from '../../../functions/mocks/api/gateway.ts';
import { mockGateway } from '../../../functions/mocks/service/gateway.ts';
import type { GatewayServices } from '../../../functions/mocks/services.ts';
import { tenantOfReplay } from '../../../functions/mocks/store/active-replays.ts';
import type { PrefixRequest } from '../../../functions/platform/http/prefix-endpoint.ts';
import type { OutboundOutcome, OutboundRequest } from '../../../functions/platform/outbound/outbound.ts';
import { APP_ID, type MockStage, openMockStage, REPLAY_ID, TRACE_ID } from '../mock-stage.ts';

let stage: MockStage;
let sent: OutboundRequest[] = [];
let real: OutboundOutcome = { kind: 'timeout', durationMs: 1 };
beforeEach(() => {
  stage = openMockStage();
  sent = [];
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

/** Asks the gateway as the host does. */
async function ask(
  path: string,
  request: Partial<Omit<PrefixRequest, 'headers'>> & { headers?: Record<string, string> } = {},
) {
  const { headers = { 'x-replay-id': REPLAY_ID }, ...others } = request;
  const applications = applicationStore(stage.table, 'default');
  const services = (tenant: string) => {
    const { mocks } = { mocks: stage.process(tenant) };
    const http = {
      send: async (out: OutboundRequest) => {
        sent.push(out);
        return real;
      },
    };
    return {
      applications,
      mockGateway: mockGateway({ mocks, applications, http }),
      tenantOf: async (named: { replayId?: string } | null) =>
        named?.replayId === undefined ? null : tenantOfReplay(stage, named.replayId),
    } as unknown as GatewayServices; // what the gateway uses of them
  };
  const answer = await gateway.answer(
    {
      method: 'GET',
      path,
      headers: Object.entries(headers),
      bytes: Buffer.of(),
      caller: null,
      source: '10.0.0.9',
      ...others,
    },
    services,
  );
  return { ...answer, text: Buffer.from(answer.body).toString() };
}

const reasonOf = ({ text }: { text: string }): string => JSON.parse(text).reason;

describe('the mock gateway (interface 12)', () => {
  beforeEach(async () => {
    await stage.record('c1', CALLS);
    await stage.begin({ calls: CALLS.length });
  });

  test('answers with the recorded status, headers and bytes, without those of the connection', async () => {
    const answer = await ask('/inventory/stock/7?full=1');
    expect(answer.status).toBe(203);
    expect(answer.headers).toEqual([
      ['Content-Type', 'application/octet-stream'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    expect(Buffer.from(answer.body)).toEqual(bytes);
    expect((await stage.madeCalls(REPLAY_ID)).calls).toMatchObject([
      { target: 'inventory', operation: 'GET /stock/{id}', answeredBy: 'recording', recorded: 0 },
    ]);
  });

  test.for<[name: string, headers: Record<string, string>]>([
    ['baggage', { baggage: `eval.execution=true,replay.id=${REPLAY_ID}` }],
    ['the recorded trace', { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` }],
  ])('finds the replay by %s', async ([, headers]) => {
    expect((await ask('/inventory/stock/7?full=1', { headers })).status).toBe(203);
  });

  test('a target is a segment of the path, percent-encoded', async () => {
    expect((await ask('/a%20b%2Fc')).text).toBe('odd');
    expect(reasonOf(await ask('/'))).toBe('NO_TARGET');
    expect(reasonOf(await ask('/%zz/a'))).toBe('NO_TARGET');
  });

  test('a call that failed when it was recorded is a 502 that says so', async () => {
    const answer = await ask('/broken/down');
    expect([answer.status, reasonOf(answer)]).toEqual([502, 'RECORDED_ERROR']);
    expect(answer.headers).toContainEqual(['x-replay-mock-reason', 'RECORDED_ERROR']);
  });

  test('a call that nothing answers is a 502 with the reason and the nearest calls', async () => {
    const answer = await ask('/inventory/orders/9/lines', { method: 'POST', bytes: Buffer.from('{"a":1}') });
    expect([answer.status, reasonOf(answer)]).toEqual([502, 'NO_MATCH']);
    const none = await ask('/other/x');
    expect([none.status, reasonOf(none)]).toEqual([502, 'NO_MATCH']);
    expect(JSON.parse(none.text)).toMatchObject({
      errorCode: 'CALL_NOT_ANSWERED',
      nearest: [{ callId: '1', operation: 'GET /down' }, {}, {}],
    });
  });

  test('onMiss default answers the configured response, passThrough the real service', async () => {
    await stage.changeSettings({
      mocks: {
        targets: {
          ads: { onMiss: 'default', response: { ads: [] } },
          prices: { onMiss: 'passThrough', address: 'http://prices.test:81/v1/' },
          nowhere: { onMiss: 'passThrough' },
        },
      },
    });
    expect((await ask('/ads/list')).text).toBe('{"ads":[]}');
    real = {
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
    const headers = {
      'x-replay-id': REPLAY_ID,
      host: 'service',
      connection: 'close',
      'x-own': '1',
      'content-length': '2',
    };
    const answer = await ask('/prices/7?x=1', { method: 'PUT', headers, bytes: Buffer.from('hi') });
    expect([answer.status, answer.headers, answer.text]).toEqual([207, [['x-real', '1']], 'hello']);
    expect(sent).toMatchObject([
      {
        url: 'http://prices.test:81/v1/7?x=1',
        method: 'PUT',
        headers: [
          ['x-replay-id', REPLAY_ID],
          ['x-own', '1'],
        ],
      },
    ]);
    expect(Buffer.from(sent[0]?.body ?? []).toString()).toBe('hi');
    expect(reasonOf(await ask('/nowhere/7'))).toBe('NO_ADDRESS');
    real = { ...real, truncated: true };
    expect(reasonOf(await ask('/prices/8'))).toBe('RESPONSE_TOO_LARGE');
    real = { kind: 'timeout', durationMs: 1 };
    expect(reasonOf(await ask('/prices/9'))).toBe('TARGET_UNREACHABLE');
  });

  test('mocking off: the call is made for real, and noted as such', async () => {
    const replayId = 'f'.repeat(24);
    await stage.changeSettings({ mocks: { targets: { inventory: { address: 'http://inventory.test' } } } });
    await stage.begin({ replayId, planItemId: 'p1:1', enableMock: false, calls: CALLS.length });
    real = { kind: 'response', status: 200, headers: [], body: Buffer.from('real'), truncated: false, durationMs: 1 };
    expect((await ask('/inventory/stock/7?full=1', { headers: { 'x-replay-id': replayId } })).text).toBe('real');
    expect((await stage.madeCalls(replayId)).calls).toMatchObject([{ answeredBy: 'target', recorded: 0 }]);
  });

  test('what is recorded of a caller with a key holds no key of the service', async () => {
    const caller = { tenant: 'default', name: 'agent', scopes: ['agent'] as const };
    await stage.changeSettings({ mocks: { onMiss: 'passThrough', targets: { x: { address: 'http://x.test' } } } });
    await ask('/x/y', { headers: { 'x-replay-id': REPLAY_ID, 'x-api-key': 'planted' }, caller });
    await ask('/x/y', { headers: { 'x-replay-id': REPLAY_ID, 'x-api-key': 'of-the-target' } });
    expect(sent.map(({ headers }) => new Map(headers).get('x-api-key'))).toEqual([undefined, 'of-the-target']);
  });
});

describe('who may ask the mock gateway', () => {
  beforeEach(async () => {
    await stage.record('c1', CALLS);
    await stage.begin({ calls: CALLS.length });
  });
  const PATH = `/~${APP_ID}/inventory/stock/7?full=1`;
  const agent = { tenant: 'default', name: 'agent', scopes: ['agent'] as const };

  test('a call that names no replay under way finds none', async () => {
    const unknown: Record<string, string>[] = [
      { 'x-replay-id': 'e'.repeat(24) },
      { baggage: 'replay.id=nonsense' },
      {},
    ];
    for (const headers of unknown) {
      const answer = await ask('/inventory/stock/7?full=1', { headers });
      expect([answer.status === 502 || answer.status === 404, reasonOf(answer)]).toEqual([true, 'REPLAY_NOT_FOUND']);
    }
  });

  test('a replay of another tenant is found by its id alone, and not with a key of a third', async () => {
    const replayId = 'd'.repeat(24);
    await stage.process('other').begin({
      replayId,
      planId: 'p',
      planItemId: 'p:0',
      appId: APP_ID,
      caseId: 'none',
      traceId: TRACE_ID,
      recordedAt: 0,
      enableMock: true,
      aliases: [],
      expiresAt: stage.clock.now + 60_000,
      calls: 1,
    });
    const headers = { 'x-replay-id': replayId };
    expect(reasonOf(await ask('/inventory/stock/7?full=1', { headers }))).toBe('NO_CALL_RECORDED');
    const caller = { tenant: 'third', name: 'agent', scopes: ['agent'] as const };
    expect(reasonOf(await ask('/inventory/stock/7?full=1', { headers, caller }))).toBe('REPLAY_NOT_FOUND');
  });

  test('the only request under way: where the application is set to that, with a key or on the same machine', async () => {
    expect(reasonOf(await ask(PATH, { headers: {}, caller: agent }))).toBe('NOT_SINGLE');
    await stage.changeSettings({ mocks: { correlation: 'single' } });
    expect((await ask(PATH, { headers: {} })).status).toBe(401);
    expect((await ask(PATH, { headers: {}, caller: { ...agent, scopes: ['read'] } })).status).toBe(401);
    expect((await ask(PATH, { headers: {}, caller: agent })).status).toBe(203);
  });

  test.for<[name: string, source: string | null, headers: Record<string, string>, status: number]>([
    ['loopback', '127.0.0.1', {}, 203],
    ['loopback of IPv6', '::/64', {}, 203],
    ['another machine', '10.0.0.9', {}, 401],
    ['unknown', null, {}, 401],
    ['a page in a browser', '127.0.0.1', { 'sec-fetch-site': 'none' }, 401],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '10.0.0.9' }, 401],
  ])('without a key and a name: %s', async ([, source, headers, status]) => {
    await stage.changeSettings({ mocks: { correlation: 'single' } });
    expect((await ask(PATH, { source, headers })).status).toBe(status);
  });

  test('several requests under way: none is guessed', async () => {
    await stage.changeSettings({ mocks: { correlation: 'single' } });
    await stage.begin({ replayId: 'c'.repeat(24), planItemId: 'p1:9', calls: 1 });
    expect(reasonOf(await ask(PATH, { headers: {}, caller: agent }))).toBe('REPLAY_AMBIGUOUS');
  });
});
