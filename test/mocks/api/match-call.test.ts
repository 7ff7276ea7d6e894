import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maySeal } from '../../../functions/platform/values/sealed-text.ts';
import { APP_ID, type MockStage, openMockStage, REPLAY_ID } from '../mock-stage.ts';
import { get, insert, post, recorded } from '../sample-calls.ts';

let stage: MockStage;
beforeEach(() => {
  stage = openMockStage();
});
afterEach(() => stage.close());

const match = (call: unknown, change: object = {}, asked = stage.mocks) =>
  stage.ask('POST', '/api/recorder/mocks/match', { replayId: REPLAY_ID, call, ...change }, asked);
const callIds = (answers: readonly { body: unknown }[]) =>
  answers.map(({ body }) => (body as { callId?: string }).callId);

describe('POST /api/recorder/mocks/match (interface 12)', () => {
  test('answers from the recording, with each call once', async () => {
    await stage.record('c1', [
      recorded(post('/a', { n: 1 }), { status: 201 }),
      recorded(post('/a', { n: 1 }), { status: 200 }),
    ]);
    await stage.begin();
    expect((await match(post('/a', { n: 1 }))).body).toEqual({
      matched: true,
      strategy: 'exact',
      callId: '0',
      response: { status: 201 },
      error: null,
      durationMs: 3,
      delayMs: 0,
    });
    expect((await match(post('/a', { n: 1 }))).body).toMatchObject({ callId: '1', response: { status: 200 } });
    expect((await match(post('/a', { n: 1 }))).body).toEqual({
      matched: false,
      reason: 'ALL_CONSUMED',
      onMiss: 'fail',
      nearest: [
        { callId: '0', operation: 'POST /a', score: 1, differs: [] },
        { callId: '1', operation: 'POST /a', score: 1, differs: [] },
      ],
    });
    expect((await stage.madeCalls(REPLAY_ID)).calls).toMatchObject([
      { recorded: 0, answeredBy: 'recording', strategy: 'exact', reason: null },
      { recorded: 1, answeredBy: 'recording', strategy: 'exact', reason: null },
      { recorded: null, answeredBy: 'nothing', strategy: null, reason: 'ALL_CONSUMED' },
    ]);
  });

  test('answers a read again that is made more often, and notes that', async () => {
    await stage.record('c1', [recorded(get('/a'), 1)]);
    await stage.begin();
    await match(get('/a'));
    expect((await match(get('/a'))).body).toMatchObject({ matched: true, strategy: 'sequence', callId: '0' });
    expect((await stage.madeCalls(REPLAY_ID)).calls).toMatchObject([{ strategy: 'exact' }, { strategy: 'reused' }]);
  });

  test('answers with the error of a recorded call', async () => {
    await stage.record('c1', [recorded(get('/a'), null, { error: { code: 'ECONNRESET' } })]);
    await stage.begin();
    expect((await match(get('/a'))).body).toMatchObject({
      matched: true,
      response: null,
      error: '{"code":"ECONNRESET"}',
    });
  });

  test('stores credentials sealed, answers them open, and matches them although sealed', async () => {
    const token = 'canary-token-12345';
    const login = post('/login', { password: 'canary-password' });
    const query = {
      kind: 'database',
      target: 'db',
      operation: 'q',
      request: { sql: 'select a from s where t = $1', parameters: [token] },
    };
    await stage.record(
      'c1',
      [recorded(login, { status: 200, body: JSON.stringify({ access_token: token }) }), recorded(query, [])],
      {
        headers: [['authorization', `Bearer ${token}`]],
      },
    );
    await stage.begin({ calls: 2 });
    expect((await match(login)).body).toMatchObject({
      strategy: 'exact',
      response: { body: JSON.stringify({ access_token: token }) },
    });
    expect((await match(query)).body).toMatchObject({ strategy: 'exact', callId: '1' });
    const { calls } = await stage.madeCalls(REPLAY_ID);
    expect(calls.map(({ request }) => maySeal(request))).toEqual([true, true]);
    const { items } = await stage.table.query({ pk: `T#default#MADE#${REPLAY_ID}` });
    expect(JSON.stringify(items)).not.toContain('canary');
  });

  test('compares values of value mapping as recorded, and answers them as replayed', async () => {
    await stage.record('c1', [recorded(get('/tasks/5'), { status: 200, body: '{"id":5,"count":5}' })]);
    await stage.begin({ aliases: [{ replayed: '7', recorded: '5', thing: 'task' }] });
    expect((await match(get('/tasks/7'))).body).toMatchObject({
      strategy: 'exact',
      response: { body: '{"id":7,"count":5}' },
    });
    expect((await stage.madeCalls(REPLAY_ID)).calls[0]?.request).toContain('/tasks/7');
  });

  test.for<[settings: object, expected: object]>([
    [{}, { onMiss: 'fail' }],
    [{ onMiss: 'passThrough' }, { onMiss: 'passThrough' }],
    [{ onMiss: 'default' }, { onMiss: 'fail' }],
    [
      { targets: { inventory: { onMiss: 'default', response: { status: 204 } } } },
      { onMiss: 'default', response: { status: 204 } },
    ],
    [{ onMiss: 'passThrough', targets: { other: { onMiss: 'fail' } } }, { onMiss: 'passThrough' }],
    [{ onMiss: 'passThrough', targets: { inventory: { onMiss: 'fail' } } }, { onMiss: 'fail' }],
  ])('answers a miss under %j', async ([mocks, expected]) => {
    expect(await stage.changeSettings({ mocks })).toMatchObject({ ok: true });
    await stage.record('c1', [recorded(insert(1), 1)]);
    await stage.begin();
    const { body } = await match(get('/a'));
    expect(body).toEqual({ matched: false, reason: 'NO_CALL_RECORDED', nearest: [], ...expected });
  });

  test('answers with the recorded latency if that is set', async () => {
    await stage.changeSettings({ mocks: { replayLatency: 'recorded' } });
    await stage.record('c1', [recorded(get('/a'), 1)]);
    await stage.begin();
    expect((await match(get('/a'))).body).toMatchObject({ durationMs: 3, delayMs: 3 });
  });

  test('answers nothing while mocking is off, and names the recorded call', async () => {
    await stage.record('c1', [recorded(get('/a'), 1)]);
    await stage.begin({ enableMock: false });
    expect((await match(get('/a'))).body).toEqual({
      matched: false,
      reason: 'MOCKING_OFF',
      nearest: [],
      onMiss: 'passThrough',
    });
    expect((await stage.madeCalls(REPLAY_ID)).calls).toMatchObject([
      { recorded: 0, answeredBy: 'target', reason: 'MOCKING_OFF' },
    ]);
  });

  test('answers a repeated question the same, also from another process', async () => {
    await stage.record('c1', [recorded(insert(1), 'a'), recorded(insert(1), 'b')]);
    await stage.begin({ calls: 2 });
    const asked = [
      await match(insert(1), { askId: 'x' }),
      await match(insert(1), { askId: 'x' }),
      await match(insert(1), { askId: 'x' }, stage.process()),
      await match(insert(1), { askId: 'y' }),
      await match(insert(1), { askId: 'x' }),
    ];
    expect(callIds(asked)).toEqual(['0', '0', '0', '1', '0']);
    expect((await stage.madeCalls(REPLAY_ID)).calls).toHaveLength(2);
  });

  test('leaves a statement of a session to the agent, and does not note it', async () => {
    await stage.record('c1', [recorded(insert(1), 1)]);
    await stage.begin();
    const begin = { kind: 'database', target: 'db', operation: 'BEGIN', request: { sql: 'BEGIN' } };
    expect((await match(begin)).body).toMatchObject({ matched: false, onMiss: 'passThrough' });
    expect((await stage.madeCalls(REPLAY_ID)).calls).toEqual([]);
  });

  test('keeps a large request whole', async () => {
    const large = post('/a', { text: 'x'.repeat(400_000) });
    await stage.record('c1', [recorded(large, 1)]);
    await stage.begin();
    expect((await match(large)).body).toMatchObject({ strategy: 'exact' });
    const { calls } = await stage.madeCalls(REPLAY_ID);
    expect(calls[0]?.request.length).toBeGreaterThan(400_000);
  });

  test.for<[name: string, input: object, status: number, code: string]>([
    ['an unknown replay', { replayId: '0'.repeat(24) }, 404, 'REPLAY_NOT_FOUND'],
    ['an invalid replay id', { replayId: 'x' }, 404, 'REPLAY_NOT_FOUND'],
    ['an unknown trace', { replayId: undefined, traceId: '1'.repeat(32) }, 404, 'REPLAY_NOT_FOUND'],
    ['no name', { replayId: undefined }, 400, 'INVALID_CALL'],
    ['two names', { appId: APP_ID }, 400, 'INVALID_CALL'],
    ['startup without an application', { startup: true }, 400, 'INVALID_CALL'],
    ['no call', { call: undefined }, 400, 'INVALID_CALL'],
    ['an unknown kind', { call: { ...get('/a'), kind: 'secret' } }, 400, 'INVALID_CALL'],
    ['a long target', { call: { ...get('/a'), target: 'x'.repeat(2049) } }, 400, 'INVALID_CALL'],
    ['an unusable askId', { askId: 'x'.repeat(65) }, 400, 'INVALID_CALL'],
  ])('refuses a question with %s', async ([, input, status, code]) => {
    await stage.record('c1', [recorded(get('/a'), 1)]);
    await stage.begin();
    const answer = await match(get('/a'), input);
    expect(answer).toMatchObject({ status, body: { errorCode: code } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
