import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDynamoDb } from '../../contracts/dynamodb.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { type DynamoDbHost, dynamoDbHost } from '../../support/stages/dynamodb-host.ts';
import { type Consumed, countedDynamoDb } from './counted-dynamodb.ts';

const CASES = 200;

/**
 * Requests to DynamoDB for each case, without those that go by time: the worker's heartbeat, the round that it reads at
 * most every 200 ms, and polls. A larger figure costs money: change one on purpose, and docs/figures-history.md with
 * it.
 */
const MAX_COST = {
  'recording a case of 5 KB': { calls: 2.1, rru: 1.4, wru: 6.1 },
  'replaying a case of 2 KB that answers as recorded': { calls: 1.5, rru: 0.9, wru: 2.2 },
  'replaying a case of 2 KB beside a running build, where data has moved': { calls: 1.5, rru: 0.9, wru: 2.2 },
  'replaying a case with one mocked call': { calls: 9.7, rru: 6.0, wru: 8.2 },
} as const satisfies Record<string, Consumed>;

const name = hasDynamoDb
  ? 'what a case costs on DynamoDB'
  : 'what a case costs on DynamoDB (skipped: no server installed and no DYNAMODB_ENDPOINT)';

describe.skipIf(!hasDynamoDb)(name, () => {
  let host: DynamoDbHost;
  let target: Target;
  let counted: ReturnType<typeof countedDynamoDb>;

  beforeAll(async () => {
    host = await dynamoDbHost();
    target = await openTarget(async ({ url, headers }, response) => {
      const replayId = headers['x-replay-id'];
      if (url.startsWith('/calling')) await host.call('POST', '/api/recorder/mocks/match', { replayId, call: CALL });
      json(response, answerOf(url));
    });
    counted = countedDynamoDb(host.client);
  });

  afterAll(async () => {
    await target.close();
    await host.close();
  });

  async function recorded(appId: string, path: string, more: Record<string, unknown> = {}): Promise<void> {
    const cases = Array.from({ length: CASES }, (_, at) =>
      recordedGet(appId, `${path}/${at}`, answerOf(`${path}/${at}`), { operation: `${path}/{id}`, ...more }),
    );
    for (let at = 0; at < CASES; at += 50)
      expect((await host.call('POST', '/api/recorder/cases', cases.slice(at, at + 50))).body.accepted).toBe(50);
  }

  async function replayed(appId: string, more: Record<string, unknown> = {}): Promise<void> {
    await host.call('PUT', `/api/apps/${appId}/settings`, { replay: { maxQps: 5000 } });
    counted.taken();
    const trigger = { appId, targetEnv: target.url, ...more };
    const { planId } = (await host.call('POST', '/openapi/v1/replay-triggers', trigger)).body;
    expect(await host.completed(planId)).toMatchObject({ totalCases: CASES, successCases: CASES });
  }

  /** Prints and compares the figures of a case. */
  function expectCost(what: keyof typeof MAX_COST): void {
    const { consumed, byName } = counted.taken();
    const lines = [...byName].toSorted(([, a], [, b]) => b.rru + b.wru - a.rru - a.wru).slice(0, 8);
    process.stdout.write(
      `${what}: ${perCase(consumed)}\n${lines.map(([row, one]) => `  ${row}: ${perCase(one)}\n`).join('')}`,
    );
    for (const unit of ['calls', 'rru', 'wru'] as const)
      expect(consumed[unit] / CASES, unit).toBeLessThanOrEqual(MAX_COST[what][unit]);
  }

  test('recording a case is within its bound', async () => {
    await recorded('known', '/first');
    counted.taken();
    await recorded('known', '/large');
    expectCost('recording a case of 5 KB');
  });

  test('replaying a case that answers as recorded is within its bound', async () => {
    await recorded('plain', '/plain');
    await replayed('plain');
    expectCost('replaying a case of 2 KB that answers as recorded');
  });

  test('replaying a case beside a running build is within its bound', async () => {
    await recorded('builds', '/moved');
    const moved = await openTarget(({ url }, response) => json(response, { ...answerOf(url), stock: 9 }));
    const baseline = await openTarget(({ url }, response) => json(response, { ...answerOf(url), stock: 9 }));
    await replayed('builds', { targetEnv: moved.url, baselineEnv: baseline.url });
    expectCost('replaying a case of 2 KB beside a running build, where data has moved');
    expect([moved.seen.length, baseline.seen.length]).toEqual([CASES, CASES]);
    await Promise.all([moved.close(), baseline.close()]);
  });

  test('replaying a case with a mocked call is within its bound', async () => {
    await recorded('calling', '/calling', {
      calls: [{ ...CALL, response: { status: 200, body: '{}' }, durationMs: 1 }],
    });
    await replayed('calling');
    expectCost('replaying a case with one mocked call');
  });
});

const perCase = ({ calls, rru, wru }: Consumed) =>
  `${(calls / CASES).toFixed(2)} calls, ${(rru / CASES).toFixed(2)} RRU, ${(wru / CASES).toFixed(2)} WRU`;

const CALL = { kind: 'http', target: 'stock', operation: 'GET /s', request: { method: 'GET', path: '/s' } };

/** As large as it is compressed, as its text is random. */
const TEXTS = { large: randomBytes(2500).toString('hex'), small: randomBytes(800).toString('hex') };
const answerOf = (url: string) => ({ url, text: url.startsWith('/large') ? TEXTS.large : TEXTS.small });
