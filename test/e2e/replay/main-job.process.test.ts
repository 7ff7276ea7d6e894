import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { randomBytes } from '../../support/test-random.ts';

const stage = serviceAndTarget(({ url }, response) => {
  if (url === '/r') json(response, { path: '/r', card: { number: 'CANARY-4222' } });
  else if (url.startsWith('/broken')) json(response, { error: 'x' }, 500);
  else if (url.startsWith('/moved')) response.writeHead(302, { location: '/elsewhere' }).end();
  else json(response, { path: url.split('?')[0], price: 12.5, stock: 3 });
});

const record = (cases: unknown[]) => call(stage.service.url, 'POST', '/api/recorder/cases', cases);
const trigger = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', { targetEnv: stage.target.url, ...body }, headers);

describe('record, trigger, replay, compare, poll', () => {
  test('what changed is found, what did not is not, and nothing else is said', async () => {
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
    expect(run.findings).toEqual({
      state: 'NEEDS_ACTION',
      scope: {
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

  test('the target sees the recorded request, one traceparent with the recorded trace id, and that it is being replayed', async () => {
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

  test('the stored result carries the attributes as given and never the threshold (spec 2.6)', async () => {
    await record([recordedGet('stored', '/s', { path: '/s', price: 12.5, stock: 3 })]);
    const attributes = '{"service.name":"Shop","build":12345678901234567890.10,"nested":{"a":[1.0,null]}}';
    const { body } = await call(
      stage.service.url,
      'POST',
      '/openapi/v1/replay-triggers',
      `{"appId":"stored","targetEnv":"${stage.target.url}","passThreshold":0.654321,"attributes":${attributes}}`,
    );
    await completed(stage.service.url, body.planId);
    const answer = await fetch(`${stage.service.url}/openapi/v1/replay-runs/${body.planId}/diagnosis`);
    const text = await answer.text();
    expect(text).toContain(`"attributes":${attributes}`);
    expect(JSON.parse(text)).toMatchObject({
      verdict: 'PASS',
      passRate: 1,
      totalCases: 1,
      successCases: 1,
      failedCases: 0,
      summary: null,
      errorCode: null,
    });
    const everywhere = await Promise.all(
      [`/openapi/v1/replay-runs/${body.planId}`, `/api/replays/${body.planId}`, '/api/replays'].map(async (path) =>
        JSON.stringify((await call(stage.service.url, 'GET', path)).body),
      ),
    );
    expect([text, ...everywhere].join()).not.toMatch(/0\.654321|passThreshold/);
    expect(stage.service.output()).not.toContain('0.654321');
    const files = readdirSync(stage.service.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes('654321'), file.name).toBe(false);
  });

  test('an ignore rule added afterwards changes findings at once; counts, passRate and verdict stay (interface 2.4)', async () => {
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

  test('requests of one session are replayed in order, whatever else runs beside them', async () => {
    const at = Date.now() - 120_000;
    const cases = Array.from({ length: 5 }, (_, session) =>
      Array.from({ length: 12 }, (_, step) =>
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

  test('bodies too large for a row are kept whole on both sides', async () => {
    const large = randomBytes(600_000).toString('base64');
    await record([recordedGet('large', '/large', { path: '/large', large })]);
    const { planId } = (await trigger({ appId: 'large' })).body;
    const run = await completed(stage.service.url, planId);
    expect(
      run.findings.needsAction.map(({ kind, subjects }: { kind: string; subjects: string[] }) => [kind, ...subjects]),
    ).toEqual([['FIELD_MISSING', 'large']]);
    const { body } = await call(stage.service.url, 'GET', `/api/replays/${planId}/cases/${planId}:0`);
    expect(JSON.parse(body.recorded.body).large).toBe(large);
    expect(body.differences[0].recorded.length).toBeLessThanOrEqual(1002);
  });

  test('what the application redacts is never stored nor replayed', async () => {
    await call(stage.service.url, 'PUT', '/api/apps/redacted/settings', {
      redact: [{ header: 'authorization' }, { path: '$.card.number' }],
    });
    await record([
      recordedGet(
        'redacted',
        '/r',
        { path: '/r', card: { number: 'CANARY-4111' } },
        {
          request: {
            method: 'POST',
            path: '/r',
            headers: [
              ['Authorization', 'Bearer CANARY-token'],
              ['content-type', 'application/json'],
            ],
            body: '{"card":{"number":"CANARY-4111"}}',
            bodyEncoding: 'utf8',
          },
        },
      ),
    ]);
    const { planId } = (await trigger({ appId: 'redacted' })).body;
    expect(await completed(stage.service.url, planId)).toMatchObject({ passRate: 1 });
    const { body } = await call(stage.service.url, 'GET', `/api/replays/${planId}/cases/${planId}:0`);
    expect(body.request.body).toBe('{"card":{"number":"[redacted]"}}');
    expect(
      JSON.stringify([body, stage.target.seen.map(({ rawHeaders, body: sent }) => [rawHeaders, sent.toString()])]),
    ).not.toContain('CANARY');
    for (const file of readdirSync(stage.service.dataDir))
      if (file.startsWith('service.sqlite'))
        expect(readFileSync(join(stage.service.dataDir, file)).includes('CANARY'), file).toBe(false);
  });

  test('one result shows both sides and its differences (interface 10)', async () => {
    await record([recordedGet('sides', '/one', { path: '/one', price: 1, stock: 3 }, { caseId: 'sides-1' })]);
    const { planId } = (await trigger({ appId: 'sides' })).body;
    await completed(stage.service.url, planId);
    const list = (
      await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?state=FAILED&kind=FIELD_VALUE&operation=/one`)
    ).body;
    expect(list).toMatchObject({
      items: [
        {
          planItemId: `${planId}:0`,
          caseId: 'sides-1',
          state: 'FAILED',
          kinds: ['FIELD_VALUE'],
          status: { recorded: 200, replayed: 200 },
        },
      ],
      nextCursor: null,
    });
    expect((await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?state=PASSED`)).body.items).toEqual([]);
    for (const [name, value] of [
      ['kind', 'FIELD_VALUES'],
      ['kind', ''],
      ['kind', 'FIELD_VALUE&kind=FIELD_VALUE'],
      ['state', 'FAILED&state=PASSED'],
      ['cursor', 'x'],
      ['cursor', '1-0'],
      ['cursor', '0-1'],
      ['state', 'failed'],
    ] as const) {
      const refused = await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?${name}=${value}`);
      expect([refused.status, refused.body], `${name}=${value}`).toEqual([
        400,
        { errorCode: 'INVALID_QUERY', errorMessage: `${name} is missing or has an unusable value` },
      ]);
    }
    const one = (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases/${planId}:0`)).body;
    expect(one).toMatchObject({
      request: { method: 'GET', path: '/one' },
      recorded: { status: 200, body: '{"path":"/one","price":1,"stock":3}' },
      replayed: { status: 200, body: '{"path":"/one","price":12.5,"stock":3}' },
      differences: [
        {
          kind: 'FIELD_VALUE',
          group: 'needsAction',
          subject: 'price',
          path: 'price',
          recorded: '1',
          replayed: '12.5',
          rule: null,
        },
      ],
    });
    expect((await call(stage.service.url, 'GET', `/api/replays/${planId}/cases/${planId}:7`)).status).toBe(404);
  });
});

function entry(kind: string, subject: string, operationName: string) {
  return {
    kind,
    subjects: [subject],
    interfaces: [{ operationName, affectedRequests: 1, totalRequests: 1 }],
    affectedRequests: 1,
    totalRequests: 1,
  };
}
