import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_GATEWAY_BODY } from '../../../functions/mocks/api/gateway.ts';
import { type GatewayStage, openGatewayStage, TARGET_ADDRESS } from '../gateway-stage.ts';
import { APP_ID, type MockStage, REPLAY_ID, TRACE_ID } from '../mock-stage.ts';
import { CORRELATIONS, ownCalls, recorded } from '../outsider-calls.ts';

const OTHER_ADDRESS = '10.0.0.10';
const CREDENTIALS = ['none', 'read-key', 'agent-key', 'key-of-another-tenant'] as const;
const TIMES = ['before', 'during', 'after'] as const;
const ADDRESSES = [TARGET_ADDRESS, OTHER_ADDRESS] as const;

type Credential = (typeof CREDENTIALS)[number];
type Time = (typeof TIMES)[number];
type Cell = [credential: Credential, correlation: string, time: Time, address: string];

const CELLS: Cell[] = CREDENTIALS.flatMap((credential) =>
  Object.keys(CORRELATIONS).flatMap((correlation) =>
    TIMES.flatMap((time) => ADDRESSES.map((address): Cell => [credential, correlation, time, address])),
  ),
);

const namesReplay = (correlation: string) => ['replay id', 'tracestate', 'baggage'].includes(correlation);

/** What the recorded call answers in a cell; `null`: the recorded response. */
function reasonIn([credential, correlation, time, address]: Cell): string | null {
  if (credential === 'agent-key') {
    if (correlation === 'none' || correlation === 'guessed tracestate') return 'REPLAY_NOT_FOUND';
    return time === 'during' ? null : 'REPLAY_NOT_FOUND';
  }
  if (credential === 'key-of-another-tenant') return correlation === 'single' ? 'NOT_SINGLE' : 'REPLAY_NOT_FOUND';
  const isOfTarget = namesReplay(correlation) && time === 'during' && address === TARGET_ADDRESS;
  return isOfTarget ? null : 'KEY_NEEDED';
}

let stage: GatewayStage;
beforeEach(() => {
  stage = openGatewayStage();
});
afterEach(() => stage.close());

const findings = (on: Pick<MockStage, 'madeCalls'>) => on.madeCalls(REPLAY_ID);

describe('the gateway by credential, correlation, time and address', () => {
  test.for(CELLS)('answers %s, %s, %s the replay, from %s', async (cell) => {
    const [credential, correlation, time, address] = cell;
    const { headers, base } = CORRELATIONS[correlation] ?? { headers: {}, base: '' };
    const sent = credential === 'none' ? headers : { ...headers, 'x-api-key': credential };
    const expected = reasonIn(cell);
    await recorded(stage);

    let asked: { status: number; reason: string | null; text: string }[] = [];
    let noted = 0;
    async function outsider(): Promise<void> {
      const before = (await findings(stage)).calls.length;
      asked = [
        await stage.ask(`${base}/prices/7`, { headers: sent, address }),
        await stage.ask(`${base}/inventory/stock/7`, { headers: sent, address }),
      ];
      noted = (await findings(stage)).calls.length - before;
    }
    if (time === 'before') await outsider();
    await stage.begin();
    if (time === 'during') await outsider();
    const own = await ownCalls(stage);
    if (time === 'after') {
      await stage.mocks.end({ replayId: REPLAY_ID, traceId: TRACE_ID, appId: APP_ID });
      await outsider();
    }

    const [price, stock] = asked;
    expect(stock?.reason ?? null).toBe(expected);
    if (expected === null) {
      // Every permitted caller takes part: its calls are noted, and only a key makes one for real.
      expect([stock?.text, noted]).toEqual(['recorded', 2]);
      expect(price).toMatchObject(
        credential === 'agent-key' ? { text: 'real' } : { status: 401, reason: 'KEY_NEEDED' },
      );
      expect(stage.sent).toHaveLength(credential === 'agent-key' ? 1 : 0);
      return;
    }
    expect([stock?.status, noted, stage.sent]).toEqual([expected === 'KEY_NEEDED' ? 401 : stock?.status, 0, []]);
    expect(price?.reason).toBe(expected);
    const undisturbed = openGatewayStage();
    try {
      await recorded(undisturbed);
      await undisturbed.begin();
      expect(own).toEqual(await ownCalls(undisturbed));
      expect(await findings(stage)).toEqual(await findings(undisturbed));
    } finally {
      await undisturbed.close();
    }
  });
});

describe('a call without a key', () => {
  const status = async (address: string | null, more: Record<string, string> = {}) =>
    (await stage.ask('/inventory/stock/7', { address, headers: { 'x-replay-id': REPLAY_ID, ...more } })).status;
  beforeEach(() => recorded(stage));

  test.for<[host: string, addresses: string[], address: string | null, status: number]>([
    ['10.0.0.9', [], '10.0.0.9', 200],
    ['10.0.0.9', [], '::ffff:10.0.0.9', 200],
    ['shop.test', ['10.0.0.1', '10.0.0.9'], '10.0.0.9', 200],
    ['shop.test', ['10.0.0.1', '10.0.0.9'], '10.0.0.8', 401],
    ['shop.test', ['::ffff:10.0.0.9'], '10.0.0.9', 200],
    ['[2001:db8::1]', [], '2001:db8::1', 200],
    ['[2001:db8::1]', [], '2001:db8::2', 401],
    ['shop.test.', ['10.0.0.9'], '10.0.0.9', 200],
    ['away.test', [], '10.0.0.9', 401],
    ['shop.test', ['10.0.0.9'], null, 401],
    ['localhost', ['127.0.0.1', '::1'], '::1', 200],
    ['127.0.0.2', [], '127.0.0.1', 200],
    ['127.0.0.1', [], '::ffff:127.0.0.1', 200],
    ['127.0.0.1', [], '10.0.0.9', 401],
    ['shop.test', ['10.0.0.9'], '127.0.0.1', 401],
    ['127.0.0.1', [], '::2', 401],
    ['shop.test', ['not an address'], 'not an address', 401],
  ])('is answered, for a target at %s %j, from %s: %i', async ([targetHost, addresses, address, expected]) => {
    stage.names.clear();
    if (addresses.length > 0) stage.names.set(targetHost.replace(/\.$/, ''), addresses);
    await stage.begin({ targetHost });
    expect(await status(address)).toBe(expected);
    expect((await findings(stage)).calls).toHaveLength(expected === 200 ? 1 : 0);
  });

  test.for<[name: string, value: string, status: number]>([
    ['via', '1.1 proxy', 401],
    ['forwarded', 'for=10.0.0.7', 401],
    ['x-forwarded-for', '10.0.0.7', 401],
    ['x-forwarded-host', 'shop.test', 401],
    ['x-forwarded', 'for=10.0.0.7', 401],
    ['x-real-ip', '10.0.0.7', 401],
    ['cf-connecting-ip', '10.0.0.7', 401],
    ['true-client-ip', '10.0.0.7', 401],
    ['sec-fetch-site', 'none', 401],
    ['sec-fetch-mode', 'cors', 200],
    ['x-forwardedness', '1', 200],
    ['user-agent', 'via', 200],
  ])('is answered, from the target with %s: %s, with %i', async ([name, value, expected]) => {
    for (const host of ['shop.test', '127.0.0.1']) {
      const replayId = (host === 'shop.test' ? 'a' : 'b').repeat(24);
      await stage.begin({ replayId, planItemId: host, targetHost: host });
      const address = host === 'shop.test' ? TARGET_ADDRESS : host;
      expect(await status(address, { 'x-replay-id': replayId, [name]: value })).toBe(expected);
    }
  });

  test('is not answered while mocking is off, nor for a replay of an earlier version', async () => {
    await stage.begin({ enableMock: false });
    expect(await status(TARGET_ADDRESS)).toBe(401);
    await stage.begin({ replayId: 'a'.repeat(24), targetHost: null });
    expect(await status(TARGET_ADDRESS, { 'x-replay-id': 'a'.repeat(24) })).toBe(401);
    expect([(await findings(stage)).calls, stage.sent]).toEqual([[], []]);
  });

  test.for<[who: string, headers: Record<string, string>, address: string, isNoted: boolean]>([
    ['the instance under test', { 'x-replay-id': REPLAY_ID }, TARGET_ADDRESS, true],
    ['an agent with a key', { 'x-replay-id': REPLAY_ID, 'x-api-key': 'agent-key' }, OTHER_ADDRESS, true],
    ['an outsider', { 'x-replay-id': REPLAY_ID }, OTHER_ADDRESS, false],
    [
      'a key of another tenant',
      { 'x-replay-id': REPLAY_ID, 'x-api-key': 'key-of-another-tenant' },
      TARGET_ADDRESS,
      false,
    ],
    ['a key that only reads', { 'x-replay-id': REPLAY_ID, 'x-api-key': 'read-key' }, OTHER_ADDRESS, false],
  ])(
    'invalidates, when too large, the result of the request from %s only if it may ask',
    async ([, headers, address, isNoted]) => {
      await recorded(stage);
      await stage.begin();
      const body = new Uint8Array(MAX_GATEWAY_BODY + 1);
      const { status: answered } = await stage.ask('/inventory/stock/7', { method: 'POST', headers, address, body });
      expect(answered).toBe(413);
      expect((await findings(stage)).isUnanswered).toBe(isNoted);
    },
  );

  test('is noted as one without an answer when it needs a real call', async () => {
    await stage.begin();
    const answer = await stage.ask('/prices/7');
    expect([answer.status, answer.reason, stage.sent]).toEqual([401, 'KEY_NEEDED', []]);
    expect((await findings(stage)).calls).toMatchObject([{ target: 'prices', answeredBy: 'nothing' }]);
  });

  test('looks up the addresses of a name once in 5 s', async () => {
    await stage.begin();
    for (const after of [0, 4_999, 1]) {
      stage.clock.now += after;
      expect(await status(TARGET_ADDRESS)).toBe(200);
    }
    expect(stage.lookups()).toBe(2);
  });
});

describe('a key', () => {
  beforeEach(async () => {
    await recorded(stage);
    await stage.begin();
  });
  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const from = (headers: Record<string, string>, isGuarded = false) =>
    stage.ask('/prices/7', { address: OTHER_ADDRESS, headers: { 'x-replay-id': REPLAY_ID, ...headers }, isGuarded });
  const REAL = new Set(['x-api-key', 'authorization', 'access-token', 'x-tenant-id', 'arex-api-token']);
  const forwarded = () => stage.sent[0]?.headers.filter(([name]) => REAL.has(name));

  test.for<[name: string, headers: Record<string, string>, forwarded: [string, string][]]>([
    ['x-api-key', { 'x-api-key': 'agent-key' }, []],
    ['x-api-key of scope admin', { 'x-api-key': 'admin-key' }, []],
    ['basic credentials', { authorization: basic('agent', 'agent-key') }, []],
    [
      'x-api-key, beside a token of the real service',
      { 'x-api-key': 'agent-key', authorization: 'Bearer real' },
      [['authorization', 'Bearer real']],
    ],
    [
      'basic credentials, beside a key of the real service',
      { authorization: basic('agent', 'agent-key'), 'x-api-key': 'real' },
      [['x-api-key', 'real']],
    ],
    [
      'x-api-key, beside other credentials of the service',
      { 'x-api-key': 'agent-key', 'access-token': 'a', 'arex-api-token': 'b', 'x-tenant-id': 'default' },
      [],
    ],
    [
      'x-api-key, beside a password of the real service',
      { 'x-api-key': 'agent-key', authorization: basic('shop', 'secret') },
      [['authorization', basic('shop', 'secret')]],
    ],
  ])('is accepted as %s and not forwarded', async ([, headers, expected]) => {
    expect((await from(headers)).text).toBe('real');
    expect(forwarded()).toEqual(expected);
  });

  test('is not forwarded with the password of the service itself', async () => {
    const headers = { 'x-api-key': 'agent-key', authorization: basic('agent', 'of the service') };
    expect((await from(headers, true)).text).toBe('real');
    expect(forwarded()).toEqual([]);
  });

  test.for<[name: string, headers: Record<string, string>]>([
    ['a wrong key', { 'x-api-key': 'wrong' }],
    ['a bearer token', { authorization: 'Bearer agent-key' }],
    ['an access token', { 'access-token': 'agent-key' }],
    ['basic credentials of another user', { authorization: basic('admin', 'agent-key') }],
    ['a wrong password', { authorization: basic('agent', 'wrong'), 'x-api-key': 'agent-key' }],
    ['a password that is not a header', { authorization: basic('agent', 'a\nb') }],
    ['a key without the scope', { 'x-api-key': 'read-key' }],
  ])('is refused as %s', async ([, headers]) => {
    const answer = await from(headers);
    expect([answer.status, answer.reason, stage.sent]).toEqual([401, 'KEY_NEEDED', []]);
    expect((await findings(stage)).calls).toEqual([]);
  });

  test('finds no replay if several requests are running, and none without the setting', async () => {
    const headers = { 'x-api-key': 'agent-key' };
    const single = () => stage.ask(`/~${APP_ID}/inventory/stock/7`, { headers, address: '127.0.0.1' });
    await stage.begin({ replayId: 'c'.repeat(24), planItemId: 'p1:9' });
    expect((await single()).reason).toBe('REPLAY_AMBIGUOUS');
    await stage.changeSettings({ mocks: { correlation: 'headers' } });
    expect((await single()).reason).toBe('NOT_SINGLE');
  });
});
