import { setTimeout as sleep } from 'node:timers/promises';
import { json, openTarget, recordedGet } from '../test/support/fakes/recorded-target.ts';
import { freePort } from '../test/support/free-port.ts';

import { figure } from './support/figure.ts';
import { quantile } from './support/measure/quantile.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';

const HEALTHY = 100;
const BAD = 50;
const REPLAYS = 30;
/** Two replays per second, each of which notifies 100 healthy webhooks. */
const EVERY_MS = 500;
const ROUNDS = 2;

/** `npm run bench:notify`: latency of healthy webhooks after the end of a replay, alone and beside 50 bad ones. */
await runBench(`${(1000 / EVERY_MS) * HEALTHY} notifications a second to healthy webhooks`, async (running) => {
  const waits: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  const arrived = { alone: 0, beside: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    for (const setting of ['alone', 'beside'] as const) {
      const measured = await notifiedAfter(running, setting === 'beside');
      waits[setting].push(...measured);
      arrived[setting] += measured.length;
    }
  }
  const p99 = { alone: quantile(waits.alone, 0.99), beside: quantile(waits.beside, 0.99) };
  return [
    figure('delivered of those expected, alone', arrived.alone / (ROUNDS * REPLAYS * HEALTHY), ''),
    figure('  p50', quantile(waits.alone, 0.5), 'ms'),
    figure('  p99', p99.alone, 'ms'),
    figure(
      `delivered of those expected, beside ${BAD} dead, slow, huge and redirecting ones`,
      arrived.beside / (ROUNDS * REPLAYS * HEALTHY),
      '',
    ),
    figure('  p50', quantile(waits.beside, 0.5), 'ms'),
    figure('  p99', p99.beside, 'ms'),
    figure('ratio of the p99 (goal at most 2)', p99.beside / p99.alone, ''),
  ];
});

/** Latencies of the healthy webhooks: ms from the settling of their replay to the notification. */
async function notifiedAfter(running: AsyncDisposableStack, withBad: boolean): Promise<number[]> {
  await using own = new AsyncDisposableStack();
  const hooks = await startScript(own, 'hook-receiver.ts');
  const bad = await startScript(own, 'bad-receivers.ts');
  const dead = `http://127.0.0.1:${await freePort()}`;
  const target = await openTarget((_, response) => json(response, { price: 2 }));
  own.defer(target.close);
  const service = await startService(own, { SVC_LOG_LEVEL: 'ERROR' });
  running.use(own.move());

  const urls = [
    ...Array.from({ length: HEALTHY }, (_, n) => `${hooks}/hooks/${n}`),
    ...(withBad
      ? Array.from(
          { length: BAD },
          (_, n) => [`${dead}/${n}`, `${bad}/slow/${n}`, `${bad}/huge/${n}`, `${bad}/redirect/${n}`][n % 4],
        )
      : []),
  ];
  for (const url of urls) await ask(service.url, 'POST', '/openapi/v1/notification-channels', { type: 'webhook', url });
  const apps = Array.from({ length: REPLAYS }, (_, n) => `app${n}`);
  await ask(
    service.url,
    'POST',
    '/api/recorder/cases',
    apps.map((app) => recordedGet(app, '/a', { price: 1 })),
  );

  const planIds: string[] = [];
  for (const appId of apps) {
    const { planId } = await ask<{ planId: string }>(service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId,
      targetEnv: target.url,
    });
    planIds.push(planId);
    await sleep(EVERY_MS);
  }
  const settledAt = new Map<string, number>();
  for (const planId of planIds) {
    const { settledAt: at } = await ask<{ settledAt: string }>(service.url, 'GET', `/api/replays/${planId}`);
    settledAt.set(planId, Date.parse(at));
  }
  const until = Date.now() + 10_000;
  for (;;) {
    const arrivals = (await (await fetch(`${hooks}/arrivals`)).json()) as [string, number][]; // see hook-receiver.ts
    if (arrivals.length >= REPLAYS * HEALTHY || Date.now() > until)
      return arrivals.map(([planId, at]) => at - (settledAt.get(planId) ?? Number.NaN));
    await sleep(200);
  }
}
