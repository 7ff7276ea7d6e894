import { describe, expect, test } from 'vitest';
import type { Header } from '../../../functions/platform/outbound/outbound.ts';
import { type OutgoingFacts, outgoingRequest } from '../../../functions/replay/domain/outgoing-request.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const REPLAY_HEADERS: Header[] = [
  ['traceparent', `00-${TRACE}-b7ad6b7169203331-01`],
  ['tracestate', 'replay=r1'],
  ['baggage', 'eval.execution=true,replay.id=r1'],
  ['x-replay-id', 'r1'],
  ['x-replay-plan-id', 'p1'],
  ['x-replay-mock', 'on'],
];

const facts = (change: Partial<OutgoingFacts> = {}): OutgoingFacts => ({
  request: { method: 'GET', path: '/orders/1', headers: [], body: null, bodyEncoding: 'utf8' },
  targetEnv: 'http://target.test',
  traceId: TRACE,
  spanId: 'b7ad6b7169203331',
  replayId: 'r1',
  planId: 'p1',
  enableMock: true,
  headers: { set: {}, always: [], remove: [] },
  timeoutMs: 1000,
  maxBodyBytes: 2000,
  ...change,
});

const recorded = (headers: [string, string][], change: Partial<OutgoingFacts> = {}) =>
  outgoingRequest(facts({ request: { ...facts().request, headers }, ...change })).headers;

describe('the address of a replayed request', () => {
  test.for([
    ['http://target.test', '/orders/1?full=1', 'http://target.test/orders/1?full=1'],
    ['http://target.test/', '/orders', 'http://target.test/orders'],
    ['http://target.test/base/', '/orders', 'http://target.test/base/orders'],
    ['http://target.test/base', 'orders', 'http://target.test/base/orders'],
    ['http://target.test', '/a%2Fb//c/../d?x=1&x=2', 'http://target.test/a%2Fb//c/../d?x=1&x=2'],
    ['http://target.test', '/a#b', 'http://target.test/a%23b'],
    ['http://target.test', '//other.test/x', 'http://target.test//other.test/x'],
    ['http://target.test', '@other.test/x', 'http://target.test/@other.test/x'],
  ])('is joined from %s and %s', ([targetEnv = '', path = '', url]) => {
    expect(outgoingRequest(facts({ targetEnv, request: { ...facts().request, path } })).url).toBe(url);
  });
});

describe('the headers of a replayed request (interface 12)', () => {
  test('are those recorded, in order and with repeats, then those of the replay', () => {
    const headers: [string, string][] = [
      ['X-B', '1'],
      ['cookie', 'a=1'],
      ['X-B', '2'],
      ['Authorization', 'Bearer t'],
      ['baggage', 'k=v'],
    ];
    expect(recorded(headers)).toEqual([...headers, ...REPLAY_HEADERS]);
  });

  test.for([
    'Connection',
    'Keep-Alive',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'HTTP2-Settings',
    'Proxy-Authorization',
    'Proxy-Authenticate',
    'Host',
    'Content-Length',
    'Expect',
    ':method',
    ':path',
    ':authority',
    'traceparent',
    'Tracestate',
    'X-Amzn-Trace-Id',
    'b3',
    'X-B3-TraceId',
    'X-B3-SpanId',
    'X-B3-ParentSpanId',
    'X-B3-Sampled',
    'X-B3-Flags',
    'X-Replay-Id',
    'x-replay-plan-id',
    'x-replay-mock',
  ])('never include %s, whatever the settings', (name) => {
    expect(recorded([[name, 'recorded']])).toEqual(REPLAY_HEADERS);
    expect(recorded([], { headers: { set: { [name]: 'set' }, always: [name], remove: [] } })).toEqual(REPLAY_HEADERS);
  });

  test('keep recorded members of tracestate behind the replay, unless the application removes them', () => {
    const headers: [string, string][] = [
      ['Tracestate', 'rojo=1,replay=r0'],
      ['tracestate', 'congo=2'],
    ];
    const sent = (remove: string[]) =>
      recorded(headers, { headers: { set: {}, always: [], remove } }).filter(([name]) => /^tracestate$/i.test(name));
    expect(sent([])).toEqual([['tracestate', 'replay=r1,rojo=1,congo=2']]);
    expect(sent(['TraceState'])).toEqual([['tracestate', 'replay=r1']]);
  });

  test('leave out headers that Connection names', () => {
    const headers: [string, string][] = [
      ['connection', 'keep-alive, X-Hop'],
      ['Connection', 'x-other'],
      ['x-hop', '1'],
      ['X-Other', '2'],
      ['x-end', '3'],
    ];
    expect(recorded(headers)).toEqual([['x-end', '3'], ...REPLAY_HEADERS]);
  });

  test.for([
    ['gzip, deflate, br, zstd', 'gzip, deflate, br, zstd'],
    ['gzip;q=0.5,br', 'gzip;q=0.5,br'],
    ['gzip, compress, br;q=0.1, dcb', 'gzip, br;q=0.1'],
    ['compress', 'identity'],
    ['*', 'identity'],
    ['', ''],
  ])('have accept-encoding %j as %j, with decodable codings only', ([value = '', sent]) => {
    expect(recorded([['Accept-Encoding', value]])).toEqual([['Accept-Encoding', sent], ...REPLAY_HEADERS]);
  });

  test('are replaced, added and removed by the settings of the application in any case', () => {
    const headers: [string, string][] = [
      ['Authorization', 'old'],
      ['X-Keep', '1'],
      ['COOKIE', 'a=1'],
    ];
    const set = { authorization: 'new', 'x-add': '2', 'x-api-key': '3' };
    expect(recorded(headers, { headers: { set, always: ['X-Add'], remove: ['cookie'] } })).toEqual([
      ['X-Keep', '1'],
      ['authorization', 'new'],
      ['x-add', '2'],
      ...REPLAY_HEADERS,
    ]);
  });

  test('include a fixed header that is not a credential, also if it was not recorded', () => {
    const set = { 'X-Feature': 'on', 'x-tenant': 'blue', Cookie: 'sid=1', 'x-csrf-token': '2' };
    expect(recorded([['x-tenant', 'red']], { headers: { set, always: [], remove: [] } })).toEqual([
      ['X-Feature', 'on'],
      ['x-tenant', 'blue'],
      ...REPLAY_HEADERS,
    ]);
  });

  test('leave out a fixed credential in a request that was recorded without', () => {
    const set = { authorization: 'Bearer fixed' };
    const headers: [string, string][] = [['accept', '*/*']];
    expect(recorded(headers, { headers: { set, always: [], remove: [] } })).toEqual([...headers, ...REPLAY_HEADERS]);
    expect(recorded(headers, { headers: { set, always: ['Authorization'], remove: [] } })).toEqual([
      ...headers,
      ['authorization', 'Bearer fixed'],
      ...REPLAY_HEADERS,
    ]);
  });

  test('have x-replay-mock off with enableMock false', () => {
    expect(recorded([], { enableMock: false }).at(-1)).toEqual(['x-replay-mock', 'off']);
  });
});

describe('the body of a replayed request', () => {
  test.for<[string | null, 'utf8' | 'base64', string | null]>([
    [null, 'utf8', null],
    ['', 'utf8', ''],
    ['é', 'utf8', 'c3a9'],
    ['AP8=', 'base64', '00ff'],
  ])('is sent from %j as %s', ([body, bodyEncoding, hex]) => {
    const { body: sent } = outgoingRequest(facts({ request: { ...facts().request, body, bodyEncoding } }));
    expect(sent && Buffer.from(sent).toString('hex')).toBe(hex);
  });
});

describe('a case that the AREX agent recorded', () => {
  const headers: [string, string][] = [
    ['arex-record-id', 'AREX-1'],
    ['arex-schedule-replay', 'old'],
    ['arex-replay-warm-up', 'true'],
    ['accept', '*/*'],
  ];

  test('names its record, so that the agent answers calls', () =>
    expect(recorded(headers)).toEqual([
      ['accept', '*/*'],
      ['arex-record-id', 'AREX-1'],
      ['arex-schedule-replay', 'true'],
      ...REPLAY_HEADERS,
    ]));

  test('does not name its record if calls are made for real', () =>
    expect(recorded(headers, { enableMock: false }).filter(([name]) => name.startsWith('arex-'))).toEqual([]));
});
