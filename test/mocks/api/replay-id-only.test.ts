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

const OTHER = 'c'.repeat(24);

const findings = (on: GatewayStage) => on.madeCalls(REPLAY_ID);

describe('an instance under test that has a key and forwards headers of its users, with mocks.correlation replayId', () => {
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
  ])('gets no answer by %s (%s), and findings stay the same', async ([correlation, reason]) => {
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
  ])('gets no answer by the protocol of agents with %s', async ([, named]) => {
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

  test('leaves a trace that two applications share to the other one', async () => {
    await recorded(stage, 'replayId');
    await stage.begin();
    await stage.begin({ replayId: OTHER, planItemId: 'p2:0', appId: 'other' });
    const headers = { traceparent: TRACED, ...KEY };
    expect((await stage.ask('/inventory/stock/7', { headers })).text).toBe('recorded');
    expect((await findings(stage)).calls).toEqual([]);
    expect((await stage.mocks.madeCalls({ replayId: OTHER, appId: 'other' })).calls).toHaveLength(1);
  });
});

describe('an instance under test that has a key and forwards headers of its users, by default', () => {
  const KEY = { 'x-api-key': 'agent-key' };
  const stolen = (path: string) => stage.ask(path, { headers: { traceparent: TRACED, ...KEY } });

  test('gets no answer by trace id from a target that was called with a replay id, also in an earlier request', async () => {
    const undisturbed = openGatewayStage();
    try {
      for (const on of [stage, undisturbed]) {
        await recorded(on, 'auto');
        await on.begin({ replayId: OTHER, planItemId: 'p1:9' });
        const named = { headers: { 'x-replay-id': OTHER, ...KEY } };
        expect((await on.ask('/inventory/stock/7', named)).text).toBe('recorded');
        await on.mocks.end({ replayId: OTHER, traceId: TRACE_ID, appId: APP_ID });
        await on.begin();
      }
      for (const path of ['/inventory/stock/7', '/inventory/other'])
        expect((await stolen(path)).reason).toBe('REPLAY_ID_NEEDED');
      const byTrace = { traceId: TRACE_ID, call: get('/stock/7') };
      expect(await stage.agent('POST', '/api/recorder/mocks/match', byTrace)).toMatchObject({ status: 409 });
      expect(await ownCalls(stage)).toEqual(await ownCalls(undisturbed));
      expect(await findings(stage)).toEqual(await findings(undisturbed));
    } finally {
      await undisturbed.close();
    }
  });

  test('finds the replay by trace id for a target that no call with a replay id has reached', async () => {
    await recorded(stage, 'auto');
    await stage.begin();
    await stage.ask('/prices/7', { headers: { 'x-replay-id': REPLAY_ID, ...KEY } });
    expect((await stolen('/prices/7')).reason).toBe('REPLAY_ID_NEEDED');
    expect((await stolen('/inventory/stock/7')).text).toBe('recorded');
  });

  test('finds the replay by trace id for every target with mocks.correlation headers', async () => {
    await recorded(stage, 'headers');
    await stage.begin();
    await stage.ask('/inventory/other', { headers: { 'x-replay-id': REPLAY_ID, ...KEY } });
    expect((await stolen('/inventory/stock/7')).text).toBe('recorded');
  });
});
