import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { hasDynamoDb } from '../../contracts/dynamodb.ts';
import { json, recordedGet, type SeenRequest } from '../../support/fakes/recorded-target.ts';
import { random } from '../../support/test-random.ts';
import { measured } from '../measured.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { deployedStage, NO_SERVER } from './deployed-stage.ts';

const SIZES = PROOF_SIZES.deployed;
/** Mocked calls of one request. */
const CALLS = 10;
/** The pace of a run whose calls are more; each of its requests under way keeps one process busy. */
const SLOW = { maxQps: 20, concurrency: 4 };

/** Rows of 15 MiB of JSON, near the most that is kept of a response. */
const HUGE = Array.from({ length: 160_000 }, (_, id) => ({
  id,
  name: `Article number ${id}`,
  price: id % 97,
  tags: ['a', 'b'],
}));
/** The part of its memory that a function may have used. */
const MAX_USED = 0.6;

/** Of each attempt of a write, and of any call. */
const THROTTLED = 0.1;
const FAULTS = 0.01;
const WRITE = /^(Put|Update|Delete|Transact|BatchWrite)/;

const stockCall = (at: number) => ({
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock/{id}',
  request: { method: 'GET', path: `/stock/${at}`, headers: [], body: null },
  response: { status: 200, headers: [], body: String(at), bodyEncoding: 'utf8' },
  durationMs: 1,
});

/** A tenth of the prices changed. */
const cases = (appId: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    recordedGet(appId, `/${appId}/${at}`, { price: 1 }, { operation: `/o${at % 12}`, caseId: `${appId}-${at}` }),
  );

/** What a run must say where a tenth of its cases changed. */
const exact = (count: number) => ({
  totalCases: count,
  successCases: (count * 9) / 10,
  failedCases: count / 10,
  errorMessage: null,
  findings: {
    state: 'NEEDS_ACTION',
    needsAction: [{ kind: 'FIELD_VALUE', subjects: ['price'], affectedRequests: count / 10 }],
    scope: { requests: count, requestsWithoutResult: 0 },
  },
});

/** A downstream call of the build under test, which the mock gateway of the stage answers. */
const mocked = (url: string, { headers }: SeenRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const passed = { baggage: String(headers.baggage), traceparent: String(headers.traceparent) };
    request(url, { headers: passed }, (answer) => text(answer).then(resolve, reject))
      .on('error', reject)
      .end();
  });

describe.skipIf(!hasDynamoDb)(`runs of the deployed service${NO_SERVER}`, () => {
  const stage = deployedStage(async (seen, response) => {
    if (seen.url.startsWith('/huge')) return json(response, { price: seen.url.endsWith('7') ? 2 : 1, rows: HUGE });
    if (!seen.url.startsWith('/mocking')) return json(response, { price: seen.url.endsWith('7') ? 2 : 1 });
    let sum = 0;
    for (let at = 0; at < CALLS; at++)
      sum += Number(await mocked(`${stage.deployed.url}/mock/inventory/stock/${at}`, seen));
    json(response, { sum });
  });

  async function prepared(
    appId: string,
    recorded: readonly unknown[],
    replay = { maxQps: 5000, concurrency: 20 },
  ): Promise<void> {
    await stage.record(appId, recorded);
    await stage.ask('PUT', `/api/apps/${appId}/settings`, { replay });
  }

  const sent = (appId: string) => stage.target.seen.filter(({ url }) => url.startsWith(`/${appId}/`));

  test(`a run of ${SIZES.mainJob} cases ends exact, and links begin with the address of the stage`, async (context) => {
    await prepared('shop', cases('shop', SIZES.mainJob));
    const before = performance.now();
    const planId = await stage.trigger('shop');
    const run = await stage.completed(planId);
    measured(context, `replay of ${SIZES.mainJob} cases`, performance.now() - before, 'ms');
    measured(context, 'calls of AWS held against policies', stage.deployed.policies.count());
    expect(run).toMatchObject(exact(SIZES.mainJob));
    expect(run.reportUrl).toBe(`${stage.deployed.publicUrl}/report/${planId}`);
    expect(sent('shop')).toHaveLength(SIZES.mainJob);
  });

  test.runIf(SIZES.killed > 0)(
    `a run of ${SIZES.killed} cases ends exact though its workers are killed`,
    async (context) => {
      await prepared('killed', cases('killed', SIZES.killed));
      const workers = stage.deployed.resourceOf('replay/steps');
      const planId = await stage.trigger('killed');
      for (let kill = 1; kill <= SIZES.kills; kill++) {
        const seen = (SIZES.killed * kill) / (SIZES.kills + 2);
        await expect.poll(() => sent('killed').length, { interval: 5 }).toBeGreaterThan(seen);
        expect(stage.deployed.functions.kill(workers)).toBe(true);
      }
      expect(await stage.completed(planId)).toMatchObject(exact(SIZES.killed));
      measured(context, 'workers killed', stage.deployed.functions.counts.killed);
    },
  );

  test.runIf(SIZES.throttled > 0)(
    `a run of ${SIZES.throttled} cases ends exact on a table that throttles and fails`,
    async (context) => {
      await prepared('throttled', cases('throttled', SIZES.throttled));
      const planId = await stage.trigger('throttled');
      let troubles = 0;
      stage.deployed.services.dynamodb.trouble((operation) => {
        const chance = random();
        if (chance >= FAULTS + (WRITE.test(operation) ? THROTTLED : 0)) return null;
        troubles++;
        return chance < FAULTS ? 'InternalServerError' : 'ProvisionedThroughputExceededException';
      });
      const run = await stage.completed(planId);
      stage.deployed.services.dynamodb.trouble(() => null);
      expect(run).toMatchObject(exact(SIZES.throttled));
      expect(troubles).toBeGreaterThan(SIZES.throttled / 10);
      measured(context, 'throttled writes and faults', troubles);
    },
  );

  test(`mocked calls at ${CALLS} times the pace of their run are all answered`, async (context) => {
    const sum = (CALLS * (CALLS - 1)) / 2;
    const recorded = Array.from({ length: SIZES.mocked }, (_, at) =>
      recordedGet(
        'mocking',
        `/mocking/${at}`,
        { sum },
        {
          traceId: at.toString(16).padStart(32, '1'),
          calls: Array.from({ length: CALLS }, (_call, n) => stockCall(n)),
        },
      ),
    );
    await prepared('mocking', recorded, SLOW);
    const before = performance.now();
    const run = await stage.completed(await stage.trigger('mocking'));
    const calls = SIZES.mocked * CALLS;
    measured(context, 'mocked calls per second', (calls * 1000) / (performance.now() - before));
    expect(run).toMatchObject({ totalCases: SIZES.mocked, successCases: SIZES.mocked, verdict: 'PASS' });
  });

  test.runIf(SIZES.distributed > 0)('responses of 15 MiB are compared', async () => {
    await prepared('huge', cases('huge', 20), { maxQps: 100, concurrency: 5 });
    const run = await stage.completed(await stage.trigger('huge'));
    expect(run).toMatchObject({ totalCases: 20, failedCases: 20, errorMessage: null });
    expect(run.findings.scope).toMatchObject({ requests: 20, requestsWithoutResult: 0 });
  });

  test.runIf(SIZES.distributed > 0)(
    `a run of ${SIZES.distributed} cases, by the Distributed Map, ends exact`,
    { timeout: 1_800_000 },
    async (context) => {
      await prepared('many', cases('many', SIZES.distributed));
      const before = performance.now();
      expect(await stage.completed(await stage.trigger('many'))).toMatchObject(exact(SIZES.distributed));
      measured(context, `replay of ${SIZES.distributed} cases`, performance.now() - before, 'ms');
    },
  );

  test(`no function has used more than ${MAX_USED * 100} % of its memory`, (context) => {
    const { functions, memoryOf } = stage.deployed;
    for (const [name, peak] of functions.peaks) {
      measured(context, `most memory of ${name}`, peak, `of ${memoryOf(name)} MiB`);
      expect(peak, name).toBeLessThan(MAX_USED * memoryOf(name));
    }
    expect(functions.peaks.size).toBeGreaterThan(3);
  });
});
