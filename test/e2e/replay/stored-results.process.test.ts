import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { randomBytes } from '../../support/test-random.ts';
import { mainJobStage } from './main-job-stage.ts';

const { stage, record, trigger } = mainJobStage();

describe('the stored result of a replay', () => {
  test('has the attributes as given, and never the threshold (spec 2.6)', async () => {
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

  test('is sent once to a caller that names its tag, until a rule changes it', async () => {
    await record([recordedGet('tagged', '/t', { path: '/t', price: 12, stock: 3 })]);
    const { planId } = (await trigger({ appId: 'tagged' })).body;
    await completed(stage.service.url, planId);
    const poll = (headers: Record<string, string> = {}) =>
      call(stage.service.url, 'GET', `/openapi/v1/replay-runs/${planId}`, undefined, headers);
    const first = await poll();
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await poll(known);
    expect([again.status, again.text]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'x-content-type-options'])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    const rule = { kind: 'ignore', path: 'price' };
    expect((await call(stage.service.url, 'POST', '/api/apps/tagged/compare-rules', rule)).status).toBe(201);
    const changed = await poll(known);
    expect([changed.status, changed.body.findings.state]).toEqual([200, 'LOW_COVERAGE']);
    expect(first.body.findings.state).toBe('NEEDS_ACTION');
  });

  test('has bodies too large for a row in full on both sides', async () => {
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

  test('has nothing that the application redacts, nor does the replay', async () => {
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

  test('shows both sides of one case and its differences (interface 10)', async () => {
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
        { errorCode: 'INVALID_QUERY', errorMessage: `${name} is missing or invalid` },
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
