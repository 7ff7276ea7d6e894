import { expect, test } from 'vitest';
import type { Queue } from '../../functions/platform/world.ts';

/** A queue whose clock the test sets. */
export interface QueueUnderTest {
  queue: Queue;
  clock: { now: number };
}

/** Contract of the Queue port (functions/platform/world.ts), for every driver. */
export function queueContract(open: () => QueueUnderTest): void {
  function started() {
    const { queue, clock } = open();
    return { queue, clock, receive: () => queue.receive({ visibilitySeconds: 30 }) };
  }

  test('delivers a message once, and not again after it was acknowledged', async () => {
    const { clock, queue, receive } = started();
    await queue.send({ n: 1 });
    const [message] = await receive();
    expect(message).toMatchObject({ body: { n: 1 }, receiveCount: 1 });
    await queue.acknowledge(message?.receipt ?? '');
    clock.now += 60_000;
    expect(await receive()).toEqual([]);
  });

  test('delivers an unacknowledged message again after its visibility, and voids the old receipt', async () => {
    const { clock, queue, receive } = started();
    await queue.send('x');
    const [first] = await receive();
    clock.now += 29_999;
    expect(await receive()).toEqual([]);
    clock.now += 1;
    expect(await receive()).toMatchObject([{ body: 'x', receiveCount: 2 }]);
    await queue.acknowledge(first?.receipt ?? '');
    clock.now += 30_000;
    expect(await receive()).toMatchObject([{ receiveCount: 3 }]);
  });

  test('hides a message for its delay', async () => {
    const { clock, queue, receive } = started();
    await queue.send('x', { delaySeconds: 5 });
    clock.now += 4999;
    expect(await receive()).toEqual([]);
    clock.now += 1;
    expect(await receive()).toHaveLength(1);
    await queue.send('y', { delaySeconds: 900 });
    for (const delaySeconds of [901, -1, 0.5])
      await expect(queue.send('y', { delaySeconds })).rejects.toThrow('0 to 900');
  });

  test('never delivers a message to two receivers, and at most 10 at once', async () => {
    const { queue, receive } = started();
    for (let n = 0; n < 15; n++) await queue.send(n);
    const [one, other] = await Promise.all([receive(), receive()]);
    const rest = await receive();
    expect(one.length).toBeLessThanOrEqual(10);
    const bodies = [...one, ...other, ...rest].map(({ body }) => Number(body));
    expect(bodies.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, n) => n));
  });

  test('dead-letters a message at once, and delivers it again after a redrive', async () => {
    const { clock, queue, receive } = started();
    await queue.send({ n: 1 });
    for (const message of await receive()) await queue.deadLetter(message);
    expect(await queue.deadLetters()).toBe(1);
    clock.now += 60_000;
    expect(await receive()).toEqual([]);
    expect(await queue.redrive()).toBe(1);
    expect(await receive()).toMatchObject([{ body: { n: 1 } }]);
  });

  test('dead-letters a message after 5 deliveries, and counts again from 1 after a redrive', async () => {
    const { clock, queue, receive } = started();
    await queue.send('x');
    for (let count = 1; count <= 5; count++) {
      expect(await receive()).toMatchObject([{ receiveCount: count }]);
      expect(await queue.deadLetters()).toBe(0);
      clock.now += 30_000;
    }
    expect(await receive()).toEqual([]);
    expect(await queue.deadLetters()).toBe(1);
    expect(await queue.redrive()).toBe(1);
    expect(await queue.deadLetters()).toBe(0);
    expect(await queue.redrive()).toBe(0);
    expect(await receive()).toMatchObject([{ body: 'x', receiveCount: 1 }]);
  });
}
