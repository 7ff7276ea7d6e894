import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { handleMessage } from '../../../functions/notifications/service/handle-message.ts';
import type { Json } from '../../../functions/platform/world.ts';
import { channel, notifierWorld, PLAN, ROUND } from './notifier-world.ts';

const MINUTE = 60_000;

describe('the messages of the queue', () => {
  test.for<Json>([
    null,
    'text',
    {},
    { planId: 'x' },
    { tenant: '', planId: '', round: 1, channelId: '', eventType: 'completed' },
  ])('become a dead letter at once when unreadable: %j', async (body) => {
    const { queue, work, logged } = notifierWorld([]);
    await queue.send(body);
    await work();
    expect(await queue.deadLetters()).toBe(1);
    expect(logged).toMatchObject([{ outcome: 'DEAD_LETTER' }]);
  });

  test('do not multiply by duplicates, as one waits for the next attempt', async () => {
    const { clock, table, deliveries, work, posted, answers, id } = notifierWorld([channel('a', 'webhook')]);
    answers.set('http://a/', 429);
    await deliveries.announce(PLAN, ROUND, 'completed');
    const waiting = async () => (await table.query({ index: 'i1', pk: 'QUEUE#WAITING' })).items.length;
    await work(5);
    for (let minute = 0; minute < 60 && (await deliveries.latest(id('a')))?.state === 'NEW'; minute++) {
      expect(await waiting()).toBe(1);
      // A duplicate before its time, as SQS may deliver one.
      const delivery = await deliveries.latest(id('a'));
      if (delivery) await deliveries.wake(delivery);
      await work(5);
      expect(await waiting()).toBe(1);
      clock.now += MINUTE;
      await work(5);
    }
    expect(posted).toHaveLength(6);
    expect(await waiting()).toBe(0);
  });

  test('return after a fault of the service, and become a dead letter after the fifth time', async () => {
    const { clock, queue, deliveries, work, posted, faults, stateOf } = notifierWorld([channel('a', 'beta_bot')]);
    await deliveries.announce(PLAN, ROUND, 'completed');
    faults.destination = true;
    for (let count = 0; count < 6; count++) {
      await work();
      clock.now += MINUTE;
    }
    expect([await queue.deadLetters(), await stateOf('a')]).toEqual([1, 'NEW']);
    faults.destination = false;
    await queue.redrive();
    await work();
    expect([posted.length, await stateOf('a')]).toEqual([1, 'SENT']);
  });

  test('are left by a host that is about to stop', async () => {
    const { clock, queue, deliveries, host, work, posted } = notifierWorld([channel('a', 'beta_bot')]);
    await deliveries.announce(PLAN, ROUND, 'completed');
    const [message] = await queue.receive({ visibilitySeconds: 60 });
    if (message) await handleMessage(message, host, AbortSignal.abort());
    expect(posted).toEqual([]);
    clock.now += MINUTE;
    await work();
    expect(posted).toHaveLength(1);
  });

  test('are left by a host that is about to stop when its turn with the receiver comes', async () => {
    const channels = ['quick', 'b', 'c', 'd', 'e', 'late'].map((id) => channel(id, 'webhook', { addressKey: 'one' }));
    const { clock, queue, deliveries, host, work, posted, answers, stateOf } = notifierWorld(channels);
    const released = Promise.withResolvers<void>();
    const slow = async () => {
      await released.promise;
      return { kind: 'answer', answer: { status: 204, body: '', retryAfter: null }, durationMs: 1 } as const;
    };
    for (const id of ['b', 'c', 'd', 'e']) answers.set(`http://${id}/`, slow);
    await deliveries.announce(PLAN, ROUND, 'completed');
    const messages = await queue.receive({ visibilitySeconds: 60 });
    const stopping = new AbortController();
    const handle = async (...ids: string[]) => {
      const some = messages.filter(({ body }) => ids.includes(String(Object(body).channelId)));
      await Promise.all(some.map((message) => handleMessage(message, host, stopping.signal)));
    };
    await handle('quick');
    const busy = handle('b', 'c', 'd', 'e');
    await expect.poll(() => posted.length).toBe(5);
    const late = handle('late');
    await nextTurn();
    stopping.abort();
    released.resolve();
    await Promise.all([busy, late]);
    expect([posted.length, await stateOf('late')]).toEqual([5, 'NEW']);
    clock.now += MINUTE;
    await work();
    expect(await stateOf('late')).toBe('SENT');
  });
});
