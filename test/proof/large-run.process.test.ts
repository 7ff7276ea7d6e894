import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasDynamoDb } from '../contracts/dynamodb.ts';
import { recordedGet } from '../support/fakes/recorded-target.ts';
import { type DynamoDbHost, dynamoDbHost } from '../support/stages/dynamodb-host.ts';
import { measured } from './measured.ts';
import { PROOF_SIZES } from './proof-sizes.ts';

const CASES = PROOF_SIZES.largeRunCases;
const BATCH = 500;
/** Posts at the same time. */
const POSTERS = 3;
const ENDPOINTS = 20;
/** One case in so many fails. */
const FAILING = 50;
/** Workers of the run; its concurrency has room for more. */
const WORKERS = 40;
/** Memory of this process, which is the service, its client and its target, above that before the run. */
const MAX_GROWTH_MIB = 512;

const name = hasDynamoDb
  ? 'a large run on AWS'
  : 'a large run on AWS (skipped: no server installed and no DYNAMODB_ENDPOINT)';

const residentMiB = () => process.memoryUsage().rss / 1024 / 1024;

/** Counts how often each case is sent. */
async function countingTarget() {
  const sent = new Uint8Array(CASES);
  const server = createServer(({ url = '' }, response) => {
    const item = Number(url.slice(url.lastIndexOf('/') + 1));
    sent[item] = (sent[item] ?? 0) + 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ price: item % FAILING === 0 ? 2 : 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { sent, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe.skipIf(!hasDynamoDb)(name, () => {
  let host: DynamoDbHost;
  let target: Awaited<ReturnType<typeof countingTarget>>;

  beforeAll(async () => {
    host = await dynamoDbHost({ SVC_MAX_WORKERS: '200', SVC_CASE_COUNT_LIMIT: '1000000' });
    target = await countingTarget();
  });
  afterAll(async () => {
    target.close();
    await host.close();
  });

  /** Posts the cases from an item on. A server under load may time out; what was taken in is not taken in again. */
  async function record(first: number): Promise<void> {
    const cases = Array.from({ length: BATCH }, (_, at) => {
      const more = { operation: `/o${at % ENDPOINTS}`, caseId: `c${first + at}` };
      return recordedGet('shop', `/items/${first + at}`, { price: 1 }, more);
    });
    for (;;) {
      const { status } = await host.call('POST', '/api/recorder/cases', cases);
      if (status === 200) return;
      expect(status).toBeGreaterThanOrEqual(500);
    }
  }

  test(`of ${CASES} cases and ${WORKERS} workers ends exact, with bounded memory`, {
    timeout: 5_400_000,
  }, async (context) => {
    const posts = Array.from({ length: CASES / BATCH }, (_, at) => at * BATCH).values();
    const poster = async () => {
      for (const first of posts) await record(first);
    };
    await Promise.all(Array.from({ length: POSTERS }, poster));
    const load = { maxQps: 20_000, concurrency: WORKERS * 5 };
    await host.call('PUT', '/api/apps/shop/settings', { replay: load });
    const before = residentMiB();
    let peak = before;
    const sampled = setInterval(() => {
      peak = Math.max(peak, residentMiB());
    }, 100);
    const trigger = { appId: 'shop', targetEnv: target.url, caseCountLimit: CASES };
    const { planId } = (await host.call('POST', '/openapi/v1/replay-triggers', trigger)).body;
    let run = (await host.call('GET', `/openapi/v1/replay-runs/${planId}`)).body;
    while (run.status !== 'COMPLETED') {
      await sleep(200);
      run = (await host.call('GET', `/openapi/v1/replay-runs/${planId}`)).body;
    }
    clearInterval(sampled);
    measured(context, `peak memory of a run of ${CASES} cases`, Math.round(peak), 'MiB');
    measured(context, 'of which before the run', Math.round(before), 'MiB');
    expect(peak - before).toBeLessThan(MAX_GROWTH_MIB);
    expect(run).toMatchObject({
      totalCases: CASES,
      successCases: CASES * (1 - 1 / FAILING),
      failedCases: CASES / FAILING,
      errorMessage: null,
    });
    expect(run.findings.scope).toMatchObject({ requests: CASES, requestsWithoutResult: 0 });
    expect(target.sent.every((times) => times === 1)).toBe(true);
  });
});
