import { beforeAll, describe, expect, test } from 'vitest';
import { CLAIM_MS } from '../../../../functions/replay/schedules/domain/occurrence.ts';
import { openThreshold } from '../../../../functions/replay/service/pass-threshold.ts';
import { NOTIFIED_CHANNEL } from '../../../support/fakes/notified-channel.ts';
import { HOUR, MINUTE, scheduleStage, TARGET } from './schedule-stage.ts';

const stage = scheduleStage();
const { clock, tick, toTheHour, app, save, stored, plansOf, end, services, executions } = stage;

describe('a schedule', () => {
  test('starts one run at its time, as a trigger would, and none before or after', async () => {
    const appId = await app();
    await save(appId, {}, 'hourly');
    await tick();
    expect(await plansOf(appId)).toEqual([]);

    toTheHour();
    clock.now += 2;
    expect(await tick()).toEqual({ failed: 0 });
    await tick();
    const [plan, ...others] = await plansOf(appId);
    expect(others).toEqual([]);
    expect(plan).toMatchObject({
      source: 'trigger',
      scheduleId: 'hourly',
      operator: 'Schedule',
      targetEnv: TARGET,
      caseFrom: clock.now - 90 * HOUR,
      createdAt: clock.now,
    });
    expect(executions).toEqual([`${plan?.planId}-r1`]);
    expect(await stored(appId)).toMatchObject({
      claimed: null,
      nextAt: clock.now - 2 + HOUR,
      lastPlanId: plan?.planId,
      lastRunAt: clock.now,
      lastError: null,
    });
  });

  test('passes attributes and the threshold on', async () => {
    const appId = await app();
    const attributes = '{"build.id":12345678901234567890}';
    const { trigger } = { trigger: { ...(await template()), attributes, caseTags: {} } };
    await save(appId, { trigger, passThreshold: 0.87 });
    toTheHour();
    await tick();
    const [plan] = await plansOf(appId);
    if (plan === undefined) throw new Error('no run was started');
    expect(await services.plans.attributesOf(plan.planId)).toBe(attributes);
    expect(await openThreshold(stage.world.keys, plan)).toBe(0.87);
  });

  test.for([{ notify: true }, { notify: false }, {}])(
    'notifies only with notify (spec 6.2.1), and is named in the notification: %j',
    async (change) => {
      const appId = await app();
      const every = stage.host.services('default');
      await every.channels.create({ ...NOTIFIED_CHANNEL, appIds: [appId] });
      await save(appId, change);
      toTheHour();
      await tick();
      const planId = (await stored(appId)).lastPlanId ?? '';
      await end(planId);
      const [plan, round] = await Promise.all([every.plans.find(planId), every.plans.findRound(planId, 1)]);
      if (!plan || !round) throw new Error('the plan is gone');
      await every.deliveries.announce(plan, round, 'completed');
      const messages = await stage.world.queue.receive({ visibilitySeconds: 900 });
      const ofRun = messages.filter(({ body }) => JSON.stringify(body).includes(planId));
      expect(ofRun).toHaveLength(change.notify === true ? 1 : 0);
      expect((await every.notificationFacts.of(plan, round)).scheduleId).toBe('hourly');
    },
  );

  test('starts nothing while it is paused, and catches up nothing', async () => {
    const appId = await app();
    await save(appId);
    await save(appId, { enabled: false });
    clock.now += 5 * HOUR;
    await tick();
    await save(appId, { enabled: true });
    await tick();
    expect(await plansOf(appId)).toEqual([]);
    toTheHour();
    await tick();
    expect(await plansOf(appId)).toHaveLength(1);
  });

  test('starts nothing after its removal', async () => {
    const appId = await app();
    await save(appId);
    expect(await services.schedules.remove(appId, 'hourly')).toBe(true);
    toTheHour();
    await tick();
    expect(await plansOf(appId)).toEqual([]);
  });

  test('runs once after a day without the service, then at its times', async () => {
    const appId = await app();
    await save(appId);
    clock.now += 24 * HOUR + 20 * MINUTE;
    await tick();
    await tick();
    const [plan, ...others] = await plansOf(appId);
    expect(others).toEqual([]);
    await end(plan?.planId ?? '');
    toTheHour();
    await tick();
    expect(await plansOf(appId)).toHaveLength(2);
  });

  test('does not block the others when it cannot be started', async () => {
    const [first, second] = [await app(), await app()];
    await save(first);
    await save(second);
    toTheHour();
    const { table } = stage.world;
    const failing = stage.processOver({
      ...table,
      transact: (writes) =>
        JSON.stringify(writes).includes(first) ? Promise.reject(new Error('throttled')) : table.transact(writes),
    });
    expect(await failing.tick()).toEqual({ failed: 1 });
    expect([await plansOf(first), (await plansOf(second)).length]).toEqual([[], 1]);
    expect((await stored(first)).lastError).toEqual({
      errorCode: 'INTERNAL_ERROR',
      errorMessage: 'the service failed; the run will be retried',
      at: clock.now,
    });
    await services.plans.unlock(first, (await lockOf(first)) ?? '');
    clock.now += CLAIM_MS;
    expect(await tick()).toEqual({ failed: 0 });
    expect(await plansOf(first)).toHaveLength(1);
    expect((await stored(first)).lastError).toBeNull();
  });
});

describe('the refusal of a scheduled run, as that of a trigger (interface 10)', () => {
  test.for<[code: string, message: RegExp, given: { operations?: string[]; caseSource?: 'pinned' }]>([
    ['UNKNOWN_OPERATION', /^these operations are not registered under appId=/, { operations: ['/nowhere'] }],
    ['REASON_200', /^no pinned case$/, { caseSource: 'pinned' }],
  ])('is kept as lastError with the code %s', async ([errorCode, errorMessage, given]) => {
    const appId = await app();
    await save(appId, { trigger: { ...(await template()), ...given } });
    toTheHour();
    await tick();
    expect((await stored(appId)).lastError).toEqual({
      errorCode,
      errorMessage: expect.stringMatching(errorMessage),
      at: clock.now,
    });
    // The occurrence is over; the next one is tried at its time.
    clock.now += CLAIM_MS;
    await save(appId, { trigger: await template() });
    await tick();
    expect(await plansOf(appId)).toEqual([]);
    toTheHour();
    await tick();
    expect(await stored(appId)).toMatchObject({ lastError: null, lastPlanId: expect.any(String) });
  });

  test('is REASON_101 for an application without an endpoint', async () => {
    await save('unheard');
    toTheHour();
    await tick();
    expect((await stored('unheard')).lastError?.errorCode).toBe('REASON_101');
  });

  test('is PLAN_RUNNING_1 while the previous run continues, whose plan stays the last one', async () => {
    const appId = await app();
    await save(appId);
    toTheHour();
    await tick();
    const { lastPlanId } = await stored(appId);
    toTheHour();
    await tick();
    expect(await stored(appId)).toMatchObject({ lastPlanId, lastError: { errorCode: 'PLAN_RUNNING_1' } });
    expect(await plansOf(appId)).toHaveLength(1);
  });

  test('is REASON_1 while another plan is being created, and the occurrence is tried again a minute later', async () => {
    const appId = await app();
    await save(appId);
    toTheHour();
    await services.plans.lock(appId, 'another', clock.now);
    await tick();
    expect((await stored(appId)).lastError?.errorCode).toBe('REASON_1');
    await services.plans.unlock(appId, 'another');
    await tick();
    expect(await plansOf(appId)).toEqual([]);
    clock.now += CLAIM_MS;
    await tick();
    expect(await plansOf(appId)).toHaveLength(1);
  });
});

describe('one occurrence', () => {
  beforeAll(() => {
    stage.runs.endAtOnce = true;
  });

  test('becomes one run when many ticks of two processes run at once', async () => {
    const apps = await Promise.all([app(), app(), app()]);
    for (const appId of apps) await save(appId);
    toTheHour();
    const tried: string[] = [];
    const { table } = stage.world;
    const counting: typeof table = {
      ...table,
      put(item, options) {
        if (item.sk === 'LOCK') tried.push(item.pk);
        return table.put(item, options);
      },
    };
    const processes = [stage.processOver(counting), stage.processOver(counting)];
    await Promise.all(Array.from({ length: 5 }, () => processes.map((one) => one.tick())).flat());
    for (const appId of apps) {
      const [plan, ...others] = await plansOf(appId);
      expect(others).toEqual([]);
      expect(await stored(appId)).toMatchObject({ claimed: null, lastError: null, lastPlanId: plan?.planId });
    }
    // The claims keep all ticks but one from trying.
    expect(tried).toHaveLength(apps.length);
  });

  test('becomes one run when a slow tick outlives its claim', async () => {
    const appId = await app();
    await save(appId);
    toTheHour();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { table } = stage.world;
    const slow = stage.processOver({
      ...table,
      async transact(writes) {
        if (JSON.stringify(writes).includes('IDEMPOTENCY')) {
          reach();
          await held;
        }
        return table.transact(writes);
      },
    });
    const first = slow.tick();
    await reached;
    // The claim and the lease of the application have run out.
    clock.now += CLAIM_MS + 1;
    await tick();
    const [plan, ...others] = await plansOf(appId);
    expect(others).toEqual([]);
    release();
    await first;
    expect(await plansOf(appId)).toHaveLength(1);
    expect(await stored(appId)).toMatchObject({ claimed: null, lastPlanId: plan?.planId, lastError: null });
  });

  // The writes of a tick: the claim, the lease, the plan, the result; a killed one leaves the rest out.
  test.for([1, 2, 3, 4].flatMap((write) => [[write, 'before'] as const, [write, 'after'] as const]))(
    'becomes one run when the process is killed at write %i, %s it is stored',
    async ([write, when]) => {
      const appId = await app();
      await save(appId);
      toTheHour();
      const killed = stage.dyingAt(write, when);
      await killed.tick();
      expect(killed.died()).toBe(true);
      // Down for two days: longer than other Idempotency-Keys last.
      clock.now += 48 * HOUR;
      await tick();
      await tick();
      clock.now += CLAIM_MS;
      await tick();
      const plans = await plansOf(appId);
      // Where nothing of it was left to do, what was missed since is an occurrence of its own.
      expect(plans).toHaveLength(write === 4 && when === 'after' ? 2 : 1);
      expect(await stored(appId)).toMatchObject({ claimed: null, lastError: null, lastPlanId: plans[0]?.planId });
    },
  );
});

/** What an hourly schedule of the stage replays. */
async function template() {
  const appId = await app();
  await save(appId);
  const { trigger } = await stored(appId);
  await services.schedules.remove(appId, 'hourly');
  return trigger;
}

const lockOf = async (appId: string) => {
  const { items } = await stage.world.table.query({ pk: `T#default#APP#${appId}`, prefix: 'LOCK' });
  return items[0]?.owner as string | undefined; // written by plans.lock
};
