import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const REQUESTS = 12;
const PATHS = 3;
/** Stock has moved since the recording, and the new build has another price. */
const stage = serviceAndTarget(({ url }, response) => json(response, { url, price: 6, stock: 9 }));
let baseline: Target;

beforeAll(async () => {
  baseline = await openTarget(({ url }, response) => json(response, { url, price: 5, stock: 9 }));
  const paths = Array.from({ length: REQUESTS }, (_, index) => `/p${index % PATHS}/item?${index}`);
  const cases = paths.map((path) => recordedGet('shop', path, { url: path, price: 5, stock: 14 }));
  await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
});
afterAll(() => baseline.close());

async function replayed(body: object): Promise<string> {
  const trigger = { appId: 'shop', targetEnv: stage.target.url, ...body };
  const { planId } = (await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', trigger)).body;
  await completed(stage.service.url, planId);
  return planId;
}

test('what has moved follows the current rules and expectations, and findings stay as they are', async () => {
  const { url } = stage.service;
  const planId = await replayed({ baselineEnv: baseline.url });
  const now = async () => {
    const { findings } = await completed(url, planId);
    const [first] = findings.dataMoved.fields;
    const found = findings.needsAction.map(({ kind, subjects }: { kind: string; subjects: string[] }) => [
      kind,
      ...subjects,
    ]);
    expect(found).toEqual([['FIELD_VALUE', 'price']]);
    return [findings.dataMoved.requests, first && [first.subject, first.requests, first.totalRequests]];
  };
  const asFirst = [REQUESTS, ['stock', 4, 4]];
  expect(await now()).toEqual(asFirst);

  for (const rule of [
    { kind: 'ignore', path: 'stock' },
    { kind: 'tolerance', path: 'stock', tolerance: { absolute: 5 } },
  ]) {
    const saved = await call(url, 'POST', '/api/apps/shop/compare-rules', rule);
    expect(saved.status).toBe(201);
    expect(await now()).toEqual([0, undefined]);
    await call(url, 'DELETE', `/api/apps/shop/compare-rules/${saved.body.ruleId}`);
    expect(await now()).toEqual(asFirst);
  }

  const ofRecordings = await replayed({ baselineEnv: 'none' });
  const expected = { planId: ofRecordings, requests: [`${ofRecordings}:0`], change: 'any' };
  const saved = await call(url, 'POST', '/api/apps/shop/expectations', expected);
  expect(saved.status).toBe(201);
  const ofStock = saved.body.items.find(({ subject }: { subject: string }) => subject === 'stock');
  for (const { id } of saved.body.items)
    if (id !== ofStock.id) await call(url, 'DELETE', `/api/apps/shop/expectations/${id}`);
  expect(await now()).toEqual([REQUESTS - 4, ['stock', 4, 4]]);
});
