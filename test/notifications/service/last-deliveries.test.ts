import { expect, test } from 'vitest';
import { channel, notifierWorld, PLAN, ROUND, START } from './notifier-world.ts';

test('the last delivery of a channel counts failures until one is sent, and no tests', async () => {
  const { deliveries, work, answers, clock } = notifierWorld([channel('a', 'webhook'), channel('b', 'webhook')]);
  const lastOf = async (id: string) => (await deliveries.last.all()).get(id);
  answers.set('http://a/', 404);
  await deliveries.announce(PLAN, ROUND, 'completed');
  await work();
  clock.now += 60_000;
  await deliveries.announce(PLAN, { ...ROUND, round: 2 }, 'completed');
  await work();
  expect(await lastOf('a')).toEqual({
    channelId: 'a',
    planId: PLAN.planId,
    at: START + 60_000,
    state: 'FAILED',
    httpStatus: 404,
    attempts: 1,
    failures: 2,
    failingSince: START,
  });
  expect(await lastOf('b')).toMatchObject({ state: 'SENT', failures: 0, failingSince: null });

  answers.delete('http://a/');
  await deliveries.test({ id: 'a', type: 'webhook' });
  await work();
  expect((await lastOf('a'))?.failures).toBe(2);
  await deliveries.announce(PLAN, { ...ROUND, round: 3 }, 'completed');
  await work();
  expect(await lastOf('a')).toMatchObject({ state: 'SENT', failures: 0, failingSince: null, httpStatus: 200 + 4 });

  await deliveries.last.remove('a');
  expect(await lastOf('a')).toBeUndefined();
  expect(await lastOf('b')).toBeDefined();
});
