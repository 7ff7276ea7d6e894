import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_BATCH } from '../../../functions/mocks/domain/call.ts';
import { type MockStage, openMockStage, REPLAY_ID } from '../mock-stage.ts';
import { insert, recorded } from '../sample-calls.ts';

let stage: MockStage;
beforeEach(() => {
  stage = openMockStage();
});
afterEach(() => stage.close());

const match = (call: unknown, change: object = {}, asked = stage.mocks) =>
  stage.ask('POST', '/api/recorder/mocks/match', { replayId: REPLAY_ID, call, ...change }, asked);
const callIds = (answers: readonly { body: unknown }[]) =>
  answers.map(({ body }) => (body as { callId?: string }).callId);

describe('calls at the same time', () => {
  test('get another recording each, in any order, in two processes', async () => {
    const CALLS = 12;
    await stage.record(
      'c1',
      Array.from({ length: CALLS }, (_, n) => recorded(insert(1), n)),
    );
    let replays = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.boolean(), { minLength: CALLS, maxLength: CALLS }),
        async (scheduler, elsewhere) => {
          const replayId = (++replays).toString(16).padStart(24, '0');
          await stage.begin({ replayId, planItemId: `p1:${replays}`, calls: CALLS });
          const processes = [stage.mocks, stage.process()] as const;
          const asked = elsewhere.map((isElsewhere, n) =>
            scheduler
              .schedule(Promise.resolve(), `call ${n}`)
              .then(() => match(insert(1), { replayId }, processes[isElsewhere ? 1 : 0])),
          );
          await scheduler.waitAll();
          const answers = await Promise.all(asked);
          expect(new Set(callIds(answers)).size).toBe(CALLS);
          const { calls } = await stage.madeCalls(replayId);
          expect(calls.map((call) => call.recorded).toSorted((a, b) => Number(a) - Number(b))).toEqual(
            Array.from({ length: CALLS }, (_, n) => n),
          );
          expect((await match(insert(1), { replayId })).body).toMatchObject({ reason: 'ALL_CONSUMED' });
        },
      ),
      { numRuns: 25 },
    );
  });

  test('are answered in recorded order when they come one after the other', async () => {
    await stage.record(
      'c1',
      [0, 1, 2].map((n) => recorded(insert(1), n)),
    );
    await stage.begin();
    const { body } = await stage.ask('POST', '/api/recorder/mocks/match-batch', {
      items: [0, 1, 2, 3].map(() => ({ replayId: REPLAY_ID, call: insert(1) })),
    });
    expect(body).toMatchObject({
      items: [{ callId: '0' }, { callId: '1' }, { callId: '2' }, { reason: 'ALL_CONSUMED' }],
    });
  });

  test('are answered in a batch beside an invalid one', async () => {
    await stage.record('c1', [recorded(insert(1), 1)]);
    await stage.begin();
    const items = [{ call: insert(1) }, { replayId: REPLAY_ID, call: insert(1) }, { replayId: 'x', call: insert(1) }];
    expect(await stage.ask('POST', '/api/recorder/mocks/match-batch', { items })).toMatchObject({
      body: { items: [{ errorCode: 'INVALID_CALL' }, { callId: '0' }, { errorCode: 'REPLAY_NOT_FOUND' }] },
    });
  });

  test.for([
    [MAX_BATCH, 200],
    [MAX_BATCH + 1, 400],
  ])('may be %i in a batch: %i', async ([length = 0, status]) => {
    const items = Array.from({ length }, () => ({ replayId: REPLAY_ID, call: insert(1) }));
    expect((await stage.ask('POST', '/api/recorder/mocks/match-batch', { items })).status).toBe(status);
  });
});
