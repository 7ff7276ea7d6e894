import { describe, expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const CANARY = 'canary-7c1e';
const stage = serviceAndTarget(({ url }, response) => {
  json(response, url.endsWith('/same') ? { total: 1 } : { total: 2, note: CANARY });
});

const post = (path: string, body: unknown) => call(stage.service.url, 'POST', path, body);
const claim = async (executorId: unknown = 'e2e') =>
  (await post('/openapi/v1/analysis-jobs/claim', { executorId })).body;
const diagnose = async (planId: string, body: unknown) =>
  (await post(`/openapi/v1/replay-runs/${planId}/diagnosis`, body)).body;
const storedOf = async (planId: string) =>
  (await call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body;

async function replayed(appId: string, paths: readonly string[]) {
  const cases = paths.map((path) =>
    recordedGet(appId, path, { total: 1, note: 'n' }, { operation: path.replace(/\d+$/, '{id}') }),
  );
  await post('/api/recorder/cases', cases);
  const { planId } = (await post('/openapi/v1/replay-triggers', { appId, targetEnv: stage.target.url })).body;
  return { planId, run: await completed(stage.service.url, planId) };
}

describe('the cause analysis by an external executor (interface 2.5)', () => {
  test('is SKIPPED at once without an executor, and replaced by a later diagnosis', async () => {
    const { planId, run } = await replayed('unattended', ['/orders/1', '/orders/2']);
    expect(run.analysis).toMatchObject({
      state: 'SKIPPED',
      reason: 'NO_EXECUTOR',
      failedCases: 2,
      undeterminedCases: 2,
    });
    expect((await storedOf(planId)).summary).toBeNull();
    expect(await diagnose(planId, { state: 'DONE', summary: '运费没有计入' })).toEqual({
      errorCode: null,
      errorMessage: null,
    });
    expect((await completed(stage.service.url, planId)).analysis).toMatchObject({ state: 'DONE', reason: null });
    expect((await storedOf(planId)).summary).toBe('运费没有计入');
  });

  test('is claimed, extended and written back, with its progress in the poll and its text in the stored result', async () => {
    expect(await claim()).toEqual({ job: null, errorCode: null, errorMessage: null });
    const { planId, run } = await replayed('attended', ['/orders/1', '/orders/2', '/carts/1', '/same']);
    expect(run).toMatchObject({ verdict: 'FAIL', analysis: { state: 'RUNNING', reason: null, analyzedCases: 0 } });
    const { job } = await claim();
    expect(job).toMatchObject({ planId, round: 1, callback: `/openapi/v1/replay-runs/${planId}/diagnosis?round=1` });
    expect(JSON.stringify(job)).not.toContain(CANARY);
    expect((await claim()).job).toBeNull();

    const [orders] = job.clusters.filter(({ operation }: { operation: string }) => operation === '/orders/{id}');
    const change = {
      key: 'total',
      title: '合计漏算了运费，所有订单都少收了钱',
      operations: ['/orders/{id}'],
      ...orders.differences[0],
      location: { file: 'src/order.ts', line: 12, symbol: 'OrderService.total' },
    };
    const cases = orders.planItemIds.map((planItemId: string) => ({
      planItemId,
      tier: 'CODE_CHANGE',
      change: 'total',
    }));
    const write = async (body: unknown) => (await post(job.callback, body)).body.errorCode;
    expect(await write({ state: 'RUNNING', cases: cases.slice(0, 1), codeChanges: [change] })).toBeNull();
    expect((await completed(stage.service.url, planId)).analysis).toMatchObject({ state: 'RUNNING', analyzedCases: 1 });
    expect(await write({ state: 'DONE', summary: '一处原因', cases })).toBeNull();
    expect(await write({ state: 'PARTIAL' })).toBe('ALREADY_CONCLUDED');

    const after = await completed(stage.service.url, planId);
    const { failedCases } = after;
    expect(after.analysis).toEqual({
      state: 'DONE',
      reason: null,
      analyzedCases: 2,
      failedCases,
      codeChangeCases: 2,
      invalidCases: 0,
      undeterminedCases: failedCases - 2,
      markedCases: 0,
      codeChangeInterfaces: 1,
      invalidInterfaces: 0,
      endpoints: { codeChange: 1, undetermined: 2, invalid: 0 },
      undeterminedInterfaces: failedCases - 2,
      codeChanges: [
        {
          findingId: expect.any(String),
          title: change.title,
          shortTitle: [...change.title].slice(0, 20).join(''),

          operations: ['/orders/{id}'],
          endpoints: [{ operationName: '/orders/{id}', methods: ['GET'] }],
          affectedCases: 2,
          replayedCases: 2,
          markedCases: 0,
          markedAt: null,
          sampleOperation: '/orders/{id}',
          location: change.location,
          inferred: false,
          consecutive: 1,
        },
      ],
    });
    expect([after.verdict, after.findings.state]).toEqual([run.verdict, run.findings.state]);
    expect(await storedOf(planId)).toMatchObject({ summary: '一处原因', errorCode: null });

    await post(`/api/replays/${planId}/cases/${orders.planItemIds[0]}/mark`, {});
    const marked = (await completed(stage.service.url, planId)).analysis;
    expect(marked).toMatchObject({
      markedCases: 1,
      codeChangeCases: 2,
      codeChanges: [{ affectedCases: 2, markedCases: 1 }],
    });
  });

  test('is absent for a replay without differences', async () => {
    expect((await replayed('same', ['/same'])).run.failedCases).toBe(1);
    const clean = await call(stage.service.url, 'PUT', '/api/apps/off/settings', { automaticAnalysis: false });
    expect(clean.body.automaticAnalysis).toBe(false);
    expect((await replayed('off', ['/orders/1'])).run.analysis).toBeNull();
  });
});

describe('a refused diagnosis (interface 2.5)', () => {
  test.for<[string, unknown, string]>([
    ['an empty body', {}, 'state must be RUNNING, DONE, PARTIAL or SKIPPED'],
    [
      'a case of another plan',
      { state: 'DONE', cases: [{ planItemId: `${'0'.repeat(24)}:0`, tier: 'INVALID' }] },
      'cases[0].planItemId must be the id of a case of this plan',
    ],
    [
      'a bad tier',
      { state: 'DONE', cases: [{ planItemId: `${'0'.repeat(24)}:0`, tier: CANARY }] },
      'cases[0].tier must be CODE_CHANGE, UNDETERMINED or INVALID',
    ],
    [
      'no title',
      { state: 'DONE', codeChanges: [{ key: 'k', operations: [] }] },
      'codeChanges[0].title must be a string of 1 to 1,000 characters',
    ],
  ])('names the fault and changes nothing: %s', async ([, body, errorMessage]) => {
    const { planId, run } = await replayed('refusing', ['/orders/1']);
    expect(await diagnose(planId, body)).toEqual({ errorCode: 'INVALID_DIAGNOSIS', errorMessage });
    expect((await completed(stage.service.url, planId)).analysis).toEqual(run.analysis);
  });

  test('is one of an unknown plan or round, with an unreadable or too large body, or without an executor', async () => {
    const { planId } = await replayed('unknown', ['/orders/1']);
    for (const path of ['f'.repeat(24), 'x', `${planId}/../x`]) {
      expect((await diagnose(encodeURIComponent(path), { state: 'DONE' })).errorCode).toBe('NOT_FOUND');
    }
    for (const round of ['2', '0', 'x', '']) {
      const path = `/openapi/v1/replay-runs/${planId}/diagnosis?round=${round}`;
      expect((await post(path, { state: 'DONE' })).body.errorCode).toBe('NOT_FOUND');
    }
    expect((await post(`/openapi/v1/replay-runs/${planId}/diagnosis`, '{')).status).toBe(400);
    const large = { state: 'DONE', more: 'x'.repeat(1024 * 1024) };
    expect((await post(`/openapi/v1/replay-runs/${planId}/diagnosis`, large)).status).toBe(413);
    for (const executorId of [undefined, null, '', ' ', 7, 'x'.repeat(129)]) {
      expect((await post('/openapi/v1/analysis-jobs/claim', { executorId })).body).toMatchObject({
        job: null,
        errorCode: 'INVALID_EXECUTOR',
      });
    }
  });
});
