import { cannonade } from './support/cannonade.ts';
import { figure } from './support/figure.ts';
import { type OrderCase, orderCase } from './support/orders.ts';
import { peakResidentMiB } from './support/process-memory.ts';
import { median } from './support/quantile.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

const CASES = 5000;
const ENDPOINTS = 20;
const CONNECTIONS = 20;
const TIMES = 3;

/** `npm run bench:replay`: a whole replay (read, send, compare, store) beside autocannon, which only sends, to the same target. */
await runBench(`replay of ${CASES} cases of 2 KB over ${ENDPOINTS} endpoints`, async (running) => {
  const target = await startScript(running, 'order-target.ts');
  const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(CASES) });
  const orders: OrderCase[] = Array.from({ length: CASES }, (_, id) => ({
    appId: 'shop',
    id,
    endpoint: id % ENDPOINTS,
  }));
  await recordOrders(service.url, orders);
  await ask(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: CONNECTIONS } });
  const paths = orders.map((order): string => JSON.parse(orderCase(order)).request.path);

  const replayed: number[] = [];
  const settled: number[] = [];
  const sent: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const { run, sentSeconds, settledSeconds } = await timedReplay(service.url, 'shop', target);
    if (run.totalCases !== CASES || run.failedCases !== 0) throw new Error('the replay found what is not there');
    replayed.push(CASES / sentSeconds);
    settled.push(settledSeconds - sentSeconds);
    sent.push((await cannonade({ url: target, connections: CONNECTIONS, paths, until: { amount: CASES } })).perSecond);
  }
  return [
    figure('replayed', median(replayed), 'cases/s'),
    figure('settled after the end of sending', median(settled), 's'),
    figure('autocannon, only sending', median(sent), 'requests/s'),
    figure('ratio', median(replayed) / median(sent), ''),
    figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB'),
  ];
});
