import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type SeenRequest, type Target } from '../../support/fakes/recorded-target.ts';
import { randomUUID } from '../../support/test-random.ts';
import { measured } from '../measured.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { deployedStage, NOT_WALKED, WALKS_WAYS } from './deployed-stage.ts';

const READS = PROOF_SIZES.deployed.mainJob;
/** A tenth of the prices changed. */
const CHANGED = READS / 10;
/** Requests that change data, with a mocked call each. */
const WRITES = PROOF_SIZES.deployed.mocked;

const STOCK_CALL = {
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock/{id}',
  request: { method: 'GET', path: '/stock/1', headers: [], body: null },
  response: { status: 200, headers: [], body: '1', bodyEncoding: 'utf8' },
  durationMs: 1,
};

const read = (more: object) => ({ price: 1, stock: 9, requestId: randomUUID(), ...more });

/** The downstream call of a build, which the mock gateway of the stage answers. */
const mocked = (url: string, { headers }: SeenRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const passed = { baggage: String(headers.baggage), traceparent: String(headers.traceparent) };
    request(`${url}/mock/inventory/stock/1`, { headers: passed }, (answer) => text(answer).then(resolve, reject))
      .on('error', reject)
      .end();
  });

describe.skipIf(!WALKS_WAYS)(`runs of the deployed service with a running build${NOT_WALKED}`, () => {
  const stage = deployedStage(
    async (seen, response) => {
      if (seen.method === 'GET') return json(response, read(seen.url.endsWith('7') ? { price: 2 } : {}));
      json(response, { stock: await mocked(stage.deployed.url, seen), total: 3 });
    },
    { settings: ['SVC_NOISE_REDUCTION=rules'] },
  );
  let baseline: Target | undefined;
  afterAll(() => baseline?.close());

  const countOf = ({ seen }: Target, method: string) => seen.filter((one) => one.method === method).length;

  test(`compare ${READS} reads and ${WRITES} mocked writes with the running build, and find what only the target changed`, async (context) => {
    baseline = await openTarget(async (seen, response) => {
      if (seen.method === 'GET') return json(response, read({}));
      json(response, { stock: await mocked(stage.deployed.url, seen), total: 2 });
    });
    const write = (path: string, at: number, more: object) => {
      const one = recordedGet(
        'builds',
        path,
        { stock: '1', total: 2 },
        { operation: path, caseId: `${path.slice(1)}-${at}`, ...more },
      );
      return { ...one, request: { method: 'POST', path, headers: [], body: `{"n":${at}}`, bodyEncoding: 'utf8' } };
    };
    await stage.record('builds', [
      ...Array.from({ length: READS }, (_, at) =>
        recordedGet('builds', `/r/${at}`, read({ stock: 14 }), { operation: `/r${at % 4}`, caseId: `read-${at}` }),
      ),
      ...Array.from({ length: WRITES }, (_, at) =>
        write('/w', at, { traceId: at.toString(16).padStart(32, '1'), calls: [STOCK_CALL] }),
      ),
      write('/unsafe', 0, {}),
    ]);
    await stage.ask('PUT', '/api/apps/builds/settings', { replay: { maxQps: 1000, concurrency: 8 } });
    expect((await stage.ask('POST', '/api/apps/builds/targets', { address: baseline.url })).status).toBe(200);

    const before = performance.now();
    const planId = await stage.trigger('builds', { baselineEnv: baseline.url });
    const run = await stage.completed(planId);
    measured(context, `replay of ${READS + WRITES} cases beside a running build`, performance.now() - before, 'ms');
    expect(run, stage.deployed.errors().join('\n')).toMatchObject({
      errorMessage: null,
      totalCases: READS + WRITES,
      verdict: 'FAIL',
    });
    expect(run.findings).toMatchObject({
      state: 'NEEDS_ACTION',
      needsAction: expect.arrayContaining([
        expect.objectContaining({ kind: 'FIELD_VALUE', subjects: ['price'], affectedRequests: CHANGED }),
        expect.objectContaining({ kind: 'FIELD_VALUE', subjects: ['total'], affectedRequests: WRITES }),
      ]),
      toReview: [{ subjects: ['requestId'], likelyNoise: true, affectedRequests: READS }],
      dataMoved: { requests: READS },
      uncompared: { failed: 0, refused: 0, leftOut: 1 },
    });
    expect(run.findings.needsAction).toHaveLength(2);
    const { body: noise } = await stage.ask('GET', `/api/replays/${planId}/noise`);
    expect(noise.items[0]).toMatchObject({ path: 'requestId', reason: 'DIFFERS_ON_BASELINE' });
    expect(noise.secondAnswers.ofBaseline).toBe(true);

    // The target gets each request once; the running build gets those that fail once more.
    expect([countOf(stage.target, 'GET'), countOf(stage.target, 'POST')]).toEqual([READS, WRITES]);
    expect([countOf(baseline, 'GET'), countOf(baseline, 'POST')]).toEqual([2 * READS, 2 * WRITES]);
    expect(stage.target.seen.concat(baseline.seen).filter(({ url }) => url === '/unsafe')).toEqual([]);
  });
});
