import { randomBytes } from 'node:crypto';
import { figure } from './support/figure.ts';
import { processorMsOf } from './support/measure/process-use.ts';
import { median, quantile } from './support/measure/quantile.ts';
import type { OrderCase } from './support/orders.ts';
import { probe } from './support/probe.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { ask, startService } from './support/start-service.ts';

const LINES_PER_POST = 500;
const POSTS = 10;
const CASES = LINES_PER_POST * POSTS;
const ROUNDS = 5;
/** What happens to the tokens of each application. */
const MODES = ['seal', 'keep'] as const;

/**
 * `npm run bench:sealing`: cases of 2 KB with a token of their own, posted one after the other: sealed, and kept in
 * clear beside it, in turn. /healthz is asked every 10 ms in the meantime: what it takes longer, a post has held the
 * serving thread up.
 */
await runBench(`intake of ${CASES} cases of 2 KB with a token in posts of ${LINES_PER_POST} lines`, async (running) => {
  const service = await startService(running);
  for (const mode of MODES) await ask(service.url, 'PUT', `/api/apps/${mode}/settings`, { credentials: mode });
  const used = { seal: [] as number[], keep: [] as number[] };
  const healthz: number[] = [];
  // The first round warms the service up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const mode of round % 2 === 0 ? MODES : MODES.toReversed()) {
      const probing = await probe(running, [`${service.url}/healthz`]);
      const before = processorMsOf(service.pid);
      for (let post = 0; post < POSTS; post++) await recordOrders(service.url, ordersOf(mode, round, post));
      const us = ((processorMsOf(service.pid) - before) * 1000) / CASES;
      const [probed] = await probing.stop();
      if (round === 0) continue;
      used[mode].push(us);
      healthz.push(...(probed?.times ?? []));
    }
  return [
    figure('processor time of the service for a case, sealed', median(used.seal), 'µs'),
    figure('  kept in clear', median(used.keep), 'µs'),
    figure('  rate, sealed beside kept', median(used.keep) / median(used.seal), '(goal 0.9)'),
    figure('/healthz beside posts, p50', quantile(healthz, 0.5), 'ms'),
    figure('  p99', quantile(healthz, 0.99), 'ms'),
    figure('  above 30 ms', (100 * healthz.filter((ms) => ms > 30).length) / healthz.length, '%'),
    figure('  max', Math.max(...healthz), 'ms (goal 30)'),
  ];
});

function ordersOf(appId: string, round: number, post: number): OrderCase[] {
  const first = (round * POSTS + post) * LINES_PER_POST;
  return Array.from({ length: LINES_PER_POST }, (_, at) => ({
    appId,
    id: first + at,
    endpoint: at % 20,
    token: randomBytes(24).toString('base64url'),
  }));
}
