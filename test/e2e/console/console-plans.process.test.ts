import { describe, expect, test } from 'vitest';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { shopStage } from '../../support/stages/shop-stage.ts';

const { stage, trigger, finished, hold, release } = shopStage();

describe('a plan of the console (spec 4.5 to 4.7)', () => {
  test('is created by GET as Webhook, can be polled to 100, and has no stored result', async () => {
    const query = new URLSearchParams({
      appId: 'shop',
      targetEnv: stage.target.url,
      planName: 'nightly',
      caseTags: '{"tier":"gold"}',
    });
    query.append('operationIds', '/a');
    const { body } = await call(stage.service.url, 'GET', `/api/createPlan?${query}`);
    expect(body).toMatchObject({ result: 1, data: { replayPlanId: expect.stringMatching(/^[0-9a-f]{24}$/) } });
    const planId = body.data.replayPlanId;
    expect(await completed(stage.service.url, planId)).toMatchObject({ totalCases: 2 });
    for (const path of ['/progress', '/api/progress']) {
      expect((await call(stage.service.url, 'GET', `${path}?planId=${planId}`)).body).toMatchObject({
        result: 1,
        desc: 'ok',
        data: { planId, percent: 100, status: 'COMPLETED' },
      });
    }
    expect((await call(stage.service.url, 'GET', `/api/replays/${planId}`)).body).toMatchObject({
      operator: 'Webhook',
      planName: 'nightly',
      title: 'nightly',
      branch: null,
      scheduleId: null,
    });
    expect((await call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}/diagnosis`)).body).toMatchObject({
      errorCode: 'NOT_FOUND',
    });
    expect((await call(stage.service.url, 'GET', '/progress?planId=nothing')).body).toMatchObject({ result: 2 });
  });

  test.for<[number, Record<string, unknown>]>([
    [2, { appId: 'shop' }],
    [2, { appId: 'shop', targetEnv: 'nowhere' }],
    [2, { caseSourceFrom: 'yesterday' }],
    [2, { load: { concurrency: 1001 } }],
    [2, { operationCaseInfoList: [{ operationId: '/never' }] }],
    [2, { operationIds: ['/never'] }],
    [2, { operationIds: '/a' }],
    [2, { operationIds: ['/a'], operationCaseInfoList: [{ operationId: '/a' }] }],
    [103, { caseSourceFrom: 2000, caseSourceTo: 1000 }],
    [101, { appId: 'unknown' }],
    [200, { caseSourceFrom: 1000, caseSourceTo: 2000 }],
  ])('is refused with reasonCode %i', async ([reasonCode, change]) => {
    const body =
      'appId' in change && !('targetEnv' in change) && reasonCode === 2
        ? change
        : { appId: 'shop', targetEnv: stage.target.url, ...change };
    expect(await call(stage.service.url, 'POST', '/api/createPlan', body)).toMatchObject({
      status: 200,
      body: { result: 2, data: { reasonCode, replayPlanId: null } },
    });
  });

  test('takes the parameters of GET as members of a POST body', async () => {
    const { body } = await call(stage.service.url, 'POST', '/api/createPlan', {
      appId: 'shop',
      targetEnv: stage.target.url,
      planName: 'nightly',
      caseTags: { tier: 'gold' },
      operationIds: ['/a'],
    });
    const planId = body.data.replayPlanId;
    expect(await completed(stage.service.url, planId)).toMatchObject({ totalCases: 2 });
  });

  test('takes single cases and a load in a POST body', async () => {
    const { items } = (await call(stage.service.url, 'GET', '/api/recorder/apps/shop/cases?operation=/a')).body;
    const { body } = await call(stage.service.url, 'POST', '/api/createPlan', {
      appId: 'shop',
      targetEnv: stage.target.url,
      caseSourceFrom: 0,
      caseSourceTo: Date.now(),
      load: { maxQps: 50, concurrency: 2 },
      operationCaseInfoList: [{ operationId: '/a', replayIdList: [items[0].caseId] }],
    });
    expect(await completed(stage.service.url, body.data.replayPlanId)).toMatchObject({ totalCases: 1 });
  });

  test('starts from the page of a recording with this one alone, whenever it was recorded', async () => {
    const send = (path: string, sent?: URLSearchParams) =>
      fetch(`${stage.service.url}/console/apps/${path}`, {
        headers: { 'x-api-key': ADMIN_KEY },
        redirect: 'manual',
        ...(sent && { method: 'POST', body: sent }),
      });
    const form = await (await send('shop/replays/new?caseId=old')).text();
    expect(form).toContain('<input type="hidden" name="caseId" value="old">');
    expect(form).not.toContain('name="hours"');
    expect(await (await send('slow/replays/new?caseId=old')).text()).not.toContain('name="caseId"');

    const fields = { targetEnv: stage.target.url, caseId: 'old' };
    const started = await send('shop/replays/new', new URLSearchParams(fields));
    const [, planId = ''] = /^\/report\/([0-9a-f]{24})/.exec(started.headers.get('location') ?? '') ?? [];
    expect(await completed(stage.service.url, planId)).toMatchObject({ totalCases: 1 });
    const { body } = await call(stage.service.url, 'GET', `/api/replays/${planId}/cases`);
    expect(body.items.map(({ caseId }: { caseId: string }) => caseId)).toEqual(['old']);
    expect((await send('shop/replays/new', new URLSearchParams({ ...fields, caseId: 'gone' }))).status).toBe(422);
  });

  test('has the title of its commit as its name, or its number without attributes', async () => {
    const attributes = {
      'vcs.change.title': 'Round totals\n\nThey were cut.',
      'vcs.ref.head.name': 'totals',
      'vcs.ref.head.revision': '9f3c1ab0123456789abcdef0123456789abcdef0',
    };
    const titled = await finished({ operations: ['/a'], attributes });
    const plain = await finished({ operations: ['/a'] });
    expect([titled.status, plain.status]).toEqual(['COMPLETED', 'COMPLETED']);
    const { items } = (await call(stage.service.url, 'GET', '/api/replays?appId=shop&limit=100')).body;
    // Plans of one second are listed in any order.
    const titles = new Set(items.map(({ title }: { title: string }) => title));
    const [last] = items.filter(({ title }: { title: string }) => /^Run \d+ of shop$/.test(title));
    expect(titles).toContain('Round totals');
    expect([items.find(({ branch }: { branch: string }) => branch === 'totals'), last]).toMatchObject([
      { title: 'Round totals', branch: 'totals', commit: attributes['vcs.ref.head.revision'] },
      { title: expect.stringMatching(/^Run \d+ of shop$/), branch: null, commit: null },
    ]);
  });

  test.for<[query: string, branches: (string | null)[]]>([
    ['branch=totals', ['totals']],
    ['branch=totals&state=CLEAN', []],
    ['branch=totals&state=LOW_COVERAGE', ['totals']],
    ['branch=other', []],
  ])('is listed by GET /api/replays?%s, and on the page with the same filter', async ([query, branches]) => {
    const list = await call(stage.service.url, 'GET', `/api/replays?appId=shop&${query}`);
    expect(list.body.items.map(({ branch }: { branch: string }) => branch)).toEqual(branches);
    for (const item of list.body.items)
      expect(item).toMatchObject({ state: 'LOW_COVERAGE', passRate: 1, needsAction: 0, toReview: 0 });
    for (const path of ['/console/replays', '/console/apps/shop/replays']) {
      const page = await fetch(`${stage.service.url}${path}?${query}`, { headers: { 'x-api-key': ADMIN_KEY } });
      const html = await page.text();
      expect(html.includes('>Round totals</a>')).toBe(branches.length > 0);
      expect(html.includes('No run matches the filter')).toBe(branches.length === 0);
      expect(html).not.toMatch(/>Run \d+ of shop<\/a>/);
    }
  });

  test.for(['state=clean', `branch=${'x'.repeat(201)}`])('is not listed for an unusable filter: %s', async (query) => {
    const name = query.split('=')[0];
    expect(await call(stage.service.url, 'GET', `/api/replays?${query}`)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_QUERY', errorMessage: expect.stringContaining(name ?? '') },
    });
    const page = await fetch(`${stage.service.url}/console/replays?${query}`, { headers: { 'x-api-key': ADMIN_KEY } });
    expect(page.status).toBe(400);
  });

  test('has low coverage if a registered main endpoint was not replayed, until an empty list removes it', async () => {
    const register = (mainOperations: string[]) =>
      call(stage.service.url, 'POST', '/api/config/schedule/modify/UPDATE', { appId: 'shop', mainOperations });
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
      (await completed(stage.service.url, run.planId ?? (await trigger({ operations: ['/a'] })).planId)).findings.state,
    ).toBe('CLEAN');
    await register([]);
  });

  test('gives 401 without a credential and 403 without the right, as interface 4.5 says', async () => {
    expect(await call(stage.service.url, 'GET', '/api/replays', undefined, { 'x-api-key': '' })).toMatchObject({
      status: 401,
      body: {
        responseStatusType: {
          responseCode: 4,
          responseDesc: 'Authentication verification failed',
          timestamp: expect.any(Number),
        },
      },
    });
    expect((await call(stage.service.url, 'GET', '/api/replays', undefined, { 'x-tenant-id': 'other' })).status).toBe(
      401,
    );
  });
});

describe('stop and rerun (interface 10)', () => {
  test('end a plan INTERRUPTED, and compute everything again in a new round', async () => {
    hold();
    const { planId } = await trigger({ appId: 'slow' });
    await expect.poll(() => stage.target.seen.some(({ url }) => url === '/slow')).toBe(true);
    expect((await call(stage.service.url, 'POST', `/api/replays/${planId}/stop`)).body).toEqual({ planId, round: 1 });
    release();
    const stopped = await completed(stage.service.url, planId);
    expect(stopped).toMatchObject({
      verdict: 'FAIL',
      errorMessage: 'The run was stopped.',
      findings: { state: 'INTERRUPTED' },
    });
    expect((await call(stage.service.url, 'POST', `/api/replays/${planId}/stop`)).status).toBe(409);

    hold();
    expect((await call(stage.service.url, 'POST', `/api/replays/${planId}/rerun`)).body).toEqual({ planId, round: 2 });
    expect((await call(stage.service.url, 'POST', `/api/replays/${planId}/rerun`)).status).toBe(409);
    release();
    expect(await completed(stage.service.url, planId)).toMatchObject({
      verdict: 'PASS',
      errorMessage: null,
      totalCases: 1,
      successCases: 1,
    });
    expect((await call(stage.service.url, 'POST', '/api/replays/ffffffffffffffffffffffff/rerun')).status).toBe(404);
  });
});
