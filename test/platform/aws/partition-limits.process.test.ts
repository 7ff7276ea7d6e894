import { randomBytes } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeReplays } from '../../../functions/mocks/store/active-replays.ts';
import { CLIENT_LIMITS, clientOptions } from '../../../functions/platform/aws/client-limits.ts';
import { dynamoTable } from '../../../functions/platform/aws/table.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import type { Blobs, Item, Table } from '../../../functions/platform/world.ts';
import { chunkSize } from '../../../functions/replay/domain/lanes.ts';
import { MAX_ROUND_AGE_MS } from '../../../functions/replay/domain/plan.ts';
import { type CaseOutcome, clustersOf } from '../../../functions/replay/domain/results/clusters.ts';
import { latencyOf } from '../../../functions/replay/domain/results/latency.ts';
import { resultKeys } from '../../../functions/replay/store/result-keys.ts';
import { resultStore } from '../../../functions/replay/store/results.ts';
import { hasDynamoDb, openDynamoDb } from '../../contracts/dynamodb.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { countedDynamoDb } from './counted-dynamodb.ts';

/** Of each partition key of DynamoDB, per second. */
const MAX_WRITE_UNITS = 1000;
const MAX_READ_UNITS = 3000;

const CASES_PER_SECOND = 15_000;
const WORKERS = 200;
const REQUESTS = 1_000_000;
/** Chunks that read the progress of all others in one second (chunk-progress.ts). */
const READERS = 10;
const ENDPOINTS = 20;
/** One case in so many fails. */
const FAILING = 50;

const PLAN = replayPlan({ planId: 'f'.repeat(24), createdAt: Date.now() });
const SIZE = chunkSize(REQUESTS, { concurrency: 1000, workers: WORKERS });
const random = seededRandom(1);

const name = hasDynamoDb
  ? 'the partitions of a wide run'
  : 'the partitions of a wide run (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let client: DynamoDBClient;
  let stop: () => void;
  let table: Table;
  let counted: ReturnType<typeof countedDynamoDb>;
  let results: ReturnType<typeof resultStore>;

  beforeAll(async () => {
    const opened = await openDynamoDb(clientOptions(CLIENT_LIMITS));
    ({ client, stop } = opened);
    table = dynamoTable(client, opened.tableName, Date.now);
    counted = countedDynamoDb(client);
    // Nothing here is large enough for a blob.
    results = resultStore({ table, blobs: {} as Blobs }, 'default');
  });
  afterAll(() => stop());

  /** What a call consumes. */
  async function unitsOf(call: () => Promise<unknown>): Promise<{ rru: number; wru: number }> {
    counted.all();
    await call();
    return counted.all();
  }

  test(`take the writes of ${CASES_PER_SECOND} cases/s of 2 KB, in the partitions of results`, async () => {
    const payload = storedJson({ text: randomBytes(800).toString('hex') });
    const { wru } = await unitsOf(() => results.add(PLAN, 1, 0, head(0), payload));
    expect(wru).toBe(2);
    const busiest = busiestPartition();
    expectLimit('results', busiest * wru, MAX_WRITE_UNITS);
  });

  test('take the writes of workers and chunks, in the partition of the plan', async () => {
    const progress = { chunk: 1, done: SIZE, failing: 10, timeouts: 0, timeoutsInRow: 0 };
    const ofProgress = await unitsOf(() => results.putProgress(PLAN, 1, progress));
    const ofSummary = await unitsOf(() => results.putSummary(PLAN, 1, 1, summary()));
    // A worker reports its progress every second, and at the end of a chunk.
    const writes = WORKERS * ofProgress.wru + (CASES_PER_SECOND / SIZE) * (ofProgress.wru + ofSummary.wru);
    expectLimit('plan, writes', writes, MAX_WRITE_UNITS);
  });

  test('take the reads of workers, in the partition of the plan', async () => {
    const chunks = REQUESTS / SIZE;
    for (let chunk = 0; chunk < chunks; chunk += 100)
      await table.batchPut(
        Array.from({ length: 100 }, (_, at) => ({
          ...resultKeys('default').rowKey(PLAN.planId, 'PROGRESS', 1, chunk + at),
          ...{ chunk: chunk + at, done: SIZE, failing: 10, timeouts: 3, timeoutsInRow: 0 },
          expiresAt: PLAN.expiresAt,
        })),
      );
    const ofProgress = await unitsOf(() => results.progress(PLAN.planId, 1));
    const ofRound = await unitsOf(() => results.findSummary(PLAN.planId, 1, 999_999));
    // The round, each 200 ms and with each second's report; for a chunk plan and round three times, its list and
    // summary.
    const rounds = WORKERS * (1000 / MAX_ROUND_AGE_MS + 1) * ofRound.rru;
    const ofChunks = (CASES_PER_SECOND / SIZE) * 8 * ofRound.rru;
    // Where requests time out, ten workers in a second read the progress of all; a poll each second does always.
    const reads = rounds + ofChunks + (READERS + 1) * ofProgress.rru;
    expectLimit('plan, reads', reads, MAX_READ_UNITS);
  });
});

test(`the list of an application takes ${CASES_PER_SECOND} mocked cases/s: a write and a removal of each`, async () => {
  const writes = new Map<string, number>();
  const note = async (keys: readonly Pick<Item, 'pk'>[]) => {
    for (const { pk } of keys) writes.set(pk, (writes.get(pk) ?? 0) + 1);
  };
  // The only writes of the store.
  const noting = { batchPut: note, batchRemove: note } as Pick<Table, 'batchPut' | 'batchRemove'> as Table;
  const replays = activeReplays({ table: noting }, 'default');
  for (let item = 0; item < CASES_PER_SECOND; item++) {
    const { planItemId } = outcomeOf(item);
    const ids = { replayId: randomBytes(12).toString('hex'), planId: PLAN.planId, planItemId, caseId: String(item) };
    const times = { recordedAt: 0, startedAt: 0, expiresAt: PLAN.expiresAt };
    const one = { ...ids, ...times, appId: 'shop', traceId: String(item), enableMock: true, targetHost: null };
    await replays.begin({ ...one, aliases: [], isSpread: true });
    await replays.end({ ...one, isSpread: true });
  }
  // Each row is below 1 KB.
  expectLimit('list of an application, writes', Math.max(...writes.values()), MAX_WRITE_UNITS);
});

/** Prints the units of the busiest partition, and how many cases/s it could take. */
function expectLimit(what: string, units: number, limit: number): void {
  const possible = Math.floor((CASES_PER_SECOND * limit) / units);
  process.stdout.write(`${what}: ${Math.round(units)} of ${limit} units/s, enough for ${possible} cases/s\n`);
  expect(possible).toBeGreaterThanOrEqual(CASES_PER_SECOND);
}

/** Cases that the busiest partition of results takes in a second, over many seconds of a run. */
function busiestPartition(): number {
  const { resultKey } = resultKeys('default');
  const perWorker = CASES_PER_SECOND / WORKERS;
  let busiest = 0;
  for (let second = 0; second < 200; second++) {
    const first = Math.floor(random() * (REQUESTS / SIZE - WORKERS));
    const cases = new Map<string, number>();
    for (let worker = 0; worker < WORKERS; worker++) {
      const from = (first + worker) * SIZE + Math.floor(random() * (SIZE - perWorker));
      for (let item = from; item < from + perWorker; item++) {
        const { pk } = resultKey(PLAN, 1, Math.floor(item / SIZE), item);
        cases.set(pk, (cases.get(pk) ?? 0) + 1);
      }
    }
    busiest = Math.max(busiest, ...cases.values());
  }
  return busiest;
}

const outcomeOf = (item: number): CaseOutcome & { planItemId: string } => ({
  planItemId: `${PLAN.planId}:${item}`,
  operation: `/api/v1/resources${item % ENDPOINTS}/{id}`,
  method: 'GET',
  hasResult: true,
  failure: null,
  differences:
    item % FAILING === 0
      ? ['body.price', 'body.items[].name', 'body.total'].map((subject) => ({
          kind: 'FIELD_VALUE' as const,
          subject,
          rule: null,
        }))
      : [],
  truncated: false,
});

const head = (item: number) => {
  const { planItemId, ...outcome } = outcomeOf(item);
  const ids = { caseId: randomBytes(16).toString('hex'), traceId: randomBytes(16).toString('hex') };
  const times = { recordedMs: 12, replayedMs: 14, replayedAt: Date.now() };
  const statuses = { recordedStatus: 200, replayedStatus: 200 };
  const replayId = randomBytes(12).toString('hex');
  return { item, planItemId, ...ids, replayId, outcome, comparedUnder: '', path: '/items/1', ...statuses, ...times };
};

/** The summary of a full chunk, as ReplayChunk makes it. */
function summary() {
  const outcomes = Array.from({ length: SIZE }, (_, at) => outcomeOf(SIZE + at));
  const clusters = clustersOf(outcomes);
  const items = clusters.map(({ operation, differences }) =>
    differences.length === 0
      ? []
      : [...outcomes.keys()]
          .filter((at) => outcomes[at]?.operation === operation && outcomes[at]?.differences.length > 0)
          .map((at) => SIZE + at),
  );
  const times = outcomes.map(({ operation, method }) => ({
    operation,
    method,
    recordedMs: random() * 200,
    replayedMs: random() * 300,
  }));
  return { clusters, items, comparedUnder: [''], latency: latencyOf(times), recompare: null };
}
