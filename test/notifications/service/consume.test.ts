import { describe, expect, test } from 'vitest';
import { consume } from '../../../functions/notifications/service/consume.ts';
import type { QueueMessage } from '../../../functions/platform/world.ts';
import { notifierWorld } from './notifier-world.ts';

/** A consumer over a queue in memory whose work ends on demand. */
function consumer(count: number) {
  const { queue, services } = notifierWorld([]);
  const begun: QueueMessage['body'][] = [];
  const ends: (() => void)[] = [];
  const running = consume({
    queue,
    log: services.log,
    async handle({ body, receipt }) {
      begun.push(body);
      await new Promise<void>((resolve) => ends.push(resolve));
      await queue.acknowledge(receipt);
    },
  });
  const sent = Promise.all(Array.from({ length: count }, (_, index) => queue.send(index)));
  return { queue, begun, ends, running, sent };
}

describe('the consumer of the queue', () => {
  test('handles at most 256 messages concurrently, and the next as one ends', async () => {
    const { begun, ends, running, sent } = consumer(300);
    await sent;
    await expect.poll(() => begun.length).toBeGreaterThanOrEqual(247);
    expect(begun.length).toBeLessThanOrEqual(256);
    for (let ended = 0; ended < 300; ended = begun.length) {
      for (const end of ends.splice(0)) end();
      await expect.poll(() => begun.length === 300 || ends.length > 0).toBe(true);
    }
    for (const end of ends.splice(0)) end();
    await running.stop();
    expect(new Set(begun).size).toBe(300);
  });

  test('stops when running messages have ended, and does not start another one', async () => {
    const { queue, begun, ends, running, sent } = consumer(1);
    await sent;
    await expect.poll(() => begun).toEqual([0]);
    let stopped = false;
    const stopping = running.stop().then(() => {
      stopped = true;
    });
    await queue.send('late');
    expect([stopped, begun]).toEqual([false, [0]]);
    for (const end of ends) end();
    await stopping;
    expect(begun).toEqual([0]);
    expect(await queue.receive({ visibilitySeconds: 60 })).toMatchObject([{ body: 'late' }]);
  });
});
