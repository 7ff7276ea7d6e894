import { afterAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { resumePlans } from '../../../functions/notifications/steps/resume-plans.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import type { World } from '../../../functions/platform/world.ts';
import type { ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import { NOTIFIED_CHANNEL } from '../../support/fakes/notified-channel.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { servicesFor } from '../../support/services-for.ts';

const NOW = 1_790_000_000_000;
const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT' });
const { world, close } = openStandaloneWorld(config, () => NOW);
afterAll(async () => {
  await close();
  remove();
});

/** The world with all executions in that state. */
function withExecutions(start: World['workflows']['start']) {
  const started: string[] = [];
  const workflows: World['workflows'] = {
    ...world.workflows,
    start: (machine, name, input) => {
      started.push(name);
      return start(machine, name, input);
    },
  };
  const around = { ...world, workflows };
  const servicesOf = servicesFor(around, config);
  return { around, servicesOf, services: servicesOf('default'), started };
}

/** An unfinished plan of its own application. */
async function unfinished(planId: string, given: Partial<ReplayPlan> = {}) {
  const { plans } = servicesFor(world, config)('default');
  const plan = replayPlan({ planId, createdAt: NOW - 60_001, ...given });
  await plans.lock(plan.appId, planId, NOW);
  expect(await plans.create(plan, null, null)).toBe(true);
  await plans.setOnce(planId, 1, 'selection', { requests: 1, chunks: 0, workers: 1 });
  return plan;
}

async function settle(planId: string): Promise<void> {
  const { plans, settlement } = servicesFor(world, config)('default');
  const [plan, round] = await Promise.all([plans.find(planId), plans.findRound(planId, 1)]);
  if (plan && round) await settlement.settle(plan, round);
}

const notified = async () =>
  (await world.queue.receive({ visibilitySeconds: 900 })).map(({ body }) => JSON.stringify(body));

describe('a round that has not finished', () => {
  test('is interrupted and notified when its execution ended without it', async () => {
    const { planId } = await unfinished('6ab10001lost');
    const { around, servicesOf, services } = withExecutions(async () => 'ended');
    await services.channels.create(NOTIFIED_CHANNEL);
    expect(await resumePlans(around, servicesOf)).toEqual({ failed: 0 });
    expect(await services.plans.find(planId)).toMatchObject({ status: 'COMPLETED' });
    expect(await services.plans.findRound(planId, 1)).toMatchObject({
      interruption: 'The run was interrupted by a fault of the service.',
      result: { verdict: 'FAIL', state: 'INTERRUPTED' },
    });
    expect(await notified()).toEqual([expect.stringContaining(planId)]);

    await resumePlans(around, servicesOf);
    expect(await notified()).toEqual([]);
  });

  test.for<[string, number, number]>([
    ['is started, or left to its execution', 60_000, 1],
    ['is left to its creator for a minute', 59_999, 0],
  ])('%s, when it was created %i ms ago', async ([, age, starts]) => {
    const { planId, appId } = await unfinished(`6ab10002${age}`, { createdAt: NOW - age });
    const { around, servicesOf, services, started } = withExecutions(async () => 'running');
    await resumePlans(around, servicesOf);
    expect(started).toHaveLength(starts);
    expect(await services.plans.find(planId)).toMatchObject({ appId, status: 'RUNNING' });
    await resumePlans({ ...around, workflows: { ...around.workflows, start: async () => 'ended' } }, servicesOf, 0);
    await notified();
  });

  test('does not keep the sweep from others when it fails', async () => {
    const broken = await unfinished('6ab10003broken');
    const lost = await unfinished('6ab10004lost', { source: 'console' });
    const { around, servicesOf, services } = withExecutions(async (_machine, name) => {
      if (name.startsWith(broken.planId)) throw new Error('throttled');
      return 'ended';
    });
    expect(await resumePlans(around, servicesOf)).toEqual({ failed: 1 });
    expect(await services.plans.find(lost.planId)).toMatchObject({ status: 'COMPLETED' });
    expect(await services.plans.find(broken.planId)).toMatchObject({ status: 'RUNNING' });
    expect(await notified()).toEqual([]);
    await resumePlans({ ...around, workflows: { ...around.workflows, start: async () => 'ended' } }, servicesOf);
    expect(await notified()).toEqual([expect.stringContaining(broken.planId)]);
  });

  test('is notified as settled when it settles during the sweep', async () => {
    const { planId } = await unfinished('6ab10005settled');
    const { around, servicesOf, services } = withExecutions(async () => {
      await settle(planId);
      return 'ended';
    });
    await resumePlans(around, servicesOf);
    expect(await services.plans.findRound(planId, 1)).toMatchObject({ interruption: null });
    expect(await notified()).toEqual([expect.stringContaining(planId)]);
  });
});

describe('a triggered round that has settled without notification', () => {
  test('is notified once, after its execution has ended', async () => {
    const { planId } = await unfinished('6ab10006untold');
    await settle(planId);
    const running = withExecutions(async () => 'running');
    expect(await resumePlans(running.around, running.servicesOf)).toEqual({ failed: 0 });
    // The execution waits for the analysis.
    expect([running.started, await notified()]).toEqual([[`${planId}-r1`], []]);

    const { around, servicesOf, services, started } = withExecutions(async () => 'ended');
    expect(await resumePlans(around, servicesOf)).toEqual({ failed: 0 });
    expect(await notified()).toEqual([expect.stringContaining(planId)]);
    expect(await services.plans.findRound(planId, 1)).toMatchObject({ interruption: null });
    await resumePlans(around, servicesOf);
    expect([started, await notified()]).toEqual([[`${planId}-r1`], []]);
  });

  test('is notified by a later sweep after a failure', async () => {
    const { planId } = await unfinished('6ab10007torn');
    await settle(planId);
    const { around, servicesOf } = withExecutions(async () => 'ended');
    const send: World['queue']['send'] = async () => {
      throw new Error('no queue');
    };
    const torn = servicesFor({ ...around, queue: { ...around.queue, send } }, config);
    expect(await resumePlans(around, torn)).toEqual({ failed: 1 });
    expect(await notified()).toEqual([]);
    expect(await resumePlans(around, servicesOf)).toEqual({ failed: 0 });
    expect(await notified()).toEqual([expect.stringContaining(planId)]);
  });

  test('is notified although the plan runs again', async () => {
    const { planId } = await unfinished('6ab10008anew');
    await settle(planId);
    const { around, servicesOf, services } = withExecutions(async (_machine, name) =>
      name.endsWith('-r1') ? 'ended' : 'running',
    );
    const plan = await services.plans.find(planId);
    expect(plan && (await services.plans.begin(plan))).toBe(true);
    await resumePlans(around, servicesOf);
    expect(await notified()).toEqual([expect.stringContaining('"round":1')]);
    await resumePlans({ ...around, workflows: { ...around.workflows, start: async () => 'ended' } }, servicesOf);
    await notified();
  });

  test('has no recipients if the console started it', async () => {
    const { planId } = await unfinished('6ab10009console', { source: 'console' });
    await settle(planId);
    const { around, servicesOf, started } = withExecutions(async () => 'ended');
    await resumePlans(around, servicesOf);
    expect([started, await notified()]).toEqual([[], []]);
  });
});
