import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedShopSessions } from '../../support/fakes/recorded-shop-sessions.ts';
import { openTarget, type SeenRequest, type Target } from '../../support/fakes/recorded-target.ts';
import { sessionShop } from '../../support/fakes/session-shop.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const USERS = ['ann', 'bob', 'cem', 'dia'];
/** Answered requests after which the service is killed, in the middle of every session. */
const KILLS = [7, 23, 41, 58, 77];

let recorded: Target;
let target: Target;
let port: number;
/** Requests that the target answers before it holds the next ones, without handling them. */
let limit = 0;
const answered: string[] = [];
const { dataDir, remove } = temporaryDataDir();
const start = () => startProcess({ dataDir, port, env: { SVC_LOG_LEVEL: 'WARN' } });

const traceOf = ({ headers }: SeenRequest) => String(headers.traceparent).split('-')[1] ?? '';

beforeAll(async () => {
  port = await freePort();
  recorded = await openTarget(sessionShop({ seed: 1, firstId: 17 }));
  const shop = sessionShop({ seed: 2, firstId: 1042 });
  target = await openTarget((request, response) => {
    if (answered.length >= limit) return;
    answered.push(traceOf(request));
    shop(request, response);
  });
});

afterAll(async () => {
  await recorded.close();
  await target.close();
  remove();
});

test(`sessions continue through ${KILLS.length} SIGKILLs with the values that the target issued before`, {
  timeout: 240_000,
}, async () => {
  let service = await start();
  const cases = await recordedShopSessions(recorded.url, 'shop', USERS);
  expect((await call(service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(cases.length);
  await call(service.url, 'PUT', '/api/apps/shop/settings', { replay: { concurrency: 4 } });
  limit = KILLS[0] ?? 0;
  const { planId } = (
    await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url })
  ).body;

  for (const [at, kill] of KILLS.entries()) {
    const stored = async () =>
      (await resultsOf(service.url, planId)).filter(({ state }) => state !== 'NO_RESULT').length;
    await expect.poll(stored).toBe(kill);
    await service.kill();
    limit = KILLS[at + 1] ?? Number.POSITIVE_INFINITY;
    service = await start();
  }

  const run = await completed(service.url, planId);
  expect(run).toMatchObject({ totalCases: cases.length, successCases: cases.length, failedCases: 0 });
  // Whatever was answered has a stored outcome, so nothing was sent again.
  expect(answered).toHaveLength(cases.length);
  expect(new Set(answered).size).toBe(cases.length);
  const results = await resultsOf(service.url, planId);
  expect(results.map(({ status }) => status.replayed)).toEqual(results.map(({ status }) => status.recorded));
  expect(await service.stop()).toBe(0);
});

async function resultsOf(url: string, planId: string) {
  const { items } = (await call(url, 'GET', `/api/replays/${planId}/cases?limit=200`)).body;
  return items as { state: string; status: { recorded: number; replayed: number } }[]; // as the API documents them
}
