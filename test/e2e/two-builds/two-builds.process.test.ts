import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordedShopSessions } from '../../support/fakes/recorded-shop-sessions.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { sessionShop } from '../../support/fakes/session-shop.ts';
import { PATIENCE } from '../../support/patience.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const REQUESTS = 40;
const PATHS = 12;
/** The build under test answers as these say. */
let build: { price: number; status: number };

/** Stock has moved since the recording; the price has not. */
const product = (path: string, price: number) => ({ path, price, stock: 9, at: { shelf: `S-${path.length}` } });
const stage = serviceAndTarget(({ url, method }, response) =>
  json(response, { ...product(url, build.price), method }, build.status),
);
const opened: Target[] = [];
const ORDER = { method: 'POST', path: '/orders', headers: [], body: '{}', bodyEncoding: 'utf8' };

async function runningBuild(status = 200): Promise<Target> {
  const target = await openTarget(({ url, method }, response) =>
    json(response, { ...product(url, 5), method }, status),
  );
  opened.push(target);
  return target;
}

const pathOf = (index: number) => `/p${index % PATHS}/item?${index}`;

beforeAll(async () => {
  const cases = Array.from({ length: REQUESTS }, (_, index) =>
    recordedGet('shop', pathOf(index), { ...product(pathOf(index), 5), stock: 14, method: 'GET' }),
  );
  const write = recordedGet('writes', '/orders', { ...product('/orders', 5), method: 'POST' });
  const read = recordedGet('writes', '/orders/1', { ...product('/orders/1', 5), method: 'GET' });
  await call(stage.service.url, 'POST', '/api/recorder/cases', [...cases, { ...write, request: ORDER }, read]);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const post = async (body: object) =>
  (await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', { targetEnv: stage.target.url, ...body })).body;

async function replayed(body: object, as: Partial<typeof build> = {}) {
  build = { price: 5, status: 200, ...as };
  const { planId, errorMessage } = await post(body);
  if (planId === null) throw new Error(errorMessage);
  return { planId, run: await completed(stage.service.url, planId) };
}

const sentTo = ({ seen }: Target) => seen.filter(({ method }) => method === 'POST').length;

const subjectsOf = (entries: { kind: string; subjects: string[] }[]) =>
  entries.map(({ kind, subjects }) => `${kind} ${subjects.join(', ')}`);

describe('large responses of both builds', () => {
  test('are compared a few at a time, and end', async () => {
    const text = 'x'.repeat(1_500_000);
    const large = () => openTarget((request, response) => json(response, { url: request.url, text }));
    const [target, baseline] = await Promise.all([large(), large()]);
    opened.push(target, baseline);
    const { url } = stage.service;
    await call(url, 'PUT', '/api/apps/large/settings', { replay: { maxQps: 1000, concurrency: 20 } });
    const cases = Array.from({ length: 20 }, (_, index) =>
      recordedGet('large', `/large/${index}`, { url: '', text: '' }),
    );
    await call(url, 'POST', '/api/recorder/cases', cases);
    const { run } = await replayed({ appId: 'large', targetEnv: target.url, baselineEnv: baseline.url });
    expect(run).toMatchObject({ totalCases: 20, failedCases: 0 });
    expect(run.findings.dataMoved.requests).toBe(20);
  });
});

describe('a run that is compared with a running build', () => {
  test('is clean if both answer alike, and counts what both answer unlike the recording as moved data', async () => {
    const baseline = await runningBuild();
    const { run, planId } = await replayed({ appId: 'shop', baselineEnv: baseline.url });
    expect(run.findings).toMatchObject({ state: 'CLEAN', needsAction: [], toReview: [] });
    expect(run).toMatchObject({ verdict: 'PASS', totalCases: REQUESTS, failedCases: 0 });
    expect(run.findings.dataMoved.requests).toBe(REQUESTS);
    expect(run.findings.dataMoved.fields).toHaveLength(PATHS);
    expect(run.findings.dataMoved.fields[0]).toMatchObject({ kind: 'FIELD_VALUE', subject: 'stock', requests: 4 });
    expect(run.findings.uncompared).toBeUndefined();
    expect(baseline.seen).toHaveLength(REQUESTS);
    expect(new Set(baseline.seen.map(({ headers }) => headers['x-replay-id'])).size).toBe(REQUESTS);
    const [endpoint] = run.findings.latency;
    expect(endpoint).not.toHaveProperty('recorded');
    expect(endpoint.baseline.n).toBe(endpoint.replayed.n);
    const report = await (await fetch(`${stage.service.url}/report/${planId}`)).text();
    expect(report).toContain('behave as in the running build.');
  });

  test('needs action because of moved data without the running build', async () => {
    const { run } = await replayed({ appId: 'shop' });
    expect(subjectsOf(run.findings.needsAction)).toEqual(['FIELD_VALUE stock']);
    expect(run.findings).not.toHaveProperty('dataMoved');
  });

  test('finds only what the target answers unlike the running build', async () => {
    const baseline = await runningBuild();
    const { run, planId } = await replayed({ appId: 'shop', baselineEnv: baseline.url }, { price: 6 });
    expect(run.findings.state).toBe('NEEDS_ACTION');
    expect(subjectsOf(run.findings.needsAction)).toEqual(['FIELD_VALUE price']);
    const { body } = await call(stage.service.url, 'GET', `/api/replays/${planId}/cases/${planId}:0`);
    expect(JSON.parse(body.recorded.body)).toMatchObject({ price: 5, stock: 9 });
    expect(body.differences).toMatchObject([{ path: 'price', recorded: '5', replayed: '6' }]);
    const accepted = await call(stage.service.url, 'POST', `/api/replays/${planId}/accept`, {
      requests: [`${planId}:0`],
    });
    expect(accepted).toMatchObject({ status: 409, body: { errorCode: 'RUNNING_BUILD' } });
  });

  test('keeps to the running build when rules change later', async () => {
    const baseline = await runningBuild();
    const { planId } = await replayed({ appId: 'shop', baselineEnv: baseline.url }, { price: 6 });
    const rule = { kind: 'tolerance', path: 'price', tolerance: { absolute: 1 } };
    const saved = await call(stage.service.url, 'POST', '/api/apps/shop/compare-rules', rule);
    expect(saved.status).toBe(201);
    const { findings } = await completed(stage.service.url, planId);
    expect(findings).toMatchObject({ state: 'CLEAN', needsAction: [] });
    expect(findings.dataMoved.requests).toBe(REQUESTS);
    const removed = `/api/apps/shop/compare-rules/${saved.body.ruleId}`;
    expect((await call(stage.service.url, 'DELETE', removed)).status).toBe(200);
    expect(subjectsOf((await completed(stage.service.url, planId)).findings.needsAction)).toEqual([
      'FIELD_VALUE price',
    ]);
  });

  test('is an environment failure if the running build cannot be reached, and never passes', async () => {
    const baseline = await runningBuild();
    await baseline.close();
    const { run, planId } = await replayed({ appId: 'shop', baselineEnv: baseline.url });
    expect(run.findings.state).toBe('ENVIRONMENT_FAILURE');
    expect(run.verdict).toBe('FAIL');
    expect(run.findings.uncompared).toEqual({ failed: REQUESTS, refused: 0, leftOut: 0 });
    expect(run.errorMessage).toMatch(/^40 requests have no result: the running build did not answer/);
    const report = await (await fetch(`${stage.service.url}/report/${planId}`)).text();
    expect(report).toContain('No decision: the running build failed');
  });

  test.for([
    [503, 'failed', REQUESTS],
    [401, 'refused', 0],
  ] as const)('is an environment failure if both builds answer %i', async ([status, why, requests]) => {
    const baseline = await runningBuild(status);
    const { run } = await replayed({ appId: 'shop', baselineEnv: baseline.url }, { status });
    expect(run.findings.state).toBe('ENVIRONMENT_FAILURE');
    expect(run.findings.uncompared[why]).toBe(REQUESTS);
    expect(run.totalCases).toBe(requests);
  });

  test('is judged by the target if only the target answers 401', async () => {
    const baseline = await runningBuild();
    const { run } = await replayed({ appId: 'shop', baselineEnv: baseline.url }, { status: 401 });
    expect(subjectsOf(run.findings.toReview)).toEqual(['UNAUTHORIZED 401']);
  });
});

describe('a stop of a run', () => {
  test('ends the requests to both builds', async () => {
    const baseline = await runningBuild();
    build = { price: 5, status: 200 };
    const before = stage.target.seen.length;
    const load = { maxQps: 10, concurrency: 1 };
    const plan = { appId: 'shop', targetEnv: stage.target.url, baselineEnv: baseline.url, load };
    const { body } = await call(stage.service.url, 'POST', '/api/createPlan', plan);
    const planId = body.data.replayPlanId;
    await expect.poll(() => baseline.seen.length, PATIENCE).toBeGreaterThan(1);
    expect((await call(stage.service.url, 'POST', `/api/replays/${planId}/stop`)).status).toBe(200);
    const atStop = [baseline.seen.length, stage.target.seen.length - before];
    const run = await completed(stage.service.url, planId);
    expect(run.findings.state).toBe('INTERRUPTED');
    expect([baseline.seen.length, stage.target.seen.length - before]).toEqual(atStop);
    expect(atStop[0]).toBe(atStop[1]);
    expect(atStop[0]).toBeLessThan(REQUESTS);
  });
});

describe('a request that changes data', () => {
  test('is left out and counted, as both builds may share their data', async () => {
    const baseline = await runningBuild();
    const before = sentTo(stage.target);
    const { run } = await replayed({ appId: 'writes', baselineEnv: baseline.url });
    expect([sentTo(baseline), sentTo(stage.target) - before]).toEqual([0, 0]);
    expect(run).toMatchObject({ totalCases: 1, failedCases: 0 });
    expect(run.findings.uncompared).toEqual({ failed: 0, refused: 0, leftOut: 1 });
  });

  test('goes to both if the application says that they have separate data', async () => {
    const { status } = await call(stage.service.url, 'PUT', '/api/apps/writes/settings', {
      replay: { changingRequests: 'both' },
    });
    expect(status).toBe(200);
    const baseline = await runningBuild();
    const before = sentTo(stage.target);
    const { run } = await replayed({ appId: 'writes', baselineEnv: baseline.url });
    expect([sentTo(baseline), sentTo(stage.target) - before]).toEqual([1, 1]);
    expect(run).toMatchObject({ totalCases: 2, failedCases: 0 });
    expect(run.findings.uncompared).toBeUndefined();
  });

  test('goes to neither build if the application leaves such requests out, even if mocks may answer', async () => {
    const { url } = stage.service;
    const write = recordedGet('mocked-writes', '/orders', { ...product('/orders', 5), method: 'POST' });
    const calls = [{ kind: 'http', target: 'stock', operation: 'GET /stock', request: {}, response: {} }];
    await call(url, 'POST', '/api/recorder/cases', [{ ...write, request: ORDER, calls }]);
    const baseline = await runningBuild();
    const sent = async () => {
      const before = sentTo(baseline) + sentTo(stage.target);
      const { run } = await replayed({ appId: 'mocked-writes', baselineEnv: baseline.url });
      return [sentTo(baseline) + sentTo(stage.target) - before, run.findings.uncompared.leftOut];
    };
    // Sent to the running build only, as the target of this test makes no call.
    expect(await sent()).toEqual([1, 1]);
    await call(url, 'PUT', '/api/apps/mocked-writes/settings', { replay: { changingRequests: 'leaveOut' } });
    expect(await sent()).toEqual([0, 1]);
  });
});

describe('sessions of builds that each issue their own ids and tokens', () => {
  const USERS = ['ann', 'bob', 'cem', 'dia'];

  async function against(appId: string, price: number) {
    const recorded = await openTarget(sessionShop({ seed: 1, firstId: 17 }));
    const baseline = await openTarget(sessionShop({ seed: 2, firstId: 1042 }));
    const target = await openTarget(sessionShop({ seed: 3, firstId: 2077, price }));
    opened.push(recorded, baseline, target);
    const { url } = stage.service;
    await call(url, 'POST', '/api/recorder/cases', await recordedShopSessions(recorded.url, appId, USERS));
    await call(url, 'PUT', `/api/apps/${appId}/settings`, { replay: { changingRequests: 'both' } });
    return replayed({ appId, baselineEnv: baseline.url, targetEnv: target.url });
  }

  test('have no difference', async () => {
    const { run } = await against('sessions', 5);
    expect(run.findings).toMatchObject({ needsAction: [], toReview: [] });
    expect(run.failedCases).toBe(0);
    expect(run.findings.uncompared).toBeUndefined();
  });

  test('show only what changed', async () => {
    const { run } = await against('sessions-changed', 6);
    expect(subjectsOf(run.findings.needsAction)).toEqual(['FIELD_VALUE price']);
  });
});

describe('baselineEnv', () => {
  test.for([
    ['ftp://build.example', 'baselineEnv must be an http:// or https:// address'],
    ['http://user:secret@build.example', 'baselineEnv must be an http:// or https:// address'],
    [7, 'baselineEnv must be an http:// or https:// address'],
  ] as const)('is refused if it is %s', async ([baselineEnv, message]) => {
    expect(await post({ appId: 'shop', baselineEnv })).toMatchObject({
      planId: null,
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: message,
    });
  });

  test('is refused if it is of the same origin as targetEnv, in both ways to start a run', async () => {
    const baselineEnv = `${stage.target.url}/old`;
    const errorMessage = 'baselineEnv must be another origin than targetEnv';
    expect(await post({ appId: 'shop', baselineEnv })).toMatchObject({ errorMessage });
    const plan = { appId: 'shop', targetEnv: stage.target.url, baselineEnv };
    const { body } = await call(stage.service.url, 'POST', '/api/createPlan', plan);
    expect(body).toMatchObject({ desc: errorMessage, data: { reasonCode: 2 } });
  });

  test('is refused if it is not an allowed target, and receives nothing', async () => {
    const answer = await post({ appId: 'shop', baselineEnv: 'http://10.9.9.9' });
    expect(answer).toMatchObject({ planId: null, errorCode: 'CREATE_PLAN_FAILED' });
    expect(answer.errorMessage).toMatch(/^baselineEnv is not/);
  });

  test('has a default of the application, which a run replaces', async () => {
    const baseline = await runningBuild();
    const settings = (address: string) =>
      call(stage.service.url, 'PUT', '/api/apps/shop/settings', { replay: { baselineEnv: address } });
    expect((await settings(baseline.url)).status).toBe(200);
    expect((await replayed({ appId: 'shop' })).run.findings.dataMoved.requests).toBe(REQUESTS);
    const { run } = await replayed({ appId: 'shop', baselineEnv: 'none' });
    expect(run.findings).not.toHaveProperty('dataMoved');
    const { errorMessage } = await post({ appId: 'shop', targetEnv: baseline.url });
    expect(errorMessage).toMatch(/^baselineEnv must be another origin than targetEnv; the setting replay.baselineEnv/);
    expect((await settings('none')).status).toBe(200);
    expect((await replayed({ appId: 'shop' })).run.findings).not.toHaveProperty('dataMoved');
  });

  test('is kept by a schedule', async () => {
    const baseline = await runningBuild();
    const schedule = { cron: '0 3 * * *', targetEnv: stage.target.url, baselineEnv: baseline.url };
    const path = '/api/apps/shop/schedules/nightly';
    expect((await call(stage.service.url, 'PUT', path, schedule)).body).toMatchObject({ baselineEnv: baseline.url });
    expect((await call(stage.service.url, 'PUT', path, { baselineEnv: 'x' })).body.errorMessage).toMatch(
      /^baselineEnv/,
    );
  });
});
