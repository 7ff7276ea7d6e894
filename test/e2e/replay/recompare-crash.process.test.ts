import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { random } from '../../support/test-random.ts';

const CASES = 1050;
const KILLS = 8;

let target: Target;
let port: number;
let service: RunningService;
const { dataDir, remove } = temporaryDataDir();
const start = () => startProcess({ dataDir, port, env: { SVC_LOG_LEVEL: 'WARN' } });

beforeAll(async () => {
  port = await freePort();
  service = await start();
  target = await openTarget((_, response) => json(response, { price: 1.01, items: FILLER }));
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

/** Large enough that a comparison takes measurable time. */
const FILLER = Array.from({ length: 600 }, (_, n) => ({ id: n, name: `item ${n}`, tags: ['a', 'b'] }));

test(`a recompare of ${CASES} cases completes under SIGKILL, and starts only on request above 1,000 requests (interface 10)`, async () => {
  const cases = Array.from({ length: CASES }, (_, n) =>
    recordedGet('shop', `/items/${n}`, { price: 1, items: FILLER }, { operation: `/o${n % 2}` }),
  );
  for (let first = 0; first < CASES; first += 100) {
    await call(service.url, 'POST', '/api/recorder/cases', cases.slice(first, first + 100));
  }
  await call(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 5000, concurrency: 20 } });
  const { planId } = (
    await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url })
  ).body;
  const before = await completed(service.url, planId);
  expect(before).toMatchObject({ totalCases: CASES, failedCases: CASES });

  await call(service.url, 'POST', '/api/apps/shop/compare-rules', {
    kind: 'tolerance',
    path: 'price',
    tolerance: { relative: 0.05 },
  });
  const pending = async () => (await call(service.url, 'GET', `/api/replays/${planId}`)).body.rulesPending;
  expect(await pending()).toBe(true);
  expect((await completed(service.url, planId)).findings).toEqual(before.findings);

  const sent = target.seen.length;
  expect((await call(service.url, 'POST', `/api/replays/${planId}/recompare`)).status).toBe(202);
  let killsWhilePending = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    let isPending = await pending();
    for (let answers = Math.floor(random() * 20); isPending && answers > 0; answers--) isPending = await pending();
    if (isPending) killsWhilePending++;
    await service.kill();
    service = await start();
  }
  expect(killsWhilePending).toBeGreaterThan(0);
  await expect.poll(pending).toBe(false);
  const after = await completed(service.url, planId);
  expect(after).toMatchObject({ verdict: 'FAIL', passRate: 0, failedCases: CASES });
  expect(after.findings).toMatchObject({ needsAction: [], toReview: [], excludedFieldCount: 2 });
  expect(target.seen.length).toBe(sent);
});
