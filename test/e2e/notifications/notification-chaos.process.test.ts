import { expect, test } from 'vitest';
import { PROOF_SIZES } from '../../proof/proof-sizes.ts';
import { notificationChaos } from '../../support/notification-chaos.ts';

test('notifications are neither lost nor repeated when the queue delivers every message five times', async () => {
  const { bots, webhooks } = await notificationChaos({
    replays: 3,
    channels: { alpha_bot: 15, beta_bot: 15, webhook: 10 },
    kills: { count: 0, within: 0 },
    deliveries: 5,
    patienceMs: 20_000,
  });
  expect(bots).toEqual({ notifications: 90, duplicates: 0, lost: 0 });
  expect(webhooks).toEqual({ notifications: 30, duplicates: 0, lost: 0, otherIds: 0 });
});

test('notifications under SIGKILL reach bots at most once, and webhooks always, with one id', {
  timeout: 600_000,
}, async () => {
  const { replays, bots: count, webhooks: hooks, kills } = PROOF_SIZES.notifications;
  const { bots, webhooks } = await notificationChaos({
    replays,
    channels: { alpha_bot: count, beta_bot: count, webhook: hooks },
    kills: { count: kills, within: count },
    deliveries: 5,
    patienceMs: 90_000,
  });
  expect(bots.duplicates).toBe(0);
  // 0.1 % of them (measured by bench/notification-chaos.ts) is less than one. More than a few would be a bug rather
  // than chance.
  expect(bots.lost).toBeLessThanOrEqual(5);
  expect(webhooks).toMatchObject({ notifications: replays * hooks, lost: 0, otherIds: 0 });
});
