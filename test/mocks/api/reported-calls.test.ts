import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_REPORTED } from '../../../functions/mocks/domain/call.ts';
import { MAX_MADE_CALLS } from '../../../functions/mocks/service/call-consumer.ts';
import { jsonOfStored } from '../../../functions/platform/values/stored-json.ts';
import { APP_ID, type MockStage, openMockStage, REPLAY_ID, TRACE_ID } from '../mock-stage.ts';
import { get, insert, post, recorded } from '../sample-calls.ts';

let stage: MockStage;
beforeEach(() => {
  stage = openMockStage();
});
afterEach(() => stage.close());

const match = (call: unknown, change: object = {}, asked = stage.mocks) =>
  stage.ask('POST', '/api/recorder/mocks/match', { replayId: REPLAY_ID, call, ...change }, asked);

describe('GET /api/recorder/replays/{replayId}', () => {
  test('returns the facts of a replay', async () => {
    await stage.record('c1', [recorded(get('/a'), 1)]);
    await stage.begin();
    expect(await stage.ask('GET', `/api/recorder/replays/${REPLAY_ID}`)).toEqual({
      status: 200,
      body: {
        replayId: REPLAY_ID,
        caseId: 'c1',
        appId: APP_ID,
        recordedAt: '2026-11-20T11:59:59.000Z',
        enableMock: true,
        traceId: TRACE_ID,
      },
    });
    expect((await stage.ask('GET', `/api/recorder/replays/${'0'.repeat(24)}`)).status).toBe(404);
  });

  test('returns the recorded calls with credentials open', async () => {
    const login = post('/login', { password: 'canary-password' });
    await stage.record('c1', [recorded(login, 1), recorded(insert(1), 2)]);
    await stage.begin();
    const path = `/api/recorder/replays/${REPLAY_ID}/calls`;
    const { body } = await stage.ask('GET', `${path}?kind=http`);
    expect(body).toEqual({ items: [{ callId: '0', ...login, response: 1, error: null, durationMs: 3 }] });
    expect((await stage.ask('GET', `${path}?target=db`)).body).toMatchObject({ items: [{ callId: '1' }] });
    expect((await stage.ask('GET', `${path}?kind=x`)).status).toBe(400);
    expect((await match(insert(1))).body).toMatchObject({ callId: '1' });
  });
});

describe('POST /api/recorder/replays/{replayId}/calls', () => {
  const report = (calls: unknown, more: object = {}) =>
    stage.ask('POST', `/api/recorder/replays/${REPLAY_ID}/calls`, { calls, ...more });

  test('notes calls that were made for real, with the recorded ones that match them', async () => {
    await stage.record('c1', [recorded(insert(1), 'a'), recorded(get('/a'), 'b')]);
    await stage.begin({ enableMock: false });
    const made = [
      recorded(get('/a'), 'now b'),
      { ...insert(1), response: null, error: 'deadlock', durationMs: 9 },
      recorded(get('/new'), 1),
      { kind: 'x' },
    ];
    expect((await report(made)).body).toEqual({
      accepted: 3,
      rejected: [{ index: 3, reason: 'kind is missing or invalid' }],
    });
    expect(await stage.madeCalls(REPLAY_ID)).toMatchObject({
      asked: true,
      askedTargets: [],
      calls: [
        { recorded: 1, answeredBy: 'target', response: '"now b"', reason: null },
        { recorded: 0, answeredBy: 'target', error: 'deadlock', durationMs: 9 },
        { recorded: null, answeredBy: 'target', reason: 'NO_MATCH' },
      ],
    });
  });

  test('seals credentials of reported calls', async () => {
    await stage.record('c1', [recorded(insert(1), 'a')]);
    await stage.begin();
    await report([recorded(post('/token', { password: 'canary-password' }), { access_token: 'canary-token-12345' })]);
    const { items } = await stage.table.query({ pk: `T#default#MADE#${REPLAY_ID}` });
    expect(items.length).toBeGreaterThan(0);
    expect(JSON.stringify(items)).not.toContain('canary');
  });

  test('notes for an empty list that an agent took part', async () => {
    await stage.record('c1', [recorded(insert(1), 'a')]);
    await stage.begin();
    expect(await stage.madeCalls(REPLAY_ID)).toEqual({
      asked: false,
      askedTargets: [],
      isUnanswered: false,
      calls: [],
    });
    await report([]);
    expect(await stage.madeCalls(REPLAY_ID)).toEqual({ asked: true, askedTargets: [], isUnanswered: false, calls: [] });
  });

  test('keeps the targets that were called, also for later replays', async () => {
    await stage.record('c1', [recorded(insert(1), 'a')]);
    await stage.begin();
    await match(get('/a'));
    await match(insert(1));
    stage.clock.now += 1000;
    expect(await stage.process().madeCalls({ replayId: '0'.repeat(24), appId: APP_ID })).toEqual({
      asked: false,
      askedTargets: ['db', 'inventory'],
      isUnanswered: false,
      calls: [],
    });
    expect(await stage.process().madeCalls({ replayId: REPLAY_ID, appId: 'other' })).toMatchObject({
      askedTargets: [],
    });
  });

  test('notes calls that the service did not answer, and refuses a wrong report with its reason', async () => {
    await stage.begin();
    const note = (body: object) => stage.ask('POST', '/api/recorder/mocks/unanswered', body);
    expect((await stage.madeCalls(REPLAY_ID)).isUnanswered).toBe(false);
    expect(await note({ replayId: 'f'.repeat(24) })).toMatchObject({
      status: 404,
      body: { errorCode: 'REPLAY_NOT_FOUND' },
    });
    for (const wrong of [{}, { replayId: REPLAY_ID, appId: 'shop' }, { traceId: 'x' }])
      expect(await note(wrong)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_CALL' } });
    expect((await stage.madeCalls(REPLAY_ID)).isUnanswered).toBe(false);
    expect(await note({ replayId: REPLAY_ID })).toMatchObject({ status: 200, body: { replayId: REPLAY_ID } });
    expect((await stage.madeCalls(REPLAY_ID)).isUnanswered).toBe(true);
  });

  test('changes nothing for a repeated report', async () => {
    await stage.record('c1', [recorded(insert(1), 'a'), recorded(insert(1), 'b')]);
    await stage.begin();
    for (const reportId of ['r1', 'r1', 'r2']) await report([recorded(insert(1), 'a')], { reportId });
    const { calls } = await stage.madeCalls(REPLAY_ID);
    expect(calls.map(({ recorded: index }) => index)).toEqual([0, 1]);
  });

  test.for([
    [MAX_REPORTED, 200],
    [MAX_REPORTED + 1, 400],
  ])('answers for %i calls: %i', async ([length = 0, status]) => {
    await stage.record('c1', [recorded(insert(1), 'a')]);
    await stage.begin();
    const begin = { kind: 'database', target: 'db', operation: 'BEGIN', request: { sql: 'BEGIN' } };
    expect((await report(Array.from({ length }, () => begin))).status).toBe(status);
  });

  test('limits the calls of a replay', async () => {
    await stage.record('c1', [recorded(insert(1), 'a')]);
    await stage.begin();
    const calls = Array.from({ length: MAX_REPORTED }, () => recorded(get('/new'), 1));
    for (let noted = 0; noted < MAX_MADE_CALLS - MAX_REPORTED; noted += MAX_REPORTED)
      expect((await report(calls)).body).toMatchObject({ accepted: MAX_REPORTED });
    await report(calls.slice(1));
    expect((await report(calls.slice(0, 2))).body).toEqual({
      accepted: 1,
      rejected: [{ index: 1, reason: `a replay has at most ${MAX_MADE_CALLS} calls` }],
    });
    expect((await match(insert(1))).body).toMatchObject({ matched: true });
  });

  test.for([[undefined], [[], { reportId: '' }]])('refuses %j', async ([calls, more]) => {
    await stage.begin();
    expect((await report(calls, more as object)).status).toBe(400);
  });
});

describe('calls outside of requests', () => {
  const version = {
    kind: 'database',
    target: 'db',
    operation: 'v',
    request: { sql: 'SELECT oid FROM pg_type WHERE name = $1', parameters: ['x'] },
  };
  const note = (calls: unknown) => stage.ask('POST', `/api/recorder/apps/${APP_ID}/startup-calls`, { calls });
  const atStartup = { replayId: undefined, appId: APP_ID, startup: true };

  test('are answered by the newest equal one, any number of times', async () => {
    await note([recorded(version, 'old')]);
    expect((await note([recorded(version, 'new'), { kind: 'x' }])).body).toEqual({
      accepted: 1,
      rejected: [{ index: 0, reason: 'kind is missing or invalid' }].map((one) => ({ ...one, index: 1 })),
    });
    for (const _ of [1, 2])
      expect((await match(version, atStartup)).body).toMatchObject({
        matched: true,
        callId: 'startup',
        response: 'new',
      });
    expect((await match({ ...version, target: 'other' }, atStartup)).body).toMatchObject({
      matched: false,
      reason: 'NO_CALL_RECORDED',
    });
  });

  test('are answered by the newest of their operation for another parameter, outside of requests only', async () => {
    await note([recorded(version, 'oid')]);
    const other = { ...version, request: { ...version.request, parameters: ['other'] } };
    expect((await match(other, atStartup)).body).toMatchObject({
      matched: true,
      strategy: 'sequence',
      response: 'oid',
    });
    await stage.record('c1', [recorded(insert(1), 1)]);
    await stage.begin();
    expect((await match(other)).body).toMatchObject({ matched: false });
  });

  test('answer calls of a replay that no recorded call answers', async () => {
    await note([recorded(version, 'oid')]);
    await stage.record('c1', [recorded(insert(1), 1)]);
    await stage.begin();
    expect((await match(version)).body).toMatchObject({ matched: true, callId: 'startup', response: 'oid' });
    expect((await stage.madeCalls(REPLAY_ID)).calls).toMatchObject([
      { recorded: null, answeredBy: 'recording', strategy: 'reused', reason: null },
    ]);
  });

  test(`are kept, also ${MAX_REPORTED} at once`, async () => {
    const calls = Array.from({ length: MAX_REPORTED }, (_, n) => recorded(get(`/catalog/entry-${n}`), n));
    expect((await note(calls)).body).toEqual({ accepted: MAX_REPORTED, rejected: [] });
    expect((await match(get(`/catalog/entry-${MAX_REPORTED - 1}`), atStartup)).body).toMatchObject({
      response: MAX_REPORTED - 1,
    });
  });

  test('are sealed', async () => {
    const auth = post('/token', { password: 'canary-password' });
    await note([recorded(auth, { access_token: 'canary-token-12345' })]);
    const { items } = await stage.table.query({ pk: `T#default#APP#${APP_ID}`, prefix: 'STARTUP#' });
    expect(items).toHaveLength(2);
    for (const { data } of items)
      expect(JSON.stringify(jsonOfStored(data ?? new Uint8Array()))).not.toContain('canary');
    expect((await match(auth, atStartup)).body).toMatchObject({ response: { access_token: 'canary-token-12345' } });
  });
});
