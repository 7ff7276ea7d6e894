import { afterAll, describe, expect, test } from 'vitest';
import { standaloneConfig } from '../../functions/config.ts';
import type { ReplayPlan } from '../../functions/domain/replay/plan.ts';
import { servicesFor } from '../../functions/http/services.ts';
import { resumePlans } from '../../functions/replay-steps/resume-plans.ts';
import { openStandaloneWorld } from '../../functions/standalone/world.ts';
import type { World } from '../../functions/world.ts';
import { temporaryDataDir } from '../support/running-service.ts';
import { TOLD_CHANNEL } from '../support/told-channel.ts';

const NOW = 1_790_000_000_000;
const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT' });
const { world, close } = openStandaloneWorld(config, () => NOW);
afterAll(async () => {
  await close();
  remove();
});

/** The world with executions that are in that state, whatever their names. */
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

/** An unfinished plan of an application of its own. */
async function unfinished(planId: string, given: Partial<ReplayPlan> = {}) {
  const { plans } = servicesFor(world, config)('default');
  const plan: ReplayPlan = {
    appId: `app-${planId}`,
    targetEnv: 'http://10.0.0.1:8080',
    operations: null,
    caseSource: 'rolling',
    caseFrom: 0,
    caseTo: NOW,
    caseCountLimit: 10,
    caseTags: {},
    enableMock: false,
    sealedPassThreshold: null,
    planName: 'p',
    operator: 'o',
    source: 'trigger',
    load: { maxQps: 10, concurrency: 1, timeoutMs: 1000 },
    planId,
    createdAt: NOW - 60_001,
    expiresAt: NOW + 86_400_000,
    status: 'RUNNING',
    round: 1,
    ...given,
  };
  await plans.lock(plan.appId, planId, NOW);
  expect(await plans.create(plan, null, null)).toBe(true);
  await plans.setOnce(planId, 1, 'selection', { requests: 1, chunks: 0, workers: 1 });
  return plan;
}

const notified = async () =>
  (await world.queue.receive({ visibilitySeconds: 900 })).map(({ body }) => JSON.stringify(body));

describe('a round that is not finished', () => {
  test('whose execution ended without it, the event of its death lost, is interrupted and notified', async () => {
    const { planId } = await unfinished('6ab10001lost');
    const { around, servicesOf, services } = withExecutions(async () => 'ended');
    await services.channels.create(TOLD_CHANNEL);
    expect(await resumePlans(around, servicesOf)).toEqual({ failed: 0 });
    expect(await services.plans.find(planId)).toMatchObject({ status: 'COMPLETED' });
    expect(await services.plans.findRound(planId, 1)).toMatchObject({
      interruption: 'The replay was interrupted by a fault of the service.',
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

  test('and cannot be looked after does not keep the others from it', async () => {
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
  });

  test('in the index only, since its round has settled meanwhile, is left as it is', async () => {
    const { planId } = await unfinished('6ab10005settled');
    const { around, servicesOf, services } = withExecutions(async () => {
      const round = await services.plans.findRound(planId, 1);
      const plan = await services.plans.find(planId);
      if (plan && round) await services.settlement.settle(plan, round);
      return 'ended';
    });
    await resumePlans(around, servicesOf);
    expect(await services.plans.findRound(planId, 1)).toMatchObject({ interruption: null });
    expect((await notified()).filter((body) => body.includes(planId))).toEqual([]);
  });
});
