import { join } from 'node:path';
import { figure } from './support/figure.ts';
import { handwrittenScript } from './support/handwritten-script.ts';
import { median } from './support/measure/quantile.ts';
import { orderCase, ordersOf } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

const CASES = 8000;
const ENDPOINTS = 20;
const CONNECTIONS = 100;
const LATENCY_MS = 100;
const TIMES = 3;

/**
 * `npm run bench:slow-target`: a replay against a target that takes 100 ms for each answer, over 100 connections,
 * beside a script over as many. The connections allow 1,000 requests/s; what is lost is time in which they are idle.
 */
await runBench(
  `replay of ${CASES} cases against a target of ${LATENCY_MS} ms, ${CONNECTIONS} connections`,
  async (running) => {
    const target = await startScript(running, 'order-target.ts', ['0', String(LATENCY_MS)]);
    const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(CASES) });
    const orders = ordersOf('shop', CASES, ENDPOINTS);
    await recordOrders(service.url, orders);
    await ask(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: CONNECTIONS } });
    const lines = orders.map(orderCase);

    const replayed: number[] = [];
    const scripted: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const { run, sentSeconds } = await timedReplay(service.url, 'shop', target);
      if (run.totalCases !== CASES || run.failedCases !== 0) throw new Error('the replay found what is not there');
      replayed.push(CASES / sentSeconds);
      const start = performance.now();
      const file = join(service.dataDir, 'own-script.ndjson');
      if ((await handwrittenScript({ target, connections: CONNECTIONS, lines, file })) > 0)
        throw new Error('the script found what is not there');
      scripted.push((CASES / (performance.now() - start)) * 1000);
    }
    return [
      figure('replayed: read, sent, compared, stored', median(replayed), 'cases/s'),
      figure('a script of undici and microdiff', median(scripted), 'cases/s'),
      figure('ratio', median(replayed) / median(scripted), ''),
    ];
  },
);
