import { expect, test } from 'vitest';
import { HOUR, scheduleStage } from './schedule-stage.ts';

const stage = scheduleStage();
const { clock, tick, app, save, stored, plansOf, runRate } = stage;

// Schedules started any number of runs at once, beside the triggers of their tenant.
test('scheduled runs count towards the rate of triggers, and stay due for the next tick beyond it', async () => {
  const appId = await app();
  await save(appId);
  clock.now += HOUR;
  while (runRate.take('default') === 0);
  expect(await tick()).toEqual({ failed: 0 });
  expect(await plansOf(appId)).toEqual([]);
  expect(await stored(appId)).toMatchObject({ claimed: null, lastError: null });

  clock.now += 1000;
  await tick();
  expect(await plansOf(appId)).toHaveLength(1);
  // Of 20 runs per second, the schedule was one.
  let left = 0;
  while (runRate.take('default') === 0) left++;
  expect(left).toBe(19);
});
