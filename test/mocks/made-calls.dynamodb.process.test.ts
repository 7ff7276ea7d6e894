import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MadeCall } from '../../functions/mocks/domain/made-call.ts';
import { activeReplays } from '../../functions/mocks/store/active-replays.ts';
import { madeCalls } from '../../functions/mocks/store/made-calls.ts';
import { dynamoTable } from '../../functions/platform/aws/table.ts';
import type { Blobs, Table } from '../../functions/platform/world.ts';
import { hasDynamoDb, openDynamoDb } from '../contracts/dynamodb.ts';
import { newId } from '../support/test-random.ts';
import { testSealer } from '../support/test-sealer.ts';

const NOW = 1_795_176_000_000;
const EXPIRES = NOW + 60_000;
const CALL: MadeCall = {
  kind: 'http',
  target: 'inventory',
  operation: 'POST /reserve',
  request: '{}',
  recorded: 0,
  answeredBy: 'recording',
  strategy: 'exact',
  reason: null,
  response: null,
  error: null,
  durationMs: null,
  at: NOW,
};
/** Calls of this size need none. */
const NO_BLOBS = {} as Blobs;

const name = hasDynamoDb
  ? 'consumption on DynamoDB'
  : 'consumption on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let table: Table;
  let stop: () => unknown;
  beforeAll(async () => {
    const opened = await openDynamoDb();
    table = dynamoTable(opened.client, opened.tableName, () => NOW);
    stop = opened.stop;
  });
  afterAll(() => stop());
  const store = () => madeCalls({ table, blobs: NO_BLOBS, newId }, 'default', async () => testSealer);

  test('lets one of several processes consume a recorded call', async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, () =>
        store().consume('r1', { index: 3, strategy: 'exact' }, { call: CALL, askId: null }, EXPIRES),
      ),
    );
    expect(taken.filter((isMine) => isMine)).toHaveLength(1);
    expect(await store().consumed('r1')).toEqual([3]);
    expect((await store().all('r1')).calls).toEqual([CALL]);
  });

  test('consumes nothing more for a question that was answered', async () => {
    const consume = (index: number, askId: string) =>
      store().consume('r2', { index, strategy: 'exact' }, { call: { ...CALL, recorded: index }, askId }, EXPIRES);
    expect(await consume(0, 'a')).toBe(true);
    expect(await consume(1, 'a')).toBe(false);
    expect(await consume(0, 'b')).toBe(false);
    expect(await consume(1, 'b')).toBe(true);
    expect(await store().answered('r2', 'a')).toEqual({ index: 0, strategy: 'exact' });
    expect(await store().consumed('r2')).toEqual([0, 1]);
  });

  test('finds a replay by its trace and its application from its start on', async () => {
    const active = activeReplays({ table }, 'default');
    const replay = {
      replayId: '0f1e2d3c4b5a69788796a5b4',
      planId: 'p',
      planItemId: 'p:0',
      appId: 'shop',
      caseId: 'c',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      recordedAt: NOW,
      enableMock: true,
      targetHost: 'shop.test',
      aliases: [{ replayed: '7', recorded: '5', thing: null }],
      startedAt: NOW,
      expiresAt: EXPIRES,
    };
    await active.begin(replay);
    expect(await active.find(replay.replayId)).toEqual(replay);
    expect(await active.ofTrace(replay.traceId)).toEqual([replay.replayId]);
    expect(await active.ofApplication('shop')).toEqual([replay.replayId]);
    await active.end(replay);
    expect(await active.find(replay.replayId)).toBeNull();
    expect(await active.ofApplication('shop')).toEqual([]);
  });
});
