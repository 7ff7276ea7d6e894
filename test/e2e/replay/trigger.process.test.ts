import { describe, expect, test } from 'vitest';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed } from '../../support/running-service.ts';
import { shopStage } from '../../support/stages/shop-stage.ts';

const { stage, trigger, finished, hold, release } = shopStage();

describe('the trigger (spec 7.1, interface 2.1)', () => {
  test.for<[string, Record<string, unknown>, string]>([
    ['APP_NOT_REGISTERED', { appId: 'unknown', operations: ['/a'] }, 'unknown'],
    [
      'UNKNOWN_OPERATION',
      { operations: ['/a', '/x', '/y'] },
      'these operations are not registered under appId=shop: [/x, /y]',
    ],
    ['REASON_101', { appId: 'unknown' }, 'no endpoints'],
    ['REASON_200', { caseSource: 'pinned' }, 'pinned'],
    ['CREATE_PLAN_FAILED', { targetEnv: 'http://169.254.169.254/latest' }, 'targetEnv'],
  ])('is refused with %s', async ([errorCode, body, message]) => {
    expect(await trigger(body)).toEqual({
      planId: null,
      statusUrl: null,
      errorCode,
      errorMessage: expect.stringContaining(message),
    });
  });

  test('is refused with UNKNOWN_OPERATION, which names 50 and then the count', async () => {
    const { errorMessage } = await trigger({ operations: Array.from({ length: 53 }, (_, index) => `/u${index}`) });
    expect(errorMessage).toContain('/u49, and 3 more]');
    expect(errorMessage).not.toContain('/u50');
  });

  test('is refused with PLAN_RUNNING_1 and the running plan, unless it has another target', async () => {
    hold();
    const { planId } = await trigger({ appId: 'slow' });
    expect(await trigger({ appId: 'slow' })).toMatchObject({
      errorCode: 'PLAN_RUNNING_1',
      errorMessage: expect.stringContaining(planId),
    });
    const other = await trigger({ appId: 'slow', targetEnv: `${stage.target.url}/other` });
    expect(other.errorCode).toBeNull();
    release();
    await Promise.all([completed(stage.service.url, planId), completed(stage.service.url, other.planId)]);
  });

  test('is accepted for one of many at the same moment, the others get REASON_1 or PLAN_RUNNING_1', async () => {
    hold();
    const answers = await Promise.all(Array.from({ length: 12 }, () => trigger({ appId: 'slow' })));
    release();
    const accepted = answers.filter(({ errorCode }) => errorCode === null);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(({ errorCode }) => ['REASON_1', 'PLAN_RUNNING_1'].includes(errorCode))).toHaveLength(11);
    await completed(stage.service.url, accepted[0].planId);
  });
});

describe('the selection of a trigger (spec 2.1)', () => {
  test.for<[string, Record<string, unknown>, number]>([
    ['the whole application within 24 hours', {}, 3],
    ['a wider window', { caseSourceHours: 48 }, 4],
    ['some operations', { operations: ['/b'] }, 1],
    ['a limit per endpoint', { caseCountLimit: 1 }, 2],
    ['tags', { caseTags: { tier: 'gold' } }, 2],
  ])('is the right cases for %s', async ([, body, totalCases]) => {
    expect(await finished(body)).toMatchObject({ totalCases, passRate: 1 });
  });

  test('ends as NO_CASES if tags leave no case', async () => {
    expect(await finished({ caseTags: { tier: 'lead' } })).toMatchObject({
      verdict: 'FAIL',
      totalCases: 0,
      passRate: 0,
      findings: { state: 'NO_CASES' },
    });
  });

  test('contains pinned cases of any age, until they are unpinned', async () => {
    expect((await call(stage.service.url, 'POST', '/api/recorder/cases/old/pin')).status).toBe(200);
    expect(await finished({ caseSource: 'pinned', caseSourceHours: 1 })).toMatchObject({ totalCases: 1 });
    await call(stage.service.url, 'POST', '/api/recorder/cases/old/unpin');
    expect(await trigger({ caseSource: 'pinned' })).toMatchObject({ errorCode: 'REASON_200' });
  });
});

describe('the trigger in cases that a tester found', () => {
  const create = (cases: unknown[]) => call(stage.service.url, 'POST', '/api/recorder/cases', cases);

  test('replays an endpoint once that is named in two ways, or twice', async () => {
    await call(stage.service.url, 'PUT', '/api/apps/named/settings', { operationNaming: 'method-path' });
    await create([recordedGet('named', '/x/1', {}), recordedGet('named', '/y', {})]);
    const run = await finished({ appId: 'named', operations: ['/x/{id}', 'GET /x/{id}', '/y'] });
    expect(run).toMatchObject({ totalCases: 2, findings: { scope: { interfacesInScope: 2 } } });
    const query = `appId=named&targetEnv=${encodeURIComponent(stage.target.url)}&operationIds=GET%20/y&operationIds=/y`;
    const { body } = await call(stage.service.url, 'GET', `/api/createPlan?${query}`);
    expect(await completed(stage.service.url, body.data.replayPlanId)).toMatchObject({ totalCases: 1 });
  });

  test('knows a main endpoint by its path where endpoints are named METHOD path', async () => {
    await call(stage.service.url, 'POST', '/api/config/schedule/modify/UPDATE', {
      appId: 'named',
      mainOperations: ['/y'],
    });
    expect((await finished({ appId: 'named' })).findings.state).toBe('CLEAN');
  });

  test('compares tags by their raw value, numbers as written', async () => {
    await call(
      stage.service.url,
      'POST',
      '/api/recorder/cases',
      `[${JSON.stringify(recordedGet('raw', '/a', {})).slice(0, -1)},"tags":{"big":12345678901234567890,"f":1.0}}]`,
    );
    const triggered = await call(
      stage.service.url,
      'POST',
      '/openapi/v1/replay-triggers',
      `{"appId":"raw","targetEnv":"${stage.target.url}","caseTags":{"big":12345678901234567890,"f":1.0}}`,
    );
    expect(await completed(stage.service.url, triggered.body.planId)).toMatchObject({ totalCases: 1 });
    expect(await trigger({ appId: 'raw', caseTags: { constructor: 'x' } })).toMatchObject({
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringContaining('caseTags'),
    });
  });

  test('does not pass a dead target for requests recorded without a response', async () => {
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
  ])('refuses %s that no row could hold by name, and keeps the application free', async ([field, body]) => {
    expect(await trigger(body)).toMatchObject({
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringContaining(field),
    });
    expect(await finished({ operations: ['/b'] })).toMatchObject({ totalCases: 1 });
  });
});

describe('Idempotency-Key (interface 2.1)', () => {
  const headers = { 'idempotency-key': 'ci-run-1' };

  test('gives the same plan for the same body, before and after its end, and refuses another body', async () => {
    const first = await trigger({ operations: ['/b'] }, headers);
    expect(await trigger({ operations: ['/b'] }, headers)).toEqual(first);
    await completed(stage.service.url, first.planId);
    expect(await trigger({ operations: ['/b'] }, headers)).toEqual(first);
    expect(await trigger({ operations: ['/a'] }, headers)).toMatchObject({
      planId: null,
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringContaining('Idempotency-Key'),
    });
    expect(
      (await call(stage.service.url, 'GET', '/api/replays?appId=shop&limit=200')).body.items.filter(
        ({ planId }: { planId: string }) => planId === first.planId,
      ),
    ).toHaveLength(1);
  });
});

describe('the poll of a run (spec 2.3, 7.2)', () => {
  test('is UNKNOWN and NOT_FOUND for an unknown plan, with null in every other member', async () => {
    expect((await call(stage.service.url, 'GET', '/openapi/v1/replay-runs/ffffffffffffffffffffffff')).body).toEqual({
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
      (await call(stage.service.url, 'GET', '/openapi/v1/replay-runs/ffffffffffffffffffffffff/diagnosis')).body,
    ).toMatchObject({ errorCode: 'NOT_FOUND' });
  });

  test('has only status, progress and findings.state while it runs, and attributes in the stored result', async () => {
    hold();
    const { planId } = await trigger({ appId: 'slow', attributes: { a: 1 } });
    const statuses = new Set<string>();
    const unfinished: { verdict: unknown }[] = [];
    for (;;) {
      const { body } = await call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}`);
      statuses.add(body.status);
      if (body.status === 'COMPLETED') break;
      expect(body).toMatchObject({ verdict: null, passRate: null, totalCases: null, reportUrl: null, errorCode: null });
      expect(body.findings).toEqual(body.status === 'RUNNING' ? { state: 'RUNNING' } : null);
      const stored = (await call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body;
      expect(stored.attributes).toEqual({ a: 1 });
      if (stored.errorCode === 'NO_CONCLUSION_YET') unfinished.push(stored);
      if (unfinished.length > 2 && statuses.has('RUNNING')) release();
    }
    expect(statuses).toContain('RUNNING');
    expect(unfinished.length).toBeGreaterThan(0);
    expect(unfinished.every(({ verdict }) => verdict === null)).toBe(true);
    expect((await call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body).toMatchObject({
      errorCode: null,
      passRate: 1,
    });
  });
});
