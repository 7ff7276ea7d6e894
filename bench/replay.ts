import { join } from 'node:path';
import { figure } from './support/figure.ts';
import { generateLoad } from './support/generate-load.ts';
import { handwrittenScript } from './support/handwritten-script.ts';
import { peakResidentMiB, processorMsOf } from './support/measure/process-use.ts';
import { median } from './support/measure/quantile.ts';
import { orderCase, ordersOf } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

const CASES = 5000;
const ENDPOINTS = 20;
const CONNECTIONS = 20;
const TIMES = 3;
/** Paths that autocannon cycles through. Each connection prepares every one. */
const PATHS = 200;

/**
 * `npm run bench:replay`: a complete replay (read, send, compare, store) beside autocannon, which only sends, and a
 * script, to the same target.
 */
await runBench(`replay of ${CASES} cases of 2 KB over ${ENDPOINTS} endpoints`, async (running) => {
  const target = await startScript(running, 'order-target.ts');
  const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(CASES) });
  const orders = ordersOf('shop', CASES, ENDPOINTS);
  await recordOrders(service.url, orders);
  await ask(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: CONNECTIONS } });
  const lines = orders.map(orderCase);
  const paths = lines.slice(0, PATHS).map((line): string => JSON.parse(line).request.path);

  const replayed: number[] = [];
  const sent: number[] = [];
  const scripted: number[] = [];
  const processor: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const used = processorMsOf(service.pid);
    const { run, sentSeconds } = await timedReplay(service.url, 'shop', target);
    processor.push((processorMsOf(service.pid) - used) / CASES);
    if (run.totalCases !== CASES || run.failedCases !== 0) throw new Error('the replay found what is not there');
    replayed.push(CASES / sentSeconds);
    sent.push((await generateLoad({ url: target, connections: CONNECTIONS, seconds: 2, paths })).perSecond);
    const start = performance.now();
    const file = join(service.dataDir, 'own-script.ndjson');
    const different = await handwrittenScript({ target, connections: CONNECTIONS, lines, file });
    if (different > 0) throw new Error('the script found what is not there');
    scripted.push((CASES / (performance.now() - start)) * 1000);
  }
  return [
    figure('replayed: read, sent, compared, stored', median(replayed), 'cases/s'),
    figure('autocannon, only sending', median(sent), 'requests/s'),
    figure('ratio', median(replayed) / median(sent), ''),
    figure('a script of undici and microdiff', median(scripted), 'cases/s'),
    figure('ratio', median(replayed) / median(scripted), ''),
    figure('processor time of the service for a case', median(processor), 'ms'),
    figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB'),
  ];
});
