import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GatewayStage, openGatewayStage } from '../gateway-stage.ts';
import { APP_ID, REPLAY_ID, TRACE_ID } from '../mock-stage.ts';
import { CORRELATIONS, ownCalls, recorded, TRACED } from '../outsider-calls.ts';
import { get } from '../sample-calls.ts';

let stage: GatewayStage;
beforeEach(() => {
  stage = openGatewayStage();
});
afterEach(() => stage.close());

const findings = (on: GatewayStage) => on.madeCalls(REPLAY_ID);

describe('an instance under test that carries a key and passes on what its users send, with mocks.correlation replayId', () => {
  const KEY = { 'x-api-key': 'agent-key' };

  test('takes part by tracestate', async () => {
    await recorded(stage, 'replayId');
    await stage.begin();
    const { headers } = CORRELATIONS.tracestate ?? { headers: {} };
    expect((await stage.ask('/inventory/stock/7', { headers: { ...headers, ...KEY } })).text).toBe('recorded');
    expect((await findings(stage)).calls).toHaveLength(1);
  });

  test.for<[correlation: string, reason: string]>([
    ['traceparent', 'REPLAY_ID_NEEDED'],
    ['tracestate of another system', 'REPLAY_ID_NEEDED'],
    ['guessed tracestate', 'REPLAY_NOT_FOUND'],
    ['single', 'NOT_SINGLE'],
    ['none', 'REPLAY_NOT_FOUND'],
  ])('opens nothing by %s: %s, and findings stay', async ([correlation, reason]) => {
    const undisturbed = openGatewayStage();
    try {
      for (const on of [stage, undisturbed]) {
        await recorded(on, 'replayId');
        await on.begin();
      }
      const { headers, base } = CORRELATIONS[correlation] ?? { headers: {}, base: '' };
      for (const path of [`${base}/prices/7`, `${base}/inventory/stock/7`])
        expect((await stage.ask(path, { headers: { ...headers, ...KEY } })).reason).toBe(reason);
      expect([(await findings(stage)).calls, stage.sent]).toEqual([[], []]);
      expect(await ownCalls(stage)).toEqual(await ownCalls(undisturbed));
      expect(await findings(stage)).toEqual(await findings(undisturbed));
    } finally {
      await undisturbed.close();
    }
  });

  test.for<[what: string, named: object]>([
    ['the recorded trace', { traceId: TRACE_ID }],
    ['the application', { appId: APP_ID }],
  ])('opens nothing by the protocol of agents with %s', async ([, named]) => {
    await recorded(stage, 'replayId');
    await stage.begin();
    const call = get('/stock/7');
    const one = await stage.agent('POST', '/api/recorder/mocks/match', { ...named, call });
    expect(one).toMatchObject({ status: 409, body: { errorCode: 'REPLAY_ID_NEEDED' } });
    const several = await stage.agent('POST', '/api/recorder/mocks/match-batch', { items: [{ ...named, call }] });
    expect(several.body).toMatchObject({ items: [{ errorCode: 'REPLAY_ID_NEEDED' }] });
    expect((await findings(stage)).calls).toEqual([]);
    const own = await stage.agent('POST', '/api/recorder/mocks/match', { replayId: REPLAY_ID, call });
    expect(own.body).toMatchObject({ matched: true });
  });

  test('a trace that two applications share stays open for the other one', async () => {
    await recorded(stage, 'replayId');
    await stage.begin();
    await stage.begin({ replayId: 'c'.repeat(24), planItemId: 'p2:0', appId: 'other' });
    const headers = { traceparent: TRACED, ...KEY };
    expect((await stage.ask('/inventory/stock/7', { headers })).text).toBe('recorded');
    expect((await findings(stage)).calls).toEqual([]);
    expect((await stage.mocks.madeCalls({ replayId: 'c'.repeat(24), appId: 'other' })).calls).toHaveLength(1);
  });
});
