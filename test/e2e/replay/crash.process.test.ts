import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measured } from '../../proof/measured.ts';
import { canCutPower, NO_COMPILER, powerCuts } from '../../proof/power-cuts/power-cut.ts';
import { PROOF_SIZES } from '../../proof/proof-sizes.ts';
import { json, openTarget, recordedGet, type SeenRequest, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { random } from '../../support/test-random.ts';

const { cases: CASES, kills: KILLS, cuts: CUTS } = PROOF_SIZES.crash;

let target: Target;
let port: number;
const shared = temporaryDataDir();
const startShared = () => startProcess({ dataDir: shared.dataDir, port, env: { SVC_LOG_LEVEL: 'WARN' } });

beforeAll(async () => {
  port = await freePort();
  // Every tenth response differs, so that wrong totals are noticed.
  target = await openTarget(({ url }, response) =>
    setTimeout(() => json(response, { wrong: Number(url.split('/').at(-1)) % 10 === 0 }), 20),
  );
});

afterAll(async () => {
  await target.close();
  shared.remove();
});

/** The ways in which a service ends at any moment, and what is left of its directory then. */
const ENDS = [
  { end: 'SIGKILL', times: KILLS, hasPower: true },
  { end: 'a power cut', times: CUTS, hasPower: false },
] as const;

describe.for(ENDS)('a replay with $end at any moment', ({ times, hasPower }) => {
  test.skipIf(!hasPower && !canCutPower)(
    `${times} times completes, counts every case once, and sends nothing with a stored outcome again${hasPower ? '' : NO_COMPILER}`,
    { timeout: 600_000 },
    async (context) => {
      const { dataDir, remove } = temporaryDataDir();
      const power = hasPower ? null : powerCuts(dataDir, { ignoresSync: false });
      const start = () => startProcess({ dataDir, port, env: { SVC_LOG_LEVEL: 'WARN', ...power?.env } });
      const seen = await replayThrough(times, start, () => power?.cut(random));
      measured(context, `requests sent for ${CASES} cases through ${times} ends`, seen.length);
      power?.remove();
      remove();
    },
  );
});

/** Ends the service again and again while it replays; returns what the target saw. */
async function replayThrough(
  times: number,
  start: () => Promise<RunningService>,
  afterEnd: () => void,
): Promise<readonly SeenRequest[]> {
  let service = await start();
  const before = target.seen.length;
  const seen = () => target.seen.slice(before);
  const cases = Array.from({ length: CASES }, (_, index) =>
    recordedGet('shop', `/items/${index}`, { wrong: false }, { operation: `/o${index % 12}` }),
  );
  expect((await call(service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(CASES);
  await call(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 60, concurrency: 10 } });
  const { planId } = (
    await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url })
  ).body;

  let endsWhileRunning = 0;
  /** What had a stored outcome when so many requests had been seen. */
  const storedAt: { seen: number; traceIds: Set<string> }[] = [];
  for (let end = 0; end < times; end++) {
    const enough = seen().length + Math.floor(random() * 10);
    await expect.poll(() => seen().length, { interval: 5 }).toBeGreaterThanOrEqual(enough);
    const stored = await storedItems(service.url, planId);
    const { body } = await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}`);
    if (body.status !== 'COMPLETED') endsWhileRunning++;
    await service.kill();
    afterEnd();
    storedAt.push({ seen: seen().length, traceIds: new Set(stored.map(({ traceId }) => traceId)) });
    service = await start();
  }

  expect(endsWhileRunning).toBe(times);
  const run = await completed(service.url, planId);
  const traceOf = ({ headers }: SeenRequest) => String(headers.traceparent).split('-')[1] ?? '';
  for (const { seen: count, traceIds } of storedAt)
    expect(
      seen()
        .slice(count)
        .filter((request) => traceIds.has(traceOf(request))),
    ).toEqual([]);
  expect(run).toMatchObject({
    totalCases: CASES,
    successCases: CASES - CASES / 10,
    failedCases: CASES / 10,
    verdict: 'FAIL',
    errorMessage: null,
  });
  expect(run.findings.scope).toMatchObject({ requests: CASES, requestsWithoutResult: 0 });
  const stored = await storedItems(service.url, planId);
  expect(new Set(stored.map(({ planItemId }) => planItemId)).size).toBe(CASES);
  // A request in flight at the end has no stored outcome and is sent again: at most one per connection and end.
  expect(seen().length).toBeLessThanOrEqual(CASES + times * 10);
  expect(
    (await call(service.url, 'GET', '/api/replays')).body.items.every(
      ({ status }: { status: string }) => status === 'COMPLETED',
    ),
  ).toBe(true);
  expect(await service.stop()).toBe(0);
  return seen();
}

describe('a service that is killed or stopped', () => {
  test('keeps every trigger, case and rule that it acknowledged before SIGKILL', async () => {
    let service = await startShared();
    for (let round = 0; round < 5; round++) {
      const caseId = `durable-${round}`;
      const [recorded, rule] = await Promise.all([
        call(service.url, 'POST', '/api/recorder/cases', [
          recordedGet(`app${round}`, '/a', { wrong: true }, { caseId }),
        ]),
        call(service.url, 'POST', `/api/apps/app${round}/compare-rules`, { kind: 'ignore', path: '$.wrong' }),
      ]);
      expect([recorded.body.accepted, rule.status]).toEqual([1, 201]);
      const { planId } = (
        await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: `app${round}`, targetEnv: target.url })
      ).body;
      await service.kill();
      service = await startShared();
      expect((await call(service.url, 'GET', `/api/recorder/cases/${caseId}`)).body).toMatchObject({ caseId });
      expect((await call(service.url, 'GET', `/api/apps/app${round}/compare-rules/${rule.body.ruleId}`)).body).toEqual(
        rule.body,
      );
      expect(await completed(service.url, planId)).toMatchObject({ totalCases: 1, passRate: 1 });
    }
    await service.stop();
  });

  test('continues a replay with its next start after a graceful stop', async () => {
    let service = await startShared();
    const cases = Array.from({ length: 60 }, (_, index) =>
      recordedGet('graceful', `/g/${index}`, { wrong: index % 10 === 0 }),
    );
    await call(service.url, 'POST', '/api/recorder/cases', cases);
    await call(service.url, 'PUT', '/api/apps/graceful/settings', { replay: { maxQps: 60 } });
    const before = target.seen.length;
    const { planId } = (
      await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId: 'graceful', targetEnv: target.url })
    ).body;
    await expect.poll(() => target.seen.length, { interval: 5 }).toBeGreaterThan(before + 5);
    expect(await service.stop()).toBe(0);
    const sentByThen = target.seen.length - before;
    expect(sentByThen).toBeLessThan(60);
    service = await startShared();
    expect(await completed(service.url, planId)).toMatchObject({ totalCases: 60, passRate: 1 });
    expect(target.seen.length - before).toBe(60);
    await service.stop();
  });
});

async function storedItems(url: string, planId: string) {
  const items: { planItemId: string; traceId: string; replayId: string }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await call(url, 'GET', `/api/replays/${planId}/cases?limit=200&cursor=${cursor}`);
    items.push(...body.items.filter(({ state }: { state: string }) => state !== 'NO_RESULT'));
    cursor = body.nextCursor;
  }
  return items;
}
