import { notificationChaos } from '../test/support/notification-chaos.ts';
import { figure } from './support/figure.ts';
import { runBench } from './support/run-bench.ts';

const REPLAYS = 15;
const CHANNELS = { alpha_bot: 334, beta_bot: 333, webhook: 50 };
const KILLS = 25;

/**
 * `npm run bench:notification-chaos`: what becomes of 10,005 messages to bots and 750 to webhooks while the service is
 * killed 25 times, after up to 600 more messages each time, and every message of its queue is delivered five times.
 */
await runBench(
  'notifications under SIGKILL',
  async () => {
    const { bots, webhooks, seconds } = await notificationChaos({
      replays: REPLAYS,
      channels: CHANNELS,
      kills: { count: KILLS, within: 600 },
      deliveries: 5,
      patienceMs: 100_000,
      say: (text) => process.stderr.write(`\r${text.padEnd(60)}`),
    });
    return [
      figure('kills', KILLS, ''),
      figure('messages to bots', bots.notifications, ''),
      figure('  sent twice (goal 0)', bots.duplicates, ''),
      figure('  lost (goal at most 0.1 %)', (100 * bots.lost) / bots.notifications, '%'),
      figure('events to webhooks', webhooks.notifications, ''),
      figure('  lost (goal 0)', webhooks.lost, ''),
      figure('  sent again with the same id and bytes', webhooks.duplicates, ''),
      figure('  sent again with others (goal 0)', webhooks.otherIds, ''),
      figure('time', seconds, 's'),
    ];
  },
  { timeoutMs: 400_000 },
);
