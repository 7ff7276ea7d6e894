import { describe, expect, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { planStore } from '../../../functions/replay/store/plans.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const planOf = (at: number, appId: string, targetEnv = `http://10.0.0.1:${8000 + at}`) =>
  replayPlan({ planId: at.toString(16).padStart(24, '0'), createdAt: at, expiresAt: 10 ** 9, appId, targetEnv });

describe('the numbers of runs of an application', () => {
  const plans = planStore(
    openTable(':memory:', () => 0),
    't',
  );
  async function created(at: number, appId: string, targetEnv?: string): Promise<number | undefined> {
    const plan = planOf(at, appId, targetEnv);
    await plans.lock(appId, plan.planId, 0);
    const isCreated = await plans.create(plan, null, null);
    if (!isCreated) await plans.unlock(appId, plan.planId);
    return (await plans.find(plan.planId))?.number;
  }

  test('count from 1 for each application', async () => {
    expect(await created(1, 'shop')).toBe(1);
    expect(await created(2, 'shop')).toBe(2);
    expect(await created(3, 'cart')).toBe(1);
    expect(await created(4, 'shop')).toBe(3);
  });

  test('are not used by a plan that is not created', async () => {
    expect(await created(5, 'shop', 'http://10.0.0.1:8001')).toBeUndefined();
    expect(await created(6, 'shop')).toBe(4);
  });

  test('are given to the holder of the lock: of two plans with the same number, one is created', async () => {
    const [first, second] = [planOf(7, 'shop'), planOf(8, 'shop')];
    await plans.lock('shop', first.planId, 0);
    // The lease of the first has run out.
    await plans.lock('shop', second.planId, 60_001);
    const both = [plans.create(first, null, null), plans.create(second, null, null)];
    expect(await Promise.all(both)).toEqual([false, true]);
    expect((await plans.find(second.planId))?.number).toBe(5);
  });
});
