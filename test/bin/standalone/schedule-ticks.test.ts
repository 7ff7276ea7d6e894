import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startScheduleTicks } from '../../../bin/standalone/schedule-ticks.ts';
import { HOUR, scheduleStage } from '../../replay/schedules/steps/schedule-stage.ts';

const stage = scheduleStage();
const { clock, app, save, plansOf } = stage;
const room = { low: false, isLow: () => room.low };
const started = () => startScheduleTicks({ world: stage.world, host: stage.host, runs: stage.runRate, room });

beforeEach(() => {
  stage.runs.endAtOnce = true;
  room.low = false;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a missed run starts together with the service, and a later one at a tick', async () => {
  const appId = await app();
  await save(appId);
  clock.now += 3 * HOUR;
  const ticks = started();
  await expect.poll(async () => (await plansOf(appId)).length).toBe(1);
  clock.now += HOUR;
  vi.advanceTimersByTime(10_000);
  await ticks.stop();
  expect(await plansOf(appId)).toHaveLength(2);
  clock.now += HOUR;
  vi.advanceTimersByTime(60_000);
  expect(await plansOf(appId)).toHaveLength(2);
});

test('a run that is due waits while the disk is low, and starts once when there is room', async () => {
  const appId = await app();
  await save(appId);
  clock.now += HOUR;
  room.low = true;
  const ticks = started();
  vi.advanceTimersByTime(10_000);
  await ticks.stop();
  expect(await plansOf(appId)).toEqual([]);
  room.low = false;
  await started().stop();
  expect(await plansOf(appId)).toHaveLength(1);
});
