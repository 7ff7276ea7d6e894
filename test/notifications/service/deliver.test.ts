import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { channel, notifierWorld, PLAN, ROUND, START } from './notifier-world.ts';

const MINUTE = 60_000;

describe('an announcement (spec 6.2)', () => {
  test('reaches each channel once, for repeated announcements and messages', async () => {
    const { deliveries, work, posted, stateOf } = notifierWorld([
      channel('a', 'webhook'),
      channel('b', 'beta_bot'),
      channel('off', 'webhook', { enabled: false }),
    ]);
    for (let count = 0; count < 3; count++) await deliveries.announce(PLAN, ROUND, 'completed');
    await work(5);
    expect(posted.map(({ url }) => url).sort()).toEqual(['http://a/', 'http://b/']);
    expect([await stateOf('a'), await stateOf('b'), await stateOf('off')]).toEqual(['SENT', 'SENT', undefined]);
    await deliveries.announce(PLAN, ROUND, 'completed');
    await work();
    expect(posted).toHaveLength(2);
  });

  test('continues after a crash where it ended, and enqueues nothing again', async () => {
    const channels = Array.from({ length: 120 }, (_, n) => channel(`c${n}`, 'webhook'));
    const { table, services, work, posted } = notifierWorld(channels);
    const waiting = async () => (await table.query({ index: 'i1', pk: 'QUEUE#WAITING' })).items.length;
    const { put } = table;
    let puts = 0;
    table.put = async (...written) => {
      if (++puts > 180) throw new Error('the process is gone');
      return put(...written);
    };
    await expect(services.deliveries.announce(PLAN, ROUND, 'completed')).rejects.toThrow('gone');
    table.put = put;
    // Completes the requests sent before.
    await nextTurn();
    const before = await waiting();
    expect(before).toBeGreaterThan(50);
    await services.deliveries.announce(PLAN, ROUND, 'completed');
    // The batch that the crash interrupted is enqueued again, the one before it is not.
    expect(await waiting()).toBeLessThanOrEqual(120 + 50);
    const after = await waiting();
    await services.deliveries.announce(PLAN, ROUND, 'completed');
    expect(await waiting()).toBe(after);
    await work();
    expect(new Set(posted.map(({ url }) => url)).size).toBe(120);
    expect(posted).toHaveLength(120);
  });

  test('becomes another message for the next round', async () => {
    const { deliveries, work, posted } = notifierWorld([channel('a', 'alpha_bot')]);
    await deliveries.announce(PLAN, ROUND, 'completed');
    await deliveries.announce(PLAN, { ...ROUND, round: 2 }, 'completed');
    await work();
    expect(new Set(posted.map(({ body }) => JSON.parse(body).id)).size).toBe(2);
  });

  test('reaches, for diagnosed, webhooks only, after completed has ended', async () => {
    const { clock, deliveries, work, posted, answers } = notifierWorld([
      channel('hook', 'webhook'),
      channel('bot', 'beta_bot'),
    ]);
    answers.set('http://hook/', 429);
    await deliveries.announce(PLAN, ROUND, 'completed');
    await work();
    await deliveries.announce(PLAN, ROUND, 'diagnosed');
    clock.now += 1_000;
    await work();
    expect(posted.filter(({ url }) => url === 'http://hook/')).toHaveLength(1);
    answers.set('http://hook/', 204);
    for (let seconds = 0; seconds < 30; seconds++) {
      clock.now += 1_000;
      await work();
    }
    expect(posted.filter(({ url }) => url === 'http://hook/').map(({ body }) => JSON.parse(body).event)).toEqual([
      'completed',
      'completed',
      'diagnosed',
    ]);
    expect(posted.filter(({ url }) => url === 'http://bot/')).toHaveLength(1);
  });

  test.for([
    // Checked every 5 seconds.
    [10 * MINUTE - 5_000, ['completed', 'diagnosed']],
    [10 * MINUTE, ['diagnosed', 'completed']],
  ] as const)('waits, for diagnosed, 10 minutes for completed: announced after %i ms, %j', async ([lateMs, order]) => {
    const { clock, deliveries, work, posted } = notifierWorld([channel('hook', 'webhook')]);
    await deliveries.announce(PLAN, ROUND, 'diagnosed');
    for (; clock.now < START + lateMs; clock.now += 1_000) await work();
    expect(posted).toEqual([]);
    await work();
    await deliveries.announce(PLAN, ROUND, 'completed');
    for (let seconds = 0; seconds < 15; seconds++) {
      await work();
      clock.now += 1_000;
    }
    expect(posted.map(({ body }) => JSON.parse(body).event)).toEqual(order);
  });
});

describe('the attempts of a delivery (facts: delivery 2.2, 3.2)', () => {
  test('are six over 45 minutes for a webhook, with one id and the same bytes', async () => {
    const { clock, deliveries, work, posted, answers, stateOf } = notifierWorld([channel('a', 'webhook')]);
    answers.set('http://a/', 503);
    await deliveries.announce(PLAN, ROUND, 'completed');
    for (let seconds = 0; seconds < 60 * MINUTE; seconds += 5_000) {
      await work(2);
      clock.now += 5_000;
    }
    expect(posted).toHaveLength(6);
    expect(new Set(posted.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(posted[0]?.body ?? '').time).toBe(START);
    expect(await stateOf('a')).toBe('UNKNOWN');
  });

  test.for([
    ['resets', 1, 'UNKNOWN'],
    [502, 1, 'UNKNOWN'],
    [400, 1, 'FAILED'],
    [429, 6, 'FAILED'],
  ] as const)('are, for a bot that answers %s, %i: %s', async ([answer, times, state]) => {
    const { clock, deliveries, work, posted, answers, stateOf } = notifierWorld([channel('a', 'alpha_bot')]);
    answers.set('http://a/', answer);
    await deliveries.announce(PLAN, ROUND, 'completed');
    for (let seconds = 0; seconds < 60 * MINUTE; seconds += 10_000) {
      await work(5);
      clock.now += 10_000;
    }
    expect(posted).toHaveLength(times);
    expect(await stateOf('a')).toBe(state);
  });

  test('continue later for a bot that cannot be reached, with a new signature', async () => {
    const { clock, deliveries, work, posted, answers, stateOf } = notifierWorld([channel('a', 'beta_bot')]);
    answers.set('http://a/', 'refuses');
    await deliveries.announce(PLAN, ROUND, 'completed');
    await work();
    expect([posted.length, await stateOf('a')]).toEqual([0, 'NEW']);
    answers.delete('http://a/');
    clock.now += 7_000;
    await work();
    expect(posted[0]?.headers).toEqual([['x-signed-at', String(START + 7_000)]]);
    expect(JSON.parse(posted[0]?.body ?? '').time).toBe(START);
  });

  test.for([
    ['deleted', 'channel_gone'],
    ['disabled', 'channel_disabled'],
    ['of another type', 'channel_changed'],
  ] as const)('end for a channel that is %s in the meantime', async ([what, code]) => {
    const channels = [channel('a', 'webhook')];
    const { deliveries, work, posted, logged, stateOf } = notifierWorld(channels);
    await deliveries.announce(PLAN, ROUND, 'completed');
    if (what === 'deleted') channels.pop();
    else channels[0] = channel('a', what === 'disabled' ? 'webhook' : 'alpha_bot', { enabled: what !== 'disabled' });
    await work();
    expect([posted, await stateOf('a')]).toEqual([[], 'FAILED']);
    expect(logged).toMatchObject([{ channel_id: 'a', outcome: 'FAILED', vendor_code: code }]);
  });

  test('end for a deleted plan', async () => {
    const { deliveries, work, posted, plan, stateOf } = notifierWorld([channel('a', 'webhook')]);
    await deliveries.announce(PLAN, ROUND, 'completed');
    plan.state = 'gone';
    await work();
    expect([posted, await stateOf('a')]).toEqual([[], 'FAILED']);
  });

  test('end after a day', async () => {
    const { clock, deliveries, work, posted, stateOf } = notifierWorld([channel('a', 'webhook')]);
    await deliveries.announce(PLAN, ROUND, 'completed');
    clock.now += 86_400_001;
    await work();
    expect([posted, await stateOf('a')]).toEqual([[], 'FAILED']);
  });
});

describe('the rate limits of a bot (spec 8)', () => {
  const addressKeys = (type: 'alpha_bot' | 'beta_bot', count: number) =>
    Array.from({ length: count }, (_, index) => channel(`c${index}`, type, { addressKey: 'shared' }));

  test('let 20 of 25 to beta_bot pass and drop the others, also over two channels', async () => {
    const { clock, deliveries, work, posted, logged } = notifierWorld(addressKeys('beta_bot', 25));
    await deliveries.announce(PLAN, ROUND, 'completed');
    // A few run concurrently. The others are postponed by a second or two.
    for (let seconds = 0; seconds < 10; seconds++) {
      await work();
      clock.now += 1_000;
    }
    expect(posted).toHaveLength(20);
    expect(logged.filter(({ outcome }) => outcome === 'DROPPED_RATE')).toHaveLength(5);
  });

  test('are not used up by slow writes: a delivery that waits takes no token', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `c${index}`);
    const { clock, table, deliveries, work, posted } = notifierWorld(ids.map((id) => channel(id, 'beta_bot')));
    const { update } = table;
    table.update = (...given) => {
      if (given[2]?.prompt) clock.now += 300;
      return update(...given);
    };
    await deliveries.announce(PLAN, ROUND, 'completed');
    await work();
    expect(posted.map(({ url }) => url).sort()).toEqual(ids.map((id) => `http://${id}/`));
    const windows = await table.batchGet(ids.map((id) => ({ pk: `RATE#key-${id}`, sk: 'WINDOW' })));
    expect(windows.map((window) => window?.times)).toEqual(ids.map(() => [expect.any(Number)]));
  });

  test('let 5 a second and 100 a minute to alpha_bot pass, and delay the others without loss', async () => {
    const { clock, deliveries, work, posted } = notifierWorld(addressKeys('alpha_bot', 130));
    await deliveries.announce(PLAN, ROUND, 'completed');
    for (let seconds = 0; seconds < 180; seconds++) {
      await work();
      clock.now += 1_000;
    }
    expect(posted).toHaveLength(130);
    const within = (ms: number) =>
      Math.max(...posted.map(({ at }) => posted.filter((one) => one.at >= at && one.at < at + ms).length));
    expect([within(1_000), within(MINUTE)]).toEqual([5, 100]);
  });
});

test('the log lines of a delivery have ids, codes and counts, and nothing of the receiver', async () => {
  const { deliveries, work, logged } = notifierWorld([channel('a', 'webhook')]);
  await deliveries.announce(PLAN, ROUND, 'completed');
  await work();
  expect(logged).toEqual([
    {
      message: 'notification sent',
      plan_id: PLAN.planId,
      round: 1,
      channel_id: 'a',
      event: 'completed',
      type: 'webhook',
      outcome: 'SENT',
      http_status: 204,
      vendor_code: null,
      attempt: 1,
      age_ms: 0,
    },
  ]);
});

describe('a retry while the wall clock is set', () => {
  test.for([-45_000, -600_000, -3_600_000, 3_600_000])(
    'leaves after its delay when the clock moves by %i ms',
    async (set) => {
      const { clock, deliveries, work, posted, answers, stateOf } = notifierWorld([channel('a', 'webhook')]);
      answers.set('http://a/', 503);
      await deliveries.announce(PLAN, ROUND, 'completed');
      await work();
      expect(posted).toHaveLength(1);
      clock.set = set;
      answers.set('http://a/', 204);
      // The second attempt is after 5 s, with a jitter of 20 % and whole seconds of the queue.
      clock.now += 3_000;
      await work();
      expect(posted).toHaveLength(1);
      clock.now += 4_000;
      await work();
      expect([posted.length, await stateOf('a')]).toEqual([2, 'SENT']);
    },
  );
});
