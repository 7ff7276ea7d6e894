import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaseCall, STOCK_CALL } from '../../support/downstream-calls.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { randomUUID } from '../../support/test-random.ts';

let service: RunningService;
let target: Target;
let port: number;
let delayMs = 0;
let counter = 1000;
const { dataDir, remove } = temporaryDataDir();
// Too short for sending again later (later-sendings.process.test.ts).
// An empty variable is unset: noise reduction by rules is the default of the standalone service.
const env = { SVC_NOISE_REDUCTION: '', SVC_SETTLE_SECONDS: '1' };
const start = () => startProcess({ dataDir, port, env });

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token as an identity provider would issue it at that time. */
function jwt(seconds: number): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'u1', iat: seconds, exp: seconds + 3600 })}`;
  return `${text}.${createHmac('sha256', 'k').update(text).digest('base64url')}`;
}

/** The shop's response at a time. `price` is what the new build gets wrong. */
const view = (at: number, price: number, served: number) => ({
  price,
  status: 'open',
  at: new Date(at).toISOString(),
  requestId: randomUUID(),
  assertion: jwt(Math.floor(at / 1000)),
  served,
  lines: [1, 2, 3].map((line) => ({ line, seenAt: at, ref: randomUUID() })),
});

beforeAll(async () => {
  port = await freePort();
  target = await openTarget(async ({ url, headers }, response) => {
    const replayId = headers['x-replay-id'];
    const ask = (asked: unknown) => call(service.url, 'POST', '/api/recorder/mocks/match', { replayId, call: asked });
    if (url === '/posts/mocked' && headers['x-replay-mock'] === 'on') await ask(STOCK_CALL);
    if (url === '/leases') {
      await ask(leaseCall(counter++));
      json(response, { ok: true });
      return;
    }
    setTimeout(() => json(response, view(Date.now(), 9, counter++)), delayMs);
  });
  service = await start();
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

const MINUTE_AGO = 60_000;
const recordedViews = (appId: string, count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) => {
    const at = Date.now() - MINUTE_AGO;
    return recordedGet(appId, `/${appId}/${index}`, view(at, 10, index), {
      operation: '/view',
      recordedAt: new Date(at).toISOString(),
      ...more,
    });
  });
const asPost = (path: string) => ({
  request: {
    method: 'POST',
    path,
    headers: [['content-type', 'application/json']],
    body: '{"n":1}',
    bodyEncoding: 'utf8',
  },
});

const record = async (cases: unknown[]) =>
  expect((await call(service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(cases.length);
const trigger = async (body: Record<string, unknown>) =>
  (await call(service.url, 'POST', '/openapi/v1/replay-triggers', { targetEnv: target.url, ...body })).body.planId;
const noiseOf = async (planId: string) => (await call(service.url, 'GET', `/api/replays/${planId}/noise`)).body;
const subjectsOf = (entries: { subjects: string[] }[]) => entries.flatMap(({ subjects }) => subjects).toSorted();
const timesSent = (prefix: string) =>
  Object.values(Object.groupBy(target.seen, ({ url }) => url))
    .filter((sent) => sent?.[0]?.url.startsWith(prefix))
    .map((sent) => sent?.length ?? 0);

const NOISY = ['assertion', 'at', 'lines[*].ref', 'lines[*].seenAt', 'requestId', 'served'];

describe('noise reduction by rules (interface 3.1, spec 3.3 rules 2 and 3)', () => {
  test('leaves the planted change and puts noise up for review, and changes findings but never the verdict', async () => {
    await record(recordedViews('noisy', 4));
    const calm = { operation: '/calm' };
    await record([recordedGet('noisy', '/calm', view(Date.now() - MINUTE_AGO, 9, 0), calm)]);
    const planId = await trigger({ appId: 'noisy' });
    const run = await completed(service.url, planId);
    expect(run.findings.state).toBe('NEEDS_ACTION');
    expect(subjectsOf(run.findings.needsAction)).toEqual(['price']);
    expect(subjectsOf(run.findings.toReview)).toEqual(NOISY);
    expect([run.findings.needsActionInterfaces, run.findings.toReviewInterfaces]).toEqual([1, 1]);
    expect(timesSent('/noisy/')).toEqual([2, 2, 2, 2]);

    const noise = await noiseOf(planId);
    expect(noise.nextCursor).toBeNull();
    expect(noise.items).toHaveLength(2 * NOISY.length);
    const items = noise.items.filter(({ operation }: { operation: string }) => operation === '/view');
    expect(items.map(({ path }: { path: string }) => path).toSorted()).toEqual(NOISY);
    for (const item of items) {
      expect(item).toMatchObject({
        operation: '/view',
        status: 'SUGGESTED',
        evidence: { requests: 4, sentAgain: 4, reasons: expect.any(Array) },
      });
    }
    const byPath = (path: string) => items.find((item: { path: string }) => item.path === path);
    expect(byPath('served')).toMatchObject({
      reason: 'DIFFERS_BETWEEN_REPLAYS',
      evidence: { reasons: [{ reason: 'DIFFERS_BETWEEN_REPLAYS', requests: 4, forms: [] }] },
    });
    expect(byPath('requestId').evidence.reasons).toContainEqual({
      reason: 'RANDOM_ID',
      requests: 4,
      forms: ['UUID version 4'],
    });
    expect(byPath('lines[*].seenAt').evidence.reasons).toContainEqual({
      reason: 'CURRENT_TIME',
      requests: 4,
      forms: ['epoch ms'],
    });

    // An endpoint that needs action counts only there until that is resolved (spec 3.3 rule 1).
    const ignorePrice = await call(service.url, 'POST', '/api/apps/noisy/compare-rules', {
      kind: 'ignore',
      path: '$.price',
    });
    const reviewed = await completed(service.url, planId);
    expect(reviewed.findings.state).toBe('REVIEW_ONLY');
    expect(subjectsOf(reviewed.findings.toReview)).toEqual(NOISY);
    await call(service.url, 'DELETE', `/api/apps/noisy/compare-rules/${ignorePrice.body.ruleId}`);

    const { body: result } = await call(service.url, 'GET', `/api/replays/${planId}/cases/${planId}:0`);
    const groupOf = (subject: string) =>
      result.differences.find((one: { subject: string }) => one.subject === subject)?.group;
    expect([groupOf('price'), groupOf('served')]).toEqual(['needsAction', 'toReview']);

    const rulesMade = async () =>
      (await call(service.url, 'GET', '/api/apps/noisy/compare-rules')).body.items.filter(
        ({ origin }: { origin: string }) => origin === 'noise-reduction',
      );
    const post = (suggestionId: string, action: string) =>
      call(service.url, 'POST', `/api/replays/${planId}/noise/${suggestionId}/${action}`);
    const { id } = byPath('requestId');
    expect((await post(id, 'apply')).body).toMatchObject({ id, status: 'APPLIED' });
    expect((await post(id, 'apply')).status).toBe(200);
    expect(await rulesMade()).toMatchObject([
      { ruleId: id, kind: 'ignore', origin: 'noise-reduction', operation: '/view', path: '$.requestId' },
    ]);
    expect((await completed(service.url, planId)).findings.excludedFieldCount).toBe(1);

    expect((await post(id, 'revert')).body).toMatchObject({ id, status: 'REVERTED' });
    expect((await post(byPath('served').id, 'revert')).status).toBe(200);
    expect(await rulesMade()).toEqual([]);
    const after = await completed(service.url, planId);
    expect(subjectsOf(after.findings.needsAction)).toEqual(['price', 'requestId', 'served']);
    expect(after.findings.excludedFieldCount).toBe(0);
    for (const later of [reviewed, after]) {
      const { verdict, passRate, successCases, failedCases } = run;
      expect(later).toMatchObject({ verdict, passRate, successCases, failedCases });
    }
    const reverted = (await noiseOf(planId)).items.filter(({ status }: { status: string }) => status === 'REVERTED');
    expect(reverted.map(({ path }: { path: string }) => path)).toEqual(['requestId', 'served']);

    const { items: audit } = (await call(service.url, 'GET', '/api/audit')).body;
    expect(
      audit.slice(0, 3).map(({ action, subject }: Record<string, unknown>) => ({ action, subject })),
    ).toMatchObject([
      { action: 'suggestion.reverted', subject: { planId, id: byPath('served').id } },
      { action: 'suggestion.reverted', subject: { planId, id } },
      { action: 'suggestion.applied', subject: { planId, id } },
    ]);
    expect((await post('000000000000000000000000', 'revert')).status).toBe(404);
    expect((await call(service.url, 'GET', '/api/replays/000000000000000000000000/noise')).status).toBe(404);
    expect(
      (await call(service.url, 'GET', `/api/replays/${planId}/noise`, undefined, { 'x-api-key': 'no' })).status,
    ).toBe(401);
  });

  test('sends an unsafe request again only if recordings answered its calls, or the application allows it', async () => {
    const calls = [{ ...STOCK_CALL, response: {} }];
    await record([
      ...recordedViews('posts', 1, asPost('/posts/bare')),
      ...recordedViews('posts', 1, { ...asPost('/posts/unasked'), calls }),
      ...recordedViews('posts', 1, { ...asPost('/posts/mocked'), calls }),
    ]);
    await completed(service.url, await trigger({ appId: 'posts' }));
    const sent = (url: string) => target.seen.filter((one) => one.url === url).length;
    const times = () => ['bare', 'unasked', 'mocked'].map((name) => sent(`/posts/${name}`));
    expect(times()).toEqual([1, 1, 2]);

    await completed(service.url, await trigger({ appId: 'posts', enableMock: false }));
    expect(times()).toEqual([2, 2, 3]);

    await call(service.url, 'PUT', '/api/apps/posts/settings', { resendUnsafe: true });
    const planId = await trigger({ appId: 'posts' });
    await completed(service.url, planId);
    expect(times()).toEqual([4, 4, 5]);
    expect((await noiseOf(planId)).items.map(({ path }: { path: string }) => path)).toContain('served');
  });

  test('suggests a parameter of a downstream call that differs each time, and its rule ignores it', async () => {
    const more = { operation: '/leases', calls: [{ ...leaseCall(1), response: 'OK' }] };
    await record([recordedGet('leases', '/leases', { ok: true }, more)]);
    const planId = await trigger({ appId: 'leases' });
    const subject = 'locks SET args[1]';
    const run = await completed(service.url, planId);
    expect(run.findings.toReview).toMatchObject([{ kind: 'CALL_PARAMETERS', subjects: [subject] }]);
    const { items } = await noiseOf(planId);
    expect(items).toMatchObject([
      { path: subject, call: { target: 'locks', field: 'args[1]' }, reason: 'DIFFERS_BETWEEN_REPLAYS' },
    ]);
    await call(service.url, 'POST', `/api/replays/${planId}/noise/${items[0].id}/apply`);
    const rules = (await call(service.url, 'GET', '/api/apps/leases/compare-rules')).body.items;
    expect(rules[0]).toMatchObject({ target: 'locks', path: '$.args[1]', origin: 'noise-reduction' });
    expect((await completed(service.url, planId)).findings.toReview).toEqual([]);
  });

  test('does not suggest a field that one request cannot explain', async () => {
    await record([
      ...recordedViews('mixed', 3),
      // Recorded long before, so its time and its status cannot be distinguished from a change.
      ...recordedViews('mixed', 1, {
        ...asPost('/mixed/post'),
        recordedAt: new Date(Date.now() - 3_600_000).toISOString(),
      }),
    ]);
    const planId = await trigger({ appId: 'mixed' });
    const run = await completed(service.url, planId);
    expect(subjectsOf(run.findings.needsAction)).toEqual(['at', 'lines[*].seenAt', 'price', 'served']);
    expect((await noiseOf(planId)).items.map(({ path }: { path: string }) => path)).toEqual([
      'assertion',
      'lines[*].ref',
      'requestId',
    ]);
  });

  test('ends at once when the run is stopped while requests are sent again', async () => {
    await call(service.url, 'PUT', '/api/apps/stopped/settings', { replay: { maxQps: 40, concurrency: 10 } });
    await record(recordedViews('stopped', 60));
    const planId = await trigger({ appId: 'stopped' });
    while (timesSent('/stopped/').filter((times) => times === 2).length < 3) await later(20);
    await call(service.url, 'POST', `/api/replays/${planId}/stop`);
    expect(await completed(service.url, planId)).toMatchObject({ findings: { state: 'INTERRUPTED' } });
    // What was on its way has arrived, and another replay sends while this one does not.
    const sent = timesSent('/stopped/');
    expect((await noiseOf(planId)).items).toEqual([]);
    await record(recordedViews('after', 3));
    await completed(service.url, await trigger({ appId: 'after' }));
    expect(timesSent('/stopped/')).toEqual(sent);
  });

  test('completes the run after SIGKILL, and sends no judged request a third time', async () => {
    delayMs = 20;
    await call(service.url, 'PUT', '/api/apps/killed/settings', { replay: { maxQps: 60, concurrency: 2 } });
    await record(recordedViews('killed', 60));
    const planId = await trigger({ appId: 'killed' });
    for (const atLeast of [10, 30]) {
      while (timesSent('/killed/').filter((count) => count >= 2).length < atLeast) await later(10);
      await service.kill();
      service = await start();
    }
    const run = await completed(service.url, planId);
    expect(run).toMatchObject({ totalCases: 60, failedCases: 60, errorMessage: null });
    expect(subjectsOf(run.findings.needsAction)).toEqual(['price']);
    expect((await noiseOf(planId)).items).toHaveLength(NOISY.length);
    const times = timesSent('/killed/');
    expect(times).toHaveLength(60);
    // Only requests in flight at the crash are sent again: at most one per connection and kill.
    expect(times.filter((sent) => sent > 2).length).toBeLessThanOrEqual(2 * 2);
    expect(Math.max(...times)).toBeLessThanOrEqual(3);
  });
});

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
