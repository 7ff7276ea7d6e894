import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ALIAS_BYTES } from '../../../functions/mocks/service/mocks.ts';
import { MAX_REPLAYS } from '../../../functions/mocks/service/replay-states.ts';
import { APP_ID, type MockStage, openMockStage, REPLAY_ID, TRACE_ID } from '../mock-stage.ts';
import { get, recorded } from '../sample-calls.ts';

let stage: MockStage;
beforeEach(() => {
  stage = openMockStage();
});
afterEach(() => stage.close());

const match = (call: unknown, change: object = {}, asked = stage.mocks) =>
  stage.ask('POST', '/api/recorder/mocks/match', { replayId: REPLAY_ID, call, ...change }, asked);

describe('the replayed request of a call', () => {
  const OTHER = 'f'.repeat(24);

  test('is found by its trace, in the replay that recorded the call', async () => {
    await stage.record('c1', [recorded(get('/a'), 'of c1')]);
    await stage.record('c2', [recorded(get('/b'), 'of c2')]);
    await stage.begin();
    await stage.begin({ replayId: OTHER, caseId: 'c2', planItemId: 'p1:1' });
    const byTrace = { replayId: undefined, traceId: TRACE_ID };
    expect((await match(get('/b'), byTrace)).body).toMatchObject({ response: 'of c2' });
    expect((await match(get('/a'), byTrace)).body).toMatchObject({ response: 'of c1' });
    expect(await match(get('/c'), byTrace)).toMatchObject({ status: 409, body: { errorCode: 'REPLAY_AMBIGUOUS' } });
    await stage.mocks.end({ replayId: OTHER, traceId: TRACE_ID, appId: APP_ID });
    expect((await match(get('/c'), byTrace)).body).toMatchObject({ matched: false, reason: 'NO_MATCH' });
  });

  test('is found by its application, if only one is running', async () => {
    await stage.record('c1', [recorded(get('/a'), 1), recorded(get('/a'), 2)]);
    await stage.begin();
    const byApplication = { replayId: undefined, appId: APP_ID };
    expect((await match(get('/a'), byApplication)).body).toMatchObject({ response: 1 });
    await stage.begin({ replayId: OTHER, planItemId: 'p1:1' });
    expect(await match(get('/a'), byApplication)).toMatchObject({
      status: 409,
      body: { errorCode: 'REPLAY_AMBIGUOUS' },
    });
  });

  test('is the latest one when a request is sent again after a crash', async () => {
    await stage.record('c1', [recorded(get('/a'), 1)]);
    await stage.begin();
    stage.clock.now += 1;
    await stage.begin({ replayId: OTHER });
    expect((await match(get('/a'), { replayId: undefined, appId: APP_ID })).body).toMatchObject({ response: 1 });
    expect((await stage.madeCalls(OTHER)).calls).toHaveLength(1);
  });

  test('is not found after its end or its expiry', async () => {
    await stage.record('c1', [recorded(get('/a'), 1), recorded(get('/a'), 2)]);
    await stage.begin();
    expect((await match(get('/a'))).status).toBe(200);
    stage.clock.now += 60_000;
    expect((await match(get('/a'))).status).toBe(404);
    await stage.begin({ replayId: OTHER });
    await stage.mocks.end({ replayId: OTHER, traceId: TRACE_ID, appId: APP_ID });
    expect((await match(get('/a'), { replayId: OTHER })).status).toBe(404);
    expect((await match(get('/a'), { replayId: undefined, traceId: TRACE_ID })).status).toBe(404);
  });

  test('belongs to one tenant', async () => {
    await stage.record('c1', [recorded(get('/a'), 1)]);
    await stage.begin();
    expect((await match(get('/a'), {}, stage.process('another'))).status).toBe(404);
  });

  test('is not prepared for an application without calls', async () => {
    await stage.record('c1', []);
    expect(await stage.begin({ calls: 0 })).toBe(false);
    await stage.record('c2', [recorded(get('/a'), 1)]);
    // Another process recorded it.
    stage.clock.now += 200;
    expect(await stage.begin({ calls: 0 })).toBe(true);
    expect((await match(get('/a'))).body).toMatchObject({ reason: 'NO_CALL_RECORDED' });
  });

  test.for<[bytes: number, answer: string]>([
    [MAX_ALIAS_BYTES, 'exact'],
    [MAX_ALIAS_BYTES + 1, 'sequence'],
  ])('has, for %i bytes of mapped values, the strategy %s', async ([bytes, strategy]) => {
    await stage.record('c1', [recorded(get('/tasks/5'), 1)]);
    const rest = { replayed: 'x'.repeat(bytes / 2), recorded: 'y'.repeat(bytes / 2 - 6 + (bytes % 2)), thing: null };
    await stage.begin({ aliases: [rest, { replayed: '7', recorded: '5', thing: 'task' }] });
    expect((await match(get('/tasks/7'))).body).toMatchObject({ strategy });
  });

  test('is found again after a process has forgotten it among many', async () => {
    await stage.record('c1', [recorded(get('/a'), 1), recorded(get('/a'), 2)]);
    await stage.begin();
    expect((await match(get('/a'))).body).toMatchObject({ callId: '0' });
    for (let n = 0; n < MAX_REPLAYS; n++) {
      const replayId = n.toString(16).padStart(24, 'a');
      await stage.begin({ replayId, planItemId: `p2:${n}` });
      await stage.mocks.find({ replayId });
    }
    expect((await match(get('/a'))).body).toMatchObject({ callId: '1' });
  });
});
