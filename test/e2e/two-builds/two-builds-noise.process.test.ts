import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { randomUUID } from '../../support/test-random.ts';

const REQUESTS = 4;
/** Long enough to send a request again once after the run, and not twice. */
const env = { SVC_NOISE_REDUCTION: '', SVC_SETTLE_SECONDS: '3' };
const stage = serviceAndTarget((_, response) => json(response, {}), env);
const opened: Target[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

async function build(answer: Answer): Promise<Target> {
  const target = await openTarget(answer);
  opened.push(target);
  return target;
}

const countsOf = ({ seen }: Target) => Object.values(Object.groupBy(seen, ({ url }) => url)).map((all) => all?.length);
const subjectsOf = (entries: { kind: string; subjects: string[] }[]) =>
  entries.map(({ kind, subjects }) => `${kind} ${subjects.join(', ')}`).toSorted();

async function replayed(appId: string, target: Target, baseline: Target) {
  const { url } = stage.service;
  const body = { appId, targetEnv: target.url, baselineEnv: baseline.url };
  const { planId, errorMessage } = (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body;
  if (planId === null) throw new Error(errorMessage);
  const run = await completed(url, planId);
  const noise = (await call(url, 'GET', `/api/replays/${planId}/noise`)).body;
  return { planId, run, noise, report: await (await fetch(`${url}/report/${planId}`)).text() };
}

const FIXED = '9b2d6a1e-5c3f-4d8a-b7e6-1f0c9d8e7a61';

describe('noise of a run with a running build', () => {
  test('is what differs between two requests to the running build, and nothing that only the target varies', async () => {
    const view = (more: object) => ({ price: 5, score: 1, ref: FIXED, stock: 9, requestId: randomUUID(), ...more });
    const cases = Array.from({ length: REQUESTS }, (_, index) =>
      recordedGet('shop', `/shop/${index}`, view({ stock: 14 }), { operation: '/shop' }),
    );
    await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
    const baseline = await build((_, response) => json(response, view({})));
    let score = 1;
    const target = await build((_, response) => json(response, view({ price: 6, ref: randomUUID(), score: ++score })));
    const { run, noise, planId, report } = await replayed('shop', target, baseline);

    expect(subjectsOf(run.findings.needsAction)).toEqual(['FIELD_VALUE price, ref, score']);
    expect(subjectsOf(run.findings.toReview)).toEqual(['FIELD_VALUE requestId']);
    expect(run.findings.toReview).toMatchObject([{ likelyNoise: true }]);
    expect(run).toMatchObject({ failedCases: REQUESTS, verdict: 'FAIL' });
    expect(noise.items).toMatchObject([
      {
        path: 'requestId',
        reason: 'DIFFERS_ON_BASELINE',
        evidence: { requests: REQUESTS, sentAgain: REQUESTS },
      },
    ]);
    expect(noise.secondAnswers).toMatchObject({ ofBaseline: true, answered: REQUESTS });
    // The first sending, the one immediately after it, and the one some seconds later.
    expect(countsOf(baseline)).toEqual([3, 3, 3, 3]);
    expect(countsOf(target)).toEqual([1, 1, 1, 1]);
    expect(report).toMatch(/1 field<\/a> differs between two requests to the running build: <code>requestId<\/code>/);
    const page = await (await fetch(`${stage.service.url}/report/${planId}/cases/0`)).text();
    expect(page).toContain('Sent to the running build again immediately, and answered with the same status.');
    const details = await (await fetch(`${stage.service.url}/report/${planId}?tab=details`)).text();
    expect(details).toContain('differs between two requests to the running build');
    expect(details).toContain('4 requests sent to the running build again');
  });

  test('includes what moves some seconds later only, unless it is the target that moves', async () => {
    const tick = () => Math.floor(performance.now() / 1500);
    const view = (more: object) => ({ quote: 'a', level: 'low', ...more });
    await call(stage.service.url, 'POST', '/api/recorder/cases', [
      recordedGet('moving', '/moving', view({}), { operation: '/moving' }),
    ]);
    const baseline = await build((_, response) => json(response, view({ quote: `q${tick()}` })));
    const target = await build((_, response) => json(response, view({ quote: 'b', level: `l${tick()}` })));
    const { run, noise } = await replayed('moving', target, baseline);
    expect(subjectsOf(run.findings.toReview)).toEqual(['FIELD_VALUE quote']);
    expect(subjectsOf(run.findings.needsAction)).toEqual(['FIELD_VALUE level']);
    expect(noise.items).toMatchObject([{ path: 'quote', reason: 'DIFFERS_ON_BASELINE' }]);
  });

  test('sends reads again with the values that the running build issued, and no writes', async () => {
    const { url } = stage.service;
    await call(url, 'PUT', '/api/apps/orders/settings', { replay: { changingRequests: 'both' } });
    const headers = [['cookie', 'sid=recorded-session-0001']];
    const post = recordedGet('orders', '/orders', { id: 17 });
    const request = { method: 'POST', path: '/orders', headers, body: '{}', bodyEncoding: 'utf8' };
    const get = recordedGet('orders', '/orders/17', { id: 17, view: 'a' });
    const recordedAt = new Date(Date.now() - 60_000).toISOString();
    await call(url, 'POST', '/api/recorder/cases', [
      { ...post, request, recordedAt },
      { ...get, request: { ...get.request, headers } },
    ]);
    const order = (id: number, view: () => string) =>
      build(({ method }, response) => json(response, method === 'POST' ? { id } : { id, view: view() }));
    let views = 0;
    const baseline = await order(1042, () => `v${++views}`);
    const target = await order(2077, () => 'b');
    const { run } = await replayed('orders', target, baseline);
    expect(subjectsOf(run.findings.toReview)).toEqual(['FIELD_VALUE view']);
    expect(run.findings.needsAction).toEqual([]);
    expect(baseline.seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'POST /orders',
      'GET /orders/1042',
      'GET /orders/1042',
    ]);
    expect(target.seen.map(({ url: path }) => path)).toEqual(['/orders', '/orders/2077']);
  });
});
