import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { stopReplay } from '../../../functions/findings/api/stop-replay.ts';
import { steps as findingSteps } from '../../../functions/findings/steps/steps.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { planOfTrigger } from '../../../functions/replay/domain/create-plan.ts';
import type { Load } from '../../../functions/replay/domain/plan.ts';
import { parseTrigger, triggerFingerprint } from '../../../functions/replay/domain/trigger.ts';
import { KNOWN_CALLER } from '../../../functions/replay/service/plan-admission.ts';
import { steps as sendingSteps } from '../../../functions/replay/steps/steps.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { PATIENCE } from '../../support/patience.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { type EveryService, servicesFor } from '../../support/services-for.ts';
import { testSealer } from '../../support/test-sealer.ts';
import { WITHOUT_PROOF } from '../../support/without-proof.ts';

const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({
  SVC_DATA_DIR: dataDir,
  SVC_SETTLE_SECONDS: '0',
  SVC_NOISE_REDUCTION: 'off',
  SVC_LOG_LEVEL: 'SILENT',
});
const steps = { ...sendingSteps, ...findingSteps };
const signal = new AbortController().signal;
let opened: StandaloneWorld;
let services: EveryService;
let target: Target;
/** The path whose response is not as recorded. */
const CHANGED = '/a/7';

beforeAll(async () => {
  opened = openStandaloneWorld(config, Date.now, undefined, undefined, () => performance.now());
  // Steps are called directly here, so that they can run twice, late and out of order.
  services = servicesFor(
    { ...opened.world, workflows: { ...opened.world.workflows, start: async () => 'running' } },
    config,
  )('default');
  target = await openTarget(({ url }, response) => json(response, { price: url === CHANGED ? 2 : 1 }));
});

afterAll(async () => {
  await opened.close();
  await target.close();
  remove();
});

async function planned(
  appId: string,
  cases = 3,
  idempotencyKey: string | null = null,
  passThreshold?: number,
  load?: Load,
) {
  const read = Array.from({ length: cases }, (_, index) =>
    parseCase(recordedGet(appId, `/a/${index}`, { price: 1 }, { operation: '/a', caseId: `${appId}-${index}` }), {
      now: Date.now(),
      newId: services.newId,
      settings: DEFAULT_SETTINGS,
      sealer: testSealer,
    }),
  );
  await services.recordings.add(read.flatMap((one) => (one.ok ? [one.value] : [])));
  return create(appId, idempotencyKey, passThreshold, load);
}

async function create(
  appId: string,
  idempotencyKey: string | null = null,
  passThreshold?: number,
  load: Load = DEFAULT_SETTINGS.replay,
) {
  const trigger = parseTrigger({
    body: { appId, targetEnv: target.url, passThreshold },
    attributesText: null,
    idempotencyKey,
    isReplayed: false,
    isAnonymous: false,
  });
  if (!trigger.ok) throw new Error(trigger.code);
  const plan = planOfTrigger(trigger.value, null, {
    now: Date.now(),
    caseCountLimit: 1000,
    load,
  });
  return services.newPlans.create(plan, KNOWN_CALLER, {
    attributes: null,
    idempotency:
      idempotencyKey === null ? null : { key: idempotencyKey, fingerprint: triggerFingerprint(trigger.value) },
  });
}

async function inputOf(appId: string, cases?: number, passThreshold?: number, load?: Load) {
  const created = await planned(appId, cases, null, passThreshold, load);
  if (!created.ok) throw new Error(created.code);
  return { tenant: 'default', planId: created.value, round: 1 };
}

async function replayed(input: Awaited<ReturnType<typeof inputOf>>) {
  await steps.SelectCases.run(input, services, signal);
  await steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
  await steps.FinishReplay.run(input, services, signal);
}

const stop = (planId: string, by: EveryService = services) =>
  stopReplay.answer(
    {
      method: 'POST',
      params: { planId },
      query: new URLSearchParams(),
      headers: new Headers(),
      body: {},
      bytes: new Uint8Array(),
      caller: { tenant: 'default', name: 'test', scopes: [] },
      ...WITHOUT_PROOF,
      source: null,
      path: '/',
      requestId: 'request',
    },
    by,
  );
const roundOf = async ({ planId }: { planId: string }) => ({
  plan: await services.plans.find(planId),
  round: await services.plans.findRound(planId, 1),
});

describe('a round that settles (spec 3.4)', () => {
  test('fails by any threshold after a stop, without opening it', async () => {
    const open = async () => Promise.reject(new Error('access denied'));
    const keys = { ...opened.world.keys, open };
    const input = await inputOf('stopped-threshold', 3, 0.5);
    await replayed(input);
    const answer = await stop(input.planId, servicesFor({ ...opened.world, keys }, config)('default'));
    expect(answer.status).toBe(200);
    expect((await roundOf(input)).round?.result).toMatchObject({ verdict: 'FAIL', state: 'INTERRUPTED' });
  });

  test('sends nothing more to a target that was removed in the meantime, and says so', async () => {
    await services.targets.allow('removed-target', target.url, 'ann');
    const input = await inputOf('removed-target', 3);
    await services.targets.remove('removed-target', target.url, null);
    const { length } = target.seen;
    await replayed(input);
    expect(target.seen).toHaveLength(length);
    expect((await roundOf(input)).round?.interruption).toMatch(/no longer among the targets/);
  });

  test('sends to a target that is removed during its sending at most the requests of another second', async () => {
    await services.targets.allow('removed-while-sending', target.url, 'ann');
    const load = { ...DEFAULT_SETTINGS.replay, maxQps: 5 };
    const input = await inputOf('removed-while-sending', 40, undefined, load);
    await steps.SelectCases.run(input, services, signal);
    const before = target.seen.length;
    const sending = steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
    await expect.poll(() => target.seen.length, PATIENCE).toBeGreaterThan(before);
    await services.targets.remove('removed-while-sending', target.url, null);
    await sending;
    expect(target.seen.length - before).toBeLessThan(40);
    expect((await roundOf(input)).round?.interruption).toMatch(/no longer among the targets/);
  });

  test('stays settled when its execution dies afterwards', async () => {
    const input = await inputOf('settled');
    await replayed(input);
    await steps.SettleFindings.run(input, services, signal);
    const before = await roundOf(input);
    expect(before).toMatchObject({
      plan: { status: 'COMPLETED' },
      round: { interruption: null, result: { verdict: 'PASS', state: 'LOW_COVERAGE' } },
    });
    await steps.InterruptReplay.run({ ...input, errorName: 'States.Timeout' }, services, signal);
    expect(await roundOf(input)).toEqual(before);
    expect(await stop(input.planId)).toMatchObject({ status: 409, body: { errorCode: 'NOT_RUNNING' } });
  });

  test('is stopped by a stop before settling, whatever settling had read', async () => {
    const input = await inputOf('stopped-first');
    await replayed(input);
    const { plan, round } = await roundOf(input);
    if (!plan || !round) throw new Error('no plan');
    await services.plans.setOnce(input.planId, 1, 'interruption', 'The run was stopped.');
    await services.settlement.settle(plan, round);
    expect((await roundOf(input)).round).toMatchObject({
      interruption: 'The run was stopped.',
      result: { verdict: 'FAIL', state: 'INTERRUPTED' },
    });
  });

  test.for([1, 2])('summarises a chunk as its stored outcomes say, by %i workers at once', async (workers) => {
    const input = await inputOf(`summarised-${workers}`, 12);
    await steps.SelectCases.run(input, services, signal);
    const work = () => steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
    await Promise.all(Array.from({ length: workers }, work));
    const { plan } = await roundOf(input);
    const stored = plan && (await services.clusters.summarise(plan, 1, 0));
    expect(await services.results.findSummary(input.planId, 1, 0)).toEqual(stored);
    expect(stored).toMatchObject({ items: [[], [7]], clusters: [{ requests: 11 }, { requests: 1 }] });
  });

  test('is the same when every step runs twice', async () => {
    const input = await inputOf('twice');
    for (const run of [steps.SelectCases, steps.FinishReplay]) {
      if (run === steps.FinishReplay) {
        await steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
        await steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
      }
      expect(await run.run(input, services, signal)).toEqual(await run.run(input, services, signal));
    }
    await steps.SettleFindings.run(input, services, signal);
    await steps.SettleFindings.run(input, services, signal);
    expect((await roundOf(input)).round?.result).toMatchObject({ totalCases: 3, successCases: 3 });
  });
});

describe('a lost chunk', () => {
  test('counts as requests without result, and its round still ends', async () => {
    const input = await inputOf('lost');
    await steps.SelectCases.run(input, services, signal);
    await opened.world.table.remove({ pk: `T#default#PLAN#${input.planId}`, sk: 'CHUNK#0001#000000' });
    await expect(steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal)).rejects.toThrow();
    await steps.InterruptReplay.run({ ...input, errorName: 'Error' }, services, signal);
    const { plan, round } = await roundOf(input);
    expect([plan?.status, round?.result]).toMatchObject([
      'COMPLETED',
      { totalCases: 3, successCases: 0, failedCases: 0, state: 'INTERRUPTED' },
    ]);
  });
});

describe('the sending of a round', () => {
  // At one request a second the 40 would take longer than the test may.
  test('ends soon after a stop at any pace', async () => {
    await services.sealedSettings.changeSettings('slow-pace', { replay: { maxQps: 1 } });
    const input = await inputOf('slow-pace', 40);
    const plan = await services.plans.find(input.planId);
    if (!plan) throw new Error('no plan');
    await steps.SelectCases.run(input, services, signal);
    const sent = target.seen.length;
    await opened.world.table.update(
      { pk: `T#default#PLAN#${input.planId}`, sk: 'PLAN' },
      { load: { maxQps: 1, concurrency: 20, timeoutMs: 1000 } },
    );
    const chunk = steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
    await expect.poll(() => target.seen.length).toBeGreaterThan(sent);
    await services.plans.setOnce(input.planId, 1, 'interruption', 'The run was stopped.');
    expect(await chunk).toEqual({ remaining: 0 });
    expect(target.seen.length - sent).toBeLessThan(40);
  });
});

describe('a stop by another process', () => {
  // At 100 requests a second a worker that knows the round of 200 ms ago would start about 20 more.
  test('is confirmed when no worker starts a request any more (interface 10)', async () => {
    const input = await inputOf('stopped-elsewhere', 50, undefined, { maxQps: 100, concurrency: 4, timeoutMs: 1000 });
    await steps.SelectCases.run(input, services, signal);
    const sent = target.seen.length;
    const chunk = steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
    await expect.poll(() => target.seen.length - sent, { interval: 1 }).toBeGreaterThan(3);
    const confirmed = await stop(input.planId, servicesFor(opened.world, config)('default'));
    const sentByThen = target.seen.length;
    expect(confirmed.status).toBe(200);
    expect(sentByThen - sent).toBeLessThan(50);
    await chunk;
    expect(target.seen.length).toBe(sentByThen);
  });
});

describe('a wall clock that is set during a run', () => {
  // Pacing by the wall clock would stand still for 45 s or an hour.
  test.for([-45_000, -3_600_000, 3_600_000, 91 * 86_400_000])(
    'sends all requests after a change by %i ms',
    { timeout: 20_000 },
    async (set) => {
      const input = await inputOf(`clock${set}`, 30);
      await steps.SelectCases.run(input, services, signal);
      const before = target.seen.length;
      const now = () => Date.now() + (target.seen.length - before < 3 ? 0 : set);
      const stepping = servicesFor({ ...opened.world, now }, config)('default');
      expect(await steps.ReplayChunk.run({ ...input, chunk: 0 }, stepping, signal)).toEqual({ remaining: 0 });
      expect(target.seen.length - before).toBe(30);
    },
  );
});

describe('concurrent requests with equal Idempotency-Keys (interface 2.1)', () => {
  test('create one plan, and a repeat receives its id', async () => {
    await planned('keys', 1, 'first');
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('keys', 'first')));
    const ids = new Set(answers.flatMap((answer) => (answer.ok ? [answer.value] : [])));
    expect(ids.size).toBe(1);
    expect(answers.every(({ ok }) => ok)).toBe(true);
  });
});
