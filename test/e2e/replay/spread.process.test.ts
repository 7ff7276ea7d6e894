import { beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const stage = serviceAndTarget((_, response) => json(response, {}));
const MINUTE = 60_000;

/** Many alike, and two older ones that differ: one by a list, one by its status. */
beforeAll(async () => {
  const at = (minutes: number) => ({
    operation: '/orders',
    recordedAt: new Date(Date.now() - minutes * MINUTE).toISOString(),
  });
  const response = { status: 404, headers: [], body: null, bodyEncoding: 'utf8' };
  await call(stage.service.url, 'POST', '/api/recorder/cases', [
    ...Array.from({ length: 20 }, (_, index) => recordedGet('shop', `/orders/${index}`, { id: index }, at(1 + index))),
    recordedGet('shop', '/orders/with-lines', { id: 7, lines: [{ sku: 'a' }] }, at(40)),
    recordedGet('shop', '/orders/missing', {}, { ...at(50), response }),
  ]);
});

async function replayed(more: Record<string, unknown>) {
  const { url } = stage.service;
  const before = stage.target.seen.length;
  const body = { appId: 'shop', targetEnv: stage.target.url, ...more };
  const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body;
  await completed(url, planId);
  const seen = stage.target.seen.slice(before).map((one) => one.url.replace('/orders/', ''));
  const plan = (await call(url, 'GET', `/api/replays/${planId}`)).body;
  return { planId, seen, shapes: plan.shapes, caseSelection: plan.caseSelection };
}

const reportOf = async (planId: string) =>
  (await fetch(`${stage.service.url}/report/${planId}?tab=details`, { headers: { 'x-api-key': ADMIN_KEY } })).text();

describe('the selection of cases of an endpoint up to its limit', () => {
  test('takes the newest by default, without rare structures', async () => {
    const { seen, shapes, caseSelection, planId } = await replayed({ caseCountLimit: 3 });
    expect([seen, shapes, caseSelection]).toEqual([['2', '1', '0'], null, 'newest']);
    expect(await reportOf(planId)).not.toContain('structures of requests');
  });

  test('takes each structure once with spread, then the newest, and reports how many are covered', async () => {
    const all = await replayed({ caseCountLimit: 4, caseSelection: 'spread' });
    expect([all.seen, all.shapes, all.caseSelection]).toEqual([
      ['missing', 'with-lines', '1', '0'],
      { covered: 3, of: 3 },
      'spread',
    ]);
    expect(await reportOf(all.planId)).toContain('3 of 3 structures of requests and responses');

    const some = await replayed({ caseCountLimit: 2, caseSelection: 'spread' });
    expect([some.seen, some.shapes]).toEqual([['with-lines', '0'], { covered: 2, of: 3 }]);
  });

  test('is accepted by plans of the console and of the command line, and refused by name if unknown', async () => {
    const { url } = stage.service;
    const plan = { appId: 'shop', targetEnv: stage.target.url, caseCountLimit: 2 };
    const created = await call(url, 'POST', '/api/createPlan', { ...plan, caseSelection: 'spread' });
    const { replayPlanId } = created.body.data;
    await completed(url, replayPlanId);
    expect((await call(url, 'GET', `/api/replays/${replayPlanId}`)).body.shapes).toEqual({ covered: 2, of: 3 });

    const options = ['--app-id', 'shop', '--target-env', stage.target.url, '--case-count-limit', '1'];
    const env = { SVC_URL: url, SVC_TOKEN: ADMIN_KEY };
    const { stdout } = await replay(['trigger', ...options, '--case-selection', 'spread', '--wait', '--json'], env);
    const { planId } = JSON.parse(stdout);
    expect((await call(url, 'GET', `/api/replays/${planId}`)).body.shapes).toEqual({ covered: 1, of: 3 });

    const refused = await call(url, 'POST', '/openapi/v1/replay-triggers', { ...plan, caseSelection: 'rare' });
    expect(refused.body).toMatchObject({
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringMatching(/caseSelection/),
    });
    const bad = await call(url, 'POST', '/api/createPlan', { ...plan, caseSelection: 'rare' });
    expect(bad.body).toMatchObject({ result: 2, desc: expect.stringMatching(/caseSelection/) });
  });
});
