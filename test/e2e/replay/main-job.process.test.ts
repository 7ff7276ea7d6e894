import { describe, expect, test } from 'vitest';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { mainJobStage } from './main-job-stage.ts';

const { stage, record, trigger } = mainJobStage();

describe('a replay from recording to poll', () => {
  test('finds exactly what changed', async () => {
    const same = (path: string) => ({ path, price: 12.5, stock: 3 });
    const recorded = [
      recordedGet('shop', '/same?page=1', same('/same')),
      recordedGet('shop', '/price', { ...same('/price'), price: 13 }),
      recordedGet('shop', '/missing', { ...same('/missing'), note: 'gone' }),
      recordedGet('shop', '/new', { path: '/new', price: 12.5 }),
      recordedGet('shop', '/broken', same('/broken')),
      recordedGet('shop', '/moved', null, {
        response: { status: 302, headers: [['location', '/elsewhere']], body: null, bodyEncoding: 'utf8' },
      }),
    ];
    expect((await record(recorded)).body).toEqual({ accepted: 6, duplicates: 0, rejected: [] });

    const triggered = await trigger({
      appId: 'shop',
      passThreshold: 0.123456,
      attributes: { 'service.name': 'Shop', big: 1 },
    });
    expect(triggered).toMatchObject({ status: 200, body: { errorCode: null, errorMessage: null } });
    const { planId, statusUrl } = triggered.body;
    expect(planId).toMatch(/^[0-9a-f]{24}$/);
    expect(statusUrl).toBe(`/openapi/v1/replay-runs/${planId}`);

    const run = await completed(stage.service.url, planId);
    expect(run).toMatchObject({
      status: 'COMPLETED',
      progress: 1,
      verdict: 'PASS',
      passRate: 2 / 6,
      totalCases: 6,
      successCases: 2,
      failedCases: 4,
      reportUrl: `${stage.service.url}/report/${planId}`,
      errorCode: null,
      errorMessage: null,
    });
    const { latency, ...findings } = run.findings;
    expect(latency).toHaveLength(5);
    expect(findings).toEqual({
      state: 'NEEDS_ACTION',
      scope: {
        endpoints: { inScope: 6, replayed: 6, unchanged: 2, uncovered: 0, needsAction: 3, toReview: 1 },
        interfacesInScope: 6,
        interfacesReplayed: 6,
        interfacesUnchanged: 2,
        requests: 6,
        requestsWithoutResult: 0,
      },
      needsActionInterfaces: 3,
      needsAction: [
        entry('SERVER_ERROR', '500', '/broken'),
        entry('FIELD_MISSING', 'note', '/missing'),
        entry('FIELD_VALUE', 'price', '/price'),
      ],
      toReviewInterfaces: 1,
      toReview: [entry('NEW_FIELD', 'stock', '/new')],
      coverage: { uncoveredInterfaces: 0, mainOperationsConfigured: false, uncoveredMainOperations: [] },
      excludedFieldCount: 0,
    });
    expect(stage.target.seen.filter(({ url }) => url === '/elsewhere')).toEqual([]);
  });

  test('sends the recorded request with its trace id in one traceparent, and says that it is a replay', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await record([
      recordedGet(
        'traced',
        '/t/a%2Fb//c?q=%20x&q=2',
        { path: '/t/a%2Fb//c', price: 12.5, stock: 3 },
        {
          traceId,
          request: {
            method: 'POST',
            path: '/t/a%2Fb//c?q=%20x&q=2',
            headers: [
              ['Host', 'prod.example'],
              ['X-Custom', 'one'],
              ['X-Custom', 'two'],
              ['traceparent', `00-${traceId}-00f067aa0ba902b7-01`],
              ['x-amzn-trace-id', 'Root=1'],
              ['Connection', 'close, X-Hop'],
              ['X-Hop', '1'],
              ['Content-Length', '999'],
              ['content-type', 'application/octet-stream'],
            ],
            body: Buffer.from([0, 255, 10, 13]).toString('base64'),
            bodyEncoding: 'base64',
          },
        },
      ),
    ]);
    const { planId } = (await trigger({ appId: 'traced', enableMock: false })).body;
    const run = await completed(stage.service.url, planId);
    expect(run.passRate).toBe(1);
    const seen = stage.target.seen.find(({ url }) => url === '/t/a%2Fb//c?q=%20x&q=2');
    expect(seen).toMatchObject({ method: 'POST', body: Buffer.from([0, 255, 10, 13]) });
    const names = seen?.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()) ?? [];
    expect(names.filter((name) => name === 'traceparent')).toHaveLength(1);
    expect(names.filter((name) => name === 'x-custom')).toHaveLength(2);
    expect(names).not.toContain('x-amzn-trace-id');
    expect(names).not.toContain('x-hop');
    expect(seen?.headers).toMatchObject({
      traceparent: expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`)),
      host: new URL(stage.target.url).host,
      'content-length': '4',
      'x-replay-mock': 'off',
      'x-replay-plan-id': planId,
      'x-replay-id': expect.stringMatching(/^[0-9a-f]{24}$/),
    });
  });

  test('updates findings at once for a later ignore rule, and keeps counts, passRate and verdict (interface 2.4)', async () => {
    await record([recordedGet('ignored', '/i', { path: '/i', price: 99, stock: 3 })]);
    const { planId } = (await trigger({ appId: 'ignored' })).body;
    const before = await completed(stage.service.url, planId);
    expect(before.findings.needsAction).toEqual([entry('FIELD_VALUE', 'price', '/i')]);

    const rule = await call(stage.service.url, 'POST', '/api/apps/ignored/compare-rules', {
      kind: 'ignore',
      path: '$.price',
    });
    expect(rule.status).toBe(201);
    const after = await completed(stage.service.url, planId);
    expect(after.findings).toMatchObject({
      state: 'LOW_COVERAGE',
      needsAction: [],
      excludedFieldCount: 1,
      scope: { interfacesUnchanged: 1 },
    });
    expect(after).toMatchObject({ verdict: 'FAIL', passRate: 0, failedCases: 1 });

    await call(stage.service.url, 'DELETE', `/api/apps/ignored/compare-rules/${rule.body.ruleId}`);
    expect((await completed(stage.service.url, planId)).findings).toEqual(before.findings);
  });

  test('keeps the order of requests of a session beside other ones', async () => {
    const at = Date.now() - 120_000;
    const cases = Array.from({ length: 5 }, (_, session) =>
      Array.from({ length: 12 }, (_item, step) =>
        recordedGet(
          'sessions',
          `/s/${session}/${step}`,
          { path: `/s/${session}/${step}`, price: 12.5, stock: 3 },
          {
            session: `s${session}`,
            operation: '/s',
            recordedAt: new Date(at).toISOString(),
          },
        ),
      ),
    ).flat();
    await record(cases);
    const { planId } = (await trigger({ appId: 'sessions' })).body;
    expect(await completed(stage.service.url, planId)).toMatchObject({ totalCases: 60, passRate: 1 });
    for (let session = 0; session < 5; session++) {
      const seen = stage.target.seen.map(({ url }) => url).filter((url) => url.startsWith(`/s/${session}/`));
      expect(seen).toEqual(Array.from({ length: 12 }, (_, step) => `/s/${session}/${step}`));
    }
  });
});

function entry(kind: string, subject: string, operationName: string) {
  return {
    kind,
    subjects: [subject],
    interfaces: [
      {
        operationName,
        affectedRequests: 1,
        totalRequests: 1,
        methods: ['GET'],
        methodTotals: [{ method: 'GET', affectedRequests: 1, totalRequests: 1 }],
      },
    ],
    affectedRequests: 1,
    totalRequests: 1,
  };
}
