import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../support/recorded-target.ts';
import {
  call,
  completed,
  freePort,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../support/running-service.ts';

let service: RunningService;
let target: Target;
const { dataDir, remove } = temporaryDataDir();

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
  target = await openTarget(({ url }, response) => {
    if (url === '/slow') setTimeout(() => json(response, {}), 1500);
    else json(response, {});
  });
  await call(service.url, 'POST', '/api/recorder/cases', [
    recordedGet('shop', '/a', {}, { tags: { tier: 'gold' } }),
    recordedGet('shop', '/a', {}, { tags: { tier: 'gold' } }),
    recordedGet(
      'shop',
      '/a',
      {},
      { tags: { tier: 'tin' }, caseId: 'old', recordedAt: new Date(Date.now() - 30 * 3_600_000).toISOString() },
    ),
    recordedGet('shop', '/b', {}),
    recordedGet('slow', '/slow', {}),
  ]);
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

const trigger = async (body: Record<string, unknown>, headers?: Record<string, string>) =>
  (
    await call(
      service.url,
      'POST',
      '/openapi/v1/replay-triggers',
      { appId: 'shop', targetEnv: target.url, ...body },
      headers,
    )
  ).body;
const finished = async (body: Record<string, unknown>) => completed(service.url, (await trigger(body)).planId);

describe('look-ups of the trigger (spec 7.1, interface 2.1)', () => {
  test.for<[string, Record<string, unknown>, string]>([
    ['APP_NOT_REGISTERED', { appId: 'nobody', operations: ['/a'] }, 'nobody'],
    [
      'UNKNOWN_OPERATION',
      { operations: ['/a', '/x', '/y'] },
      'these operations are not registered under appId=shop: [/x, /y]',
    ],
    ['REASON_101', { appId: 'nobody' }, 'no endpoints'],
    ['REASON_200', { caseSource: 'pinned' }, 'pinned'],
    ['CREATE_PLAN_FAILED', { targetEnv: 'http://169.254.169.254/latest' }, 'targetEnv'],
  ])('%s', async ([errorCode, body, message]) => {
    expect(await trigger(body)).toEqual({
      planId: null,
      statusUrl: null,
      errorCode,
      errorMessage: expect.stringContaining(message),
    });
  });

  test('UNKNOWN_OPERATION names 50 and then the count', async () => {
    const { errorMessage } = await trigger({ operations: Array.from({ length: 53 }, (_, index) => `/u${index}`) });
    expect(errorMessage).toContain('/u49, and 3 more]');
    expect(errorMessage).not.toContain('/u50');
  });

  test('PLAN_RUNNING_1 names the plan that runs; another target may be replayed', async () => {
    const { planId } = await trigger({ appId: 'slow' });
    expect(await trigger({ appId: 'slow' })).toMatchObject({
      errorCode: 'PLAN_RUNNING_1',
      errorMessage: expect.stringContaining(planId),
    });
    const other = await trigger({ appId: 'slow', targetEnv: `${target.url}/other` });
    expect(other.errorCode).toBeNull();
    await Promise.all([completed(service.url, planId), completed(service.url, other.planId)]);
  });

  test('of many at the same moment one is accepted, the others hear REASON_1 or PLAN_RUNNING_1', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => trigger({ appId: 'slow' })));
    const accepted = answers.filter(({ errorCode }) => errorCode === null);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(({ errorCode }) => ['REASON_1', 'PLAN_RUNNING_1'].includes(errorCode))).toHaveLength(11);
    await completed(service.url, accepted[0].planId);
  });
});

describe('what is replayed (spec 2.1)', () => {
  test.for<[string, Record<string, unknown>, number]>([
    ['the whole application within 24 hours', {}, 3],
    ['a wider window', { caseSourceHours: 48 }, 4],
    ['some operations', { operations: ['/b'] }, 1],
    ['a limit per endpoint', { caseCountLimit: 1 }, 2],
    ['tags', { caseTags: { tier: 'gold' } }, 2],
  ])('%s', async ([, body, totalCases]) => {
    expect(await finished(body)).toMatchObject({ totalCases, passRate: 1 });
  });

  test('tags that leave no case: the plan ends NO_CASES', async () => {
    expect(await finished({ caseTags: { tier: 'lead' } })).toMatchObject({
      verdict: 'FAIL',
      totalCases: 0,
      passRate: 0,
      findings: { state: 'NO_CASES' },
    });
  });

  test('pinned cases are replayed whatever their age, and leave when unpinned', async () => {
    expect((await call(service.url, 'POST', '/api/recorder/cases/old/pin')).status).toBe(200);
    expect(await finished({ caseSource: 'pinned', caseSourceHours: 1 })).toMatchObject({ totalCases: 1 });
    await call(service.url, 'POST', '/api/recorder/cases/old/unpin');
    expect(await trigger({ caseSource: 'pinned' })).toMatchObject({ errorCode: 'REASON_200' });
  });
});

describe('what a tester found', () => {
  const create = (cases: unknown[]) => call(service.url, 'POST', '/api/recorder/cases', cases);

  test('an endpoint that is named in two ways, or twice, is replayed once', async () => {
    await call(service.url, 'PUT', '/api/apps/named/settings', { operationNaming: 'method-path' });
    await create([recordedGet('named', '/x/1', {}), recordedGet('named', '/y', {})]);
    const run = await finished({ appId: 'named', operations: ['/x/{id}', 'GET /x/{id}', '/y'] });
    expect(run).toMatchObject({ totalCases: 2, findings: { scope: { interfacesInScope: 2 } } });
    const query = `appId=named&targetEnv=${encodeURIComponent(target.url)}&operationIds=GET%20/y&operationIds=/y`;
    const { body } = await call(service.url, 'GET', `/api/createPlan?${query}`);
    expect(await completed(service.url, body.data.replayPlanId)).toMatchObject({ totalCases: 1 });
  });

  test('a main endpoint is known by its path where endpoints are named METHOD path', async () => {
    await call(service.url, 'POST', '/api/config/schedule/modify/UPDATE', { appId: 'named', mainOperations: ['/y'] });
    expect((await finished({ appId: 'named' })).findings.state).toBe('CLEAN');
  });

  test('tags are compared by their raw value, numbers as they were written', async () => {
    await call(
      service.url,
      'POST',
      '/api/recorder/cases',
      `[${JSON.stringify(recordedGet('raw', '/a', {})).slice(0, -1)},"tags":{"big":12345678901234567890,"f":1.0}}]`,
    );
    const triggered = await call(
      service.url,
      'POST',
      '/openapi/v1/replay-triggers',
      `{"appId":"raw","targetEnv":"${target.url}","caseTags":{"big":12345678901234567890,"f":1.0}}`,
    );
    expect(await completed(service.url, triggered.body.planId)).toMatchObject({ totalCases: 1 });
    expect(await trigger({ appId: 'raw', caseTags: { constructor: 'x' } })).toMatchObject({
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringContaining('caseTags'),
    });
  });

  test('requests that were recorded without a response do not make a dead target pass', async () => {
    const dead = `http://127.0.0.1:${await freePort()}`;
    await create(Array.from({ length: 12 }, (_, index) => recordedGet('halves', `/h${index}`, {}, { response: null })));
    expect(await finished({ appId: 'halves', targetEnv: dead })).toMatchObject({
      verdict: 'FAIL',
      findings: { state: 'ENVIRONMENT_FAILURE' },
    });
    expect(await finished({ appId: 'halves' })).toMatchObject({ verdict: 'PASS', passRate: 1 });
  });

  test.for<[string, Record<string, unknown>]>([
    ['caseTags', { caseTags: { a: 'z'.repeat(40_000) } }],
    ['caseTags', { caseTags: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`t${index}`, 'x'])) }],
    ['operations', { operations: Array.from({ length: 200 }, (_, index) => `/${index}${'x'.repeat(880)}`) }],
  ])('%s that no row could hold are refused by name, and the application stays free', async ([field, body]) => {
    expect(await trigger(body)).toMatchObject({
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringContaining(field),
    });
    expect(await finished({ operations: ['/b'] })).toMatchObject({ totalCases: 1 });
  });
});

describe('Idempotency-Key (interface 2.1)', () => {
  const headers = { 'idempotency-key': 'ci-run-1' };

  test('the same key with the same body answers the same plan, before and after it ended; with another body it is refused', async () => {
    const first = await trigger({ operations: ['/b'] }, headers);
    expect(await trigger({ operations: ['/b'] }, headers)).toEqual(first);
    await completed(service.url, first.planId);
    expect(await trigger({ operations: ['/b'] }, headers)).toEqual(first);
    expect(await trigger({ operations: ['/a'] }, headers)).toMatchObject({
      planId: null,
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringContaining('Idempotency-Key'),
    });
    expect(
      (await call(service.url, 'GET', '/api/replays?appId=shop&limit=200')).body.items.filter(
        ({ planId }: { planId: string }) => planId === first.planId,
      ),
    ).toHaveLength(1);
  });
});

describe('polling (spec 2.3, 7.2)', () => {
  test('an unknown plan is UNKNOWN and NOT_FOUND, every other member null', async () => {
    expect((await call(service.url, 'GET', '/openapi/v1/replay-runs/ffffffffffffffffffffffff')).body).toEqual({
      status: 'UNKNOWN',
      progress: null,
      verdict: null,
      passRate: null,
      totalCases: null,
      successCases: null,
      failedCases: null,
      reportUrl: null,
      findings: null,
      analysis: null,
      errorCode: 'NOT_FOUND',
      errorMessage: expect.any(String),
    });
    expect(
      (await call(service.url, 'GET', '/openapi/v1/replay-runs/ffffffffffffffffffffffff/diagnosis')).body,
    ).toMatchObject({ errorCode: 'NOT_FOUND' });
  });

  test('while it runs only status, progress and findings.state carry values; the stored result has its attributes already', async () => {
    const { planId } = await trigger({ appId: 'slow', attributes: { a: 1 } });
    const statuses = new Set<string>();
    const unfinished: { verdict: unknown }[] = [];
    for (;;) {
      const { body } = await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}`);
      statuses.add(body.status);
      if (body.status === 'COMPLETED') break;
      expect(body).toMatchObject({ verdict: null, passRate: null, totalCases: null, reportUrl: null, errorCode: null });
      expect(body.findings).toEqual(body.status === 'RUNNING' ? { state: 'RUNNING' } : null);
      const stored = (await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body;
      expect(stored.attributes).toEqual({ a: 1 });
      if (stored.errorCode === 'NO_CONCLUSION_YET') unfinished.push(stored);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(statuses).toContain('RUNNING');
    expect(unfinished.length).toBeGreaterThan(0);
    expect(unfinished.every(({ verdict }) => verdict === null)).toBe(true);
    expect((await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body).toMatchObject({
      errorCode: null,
      passRate: 1,
    });
  });
});

describe('console plans (spec 4.5 to 4.7)', () => {
  test('GET creates a plan as Webhook, progress reaches 100, it can be polled and has no stored result', async () => {
    const query = new URLSearchParams({
      appId: 'shop',
      targetEnv: target.url,
      planName: 'nightly',
      caseTags: '{"tier":"gold"}',
    });
    query.append('operationIds', '/a');
    const { body } = await call(service.url, 'GET', `/api/createPlan?${query}`);
    expect(body).toMatchObject({ result: 1, data: { replayPlanId: expect.stringMatching(/^[0-9a-f]{24}$/) } });
    const planId = body.data.replayPlanId;
    expect(await completed(service.url, planId)).toMatchObject({ totalCases: 2 });
    for (const path of ['/progress', '/api/progress']) {
      expect((await call(service.url, 'GET', `${path}?planId=${planId}`)).body).toMatchObject({
        result: 1,
        desc: 'ok',
        data: { planId, percent: 100, status: 'COMPLETED' },
      });
    }
    expect((await call(service.url, 'GET', `/api/replays/${planId}`)).body).toMatchObject({
      operator: 'Webhook',
      planName: 'nightly',
    });
    expect((await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body).toMatchObject({
      errorCode: 'NOT_FOUND',
    });
    expect((await call(service.url, 'GET', '/progress?planId=nothing')).body).toMatchObject({ result: 2 });
  });

  test.for<[number, Record<string, unknown>]>([
    [2, { appId: 'shop' }],
    [2, { appId: 'shop', targetEnv: 'nowhere' }],
    [2, { caseSourceFrom: 'yesterday' }],
    [2, { load: { concurrency: 201 } }],
    [2, { operationCaseInfoList: [{ operationId: '/never' }] }],
    [103, { caseSourceFrom: 2000, caseSourceTo: 1000 }],
    [101, { appId: 'nobody' }],
    [200, { caseSourceFrom: 1000, caseSourceTo: 2000 }],
  ])('reasonCode %i', async ([reasonCode, change]) => {
    const body =
      'appId' in change && !('targetEnv' in change) && reasonCode === 2
        ? change
        : { appId: 'shop', targetEnv: target.url, ...change };
    expect(await call(service.url, 'POST', '/api/createPlan', body)).toMatchObject({
      status: 200,
      body: { result: 2, data: { reasonCode, replayPlanId: null } },
    });
  });

  test('POST takes single cases and a load', async () => {
    const { items } = (await call(service.url, 'GET', '/api/recorder/apps/shop/cases?operation=/a')).body;
    const { body } = await call(service.url, 'POST', '/api/createPlan', {
      appId: 'shop',
      targetEnv: target.url,
      caseSourceFrom: 0,
      caseSourceTo: Date.now(),
      load: { maxQps: 50, concurrency: 2 },
      operationCaseInfoList: [{ operationId: '/a', replayIdList: [items[0].caseId] }],
    });
    expect(await completed(service.url, body.data.replayPlanId)).toMatchObject({ totalCases: 1 });
  });

  test('a registered main endpoint that was not replayed is low coverage; an empty list takes the registration back', async () => {
    const register = (mainOperations: string[]) =>
      call(service.url, 'POST', '/api/config/schedule/modify/UPDATE', { appId: 'shop', mainOperations });
    expect((await register(['/a', '/pay'])).body).toMatchObject({
      responseStatusType: { responseCode: 0 },
      body: true,
    });
    const run = await finished({ operations: ['/a'] });
    expect(run.findings).toMatchObject({
      state: 'LOW_COVERAGE',
      coverage: { mainOperationsConfigured: true, uncoveredMainOperations: ['/pay'] },
    });
    await register(['/a']);
    expect(
      (await completed(service.url, run.planId ?? (await trigger({ operations: ['/a'] })).planId)).findings.state,
    ).toBe('CLEAN');
    await register([]);
  });

  test('without a credential 401, without the right 403, in the words of interface 4.5', async () => {
    expect(await call(service.url, 'GET', '/api/replays', undefined, { 'x-api-key': '' })).toMatchObject({
      status: 401,
      body: {
        responseStatusType: {
          responseCode: 4,
          responseDesc: 'Authentication verification failed',
          timestamp: expect.any(Number),
        },
      },
    });
    expect((await call(service.url, 'GET', '/api/replays', undefined, { 'x-tenant-id': 'other' })).status).toBe(401);
  });
});

describe('stop and rerun (interface 10)', () => {
  test('stop ends a plan INTERRUPTED; a rerun is a new round that computes everything again', async () => {
    const { planId } = await trigger({ appId: 'slow' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await call(service.url, 'POST', `/api/replays/${planId}/stop`)).body).toEqual({ planId, round: 1 });
    const stopped = await completed(service.url, planId);
    expect(stopped).toMatchObject({
      verdict: 'FAIL',
      errorMessage: 'The replay was stopped.',
      findings: { state: 'INTERRUPTED' },
    });
    expect((await call(service.url, 'POST', `/api/replays/${planId}/stop`)).status).toBe(409);

    expect((await call(service.url, 'POST', `/api/replays/${planId}/rerun`)).body).toEqual({ planId, round: 2 });
    expect((await call(service.url, 'POST', `/api/replays/${planId}/rerun`)).status).toBe(409);
    expect(await completed(service.url, planId)).toMatchObject({
      verdict: 'PASS',
      errorMessage: null,
      totalCases: 1,
      successCases: 1,
    });
    expect((await call(service.url, 'POST', '/api/replays/ffffffffffffffffffffffff/rerun')).status).toBe(404);
  });
});
