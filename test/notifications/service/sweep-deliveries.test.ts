import { describe, expect, test } from 'vitest';
import { sweepDeliveries } from '../../../functions/notifications/service/sweep-deliveries.ts';
import { channel, notifierWorld, PLAN, ROUND } from './notifier-world.ts';

const LEASE = 60_000;
const LOST = 300_000;

/** A delivery to a webhook `hook` and a bot `bot` in the state in which its worker crashed, with its messages lost. */
async function interrupted(state: 'NEW' | 'CLAIMED' | 'POSTING') {
  const around = notifierWorld([channel('hook', 'webhook'), channel('bot', 'alpha_bot')]);
  const { deliveries, queue, id } = around;
  await deliveries.announce(PLAN, ROUND, 'completed');
  for (const { receipt } of await queue.receive({ visibilitySeconds: 60 })) await queue.acknowledge(receipt);
  for (const channelId of state === 'NEW' ? [] : ['hook', 'bot']) {
    const found = await deliveries.latest(id(channelId));
    const claimed = found && (await deliveries.claim(found));
    if (state === 'POSTING' && claimed) await deliveries.post(claimed, '"kept"');
  }
  const sweep = (atStart = false) =>
    sweepDeliveries({ ...around.services, table: around.table }, () => around.services, { atStart });
  const states = async () => [await around.stateOf('hook'), await around.stateOf('bot')];
  return { ...around, sweep, states };
}

describe('a delivery whose worker died (facts: delivery 3.2)', () => {
  test('is enqueued again after 5 minutes if it was not claimed', async () => {
    const { clock, sweep, work, posted } = await interrupted('NEW');
    clock.now += LOST;
    await sweep();
    await work();
    expect(posted).toEqual([]);
    clock.now += 1;
    await sweep();
    await work();
    expect(posted).toHaveLength(2);
  });

  test('is enqueued every half an hour while nothing can be sent, not by every sweep', async () => {
    const { clock, queue, sweep } = await interrupted('NEW');
    const MINUTE = 60_000;
    const minutes = [];
    for (let minute = 0; minute < 75; minute += 5) {
      clock.now += 5 * MINUTE + 1;
      await sweep();
      const messages = await queue.receive({ visibilitySeconds: 1 });
      for (const { receipt } of messages) await queue.acknowledge(receipt);
      if (messages.length > 0) minutes.push(minute + 5);
    }
    expect(minutes).toEqual([5, 35, 65]);
  });

  test('stays claimed during the lease, and is enqueued 5 minutes after it', async () => {
    const { clock, queue, sweep, work, posted, id } = await interrupted('CLAIMED');
    clock.now += LEASE - 1;
    await queue.send(id('bot'));
    await work();
    expect(posted).toEqual([]);
    clock.now += LOST + 2;
    await sweep();
    await work();
    expect(posted).toHaveLength(2);
  });

  test('is not repeated to a bot if it was being posted, and is repeated with the same bytes to a webhook', async () => {
    const { clock, sweep, work, posted, states } = await interrupted('POSTING');
    await sweep();
    expect(await states()).toEqual(['POSTING', 'POSTING']);
    clock.now += LEASE;
    await sweep();
    expect(await states()).toEqual(['NEW', 'UNKNOWN']);
    clock.now += LOST;
    await work();
    expect(posted.map(({ url, body }) => [url, body])).toEqual([['http://hook/', '"kept"']]);
    expect(await states()).toEqual(['SENT', 'UNKNOWN']);
  });

  test.for([
    ['CLAIMED', 2, ['SENT', 'SENT']],
    ['POSTING', 1, ['SENT', 'UNKNOWN']],
  ] as const)('continues at once in the state %s at the start of the only process', async ([state, times, ends]) => {
    const { clock, sweep, work, posted, states } = await interrupted(state);
    await sweep(true);
    clock.now += 7_000;
    await work();
    expect(posted).toHaveLength(times);
    expect(await states()).toEqual(ends);
  });

  test('is not changed by a process that resumes after its claim was taken over', async () => {
    const { clock, deliveries, work, posted, stateOf, id, queue } = await interrupted('NEW');
    const found = await deliveries.latest(id('bot'));
    const claimed = found && (await deliveries.claim(found));
    clock.now += LEASE + 1;
    await queue.send(id('bot'));
    await work();
    expect(claimed && (await deliveries.post(claimed, '"late"'))).toBeUndefined();
    expect([posted.length, await stateOf('bot')]).toEqual([1, 'SENT']);
  });

  test('is not enqueued if it has ended or waits for its next attempt', async () => {
    const { clock, sweep, work, posted, answers, queue } = await interrupted('NEW');
    answers.set('http://hook/', 429);
    clock.now += LOST + 1;
    await sweep();
    await work();
    const before = posted.length;
    await sweep();
    expect(await queue.receive({ visibilitySeconds: 60 })).toEqual([]);
    expect(posted).toHaveLength(before);
  });
});
