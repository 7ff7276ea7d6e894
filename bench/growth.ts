import type { Figure } from './support/figure.ts';
import { CHANGEABLE, type OrderCase } from './support/orders.ts';
import { peakResidentMiB } from './support/process-memory.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

interface Size {
  cases: number;
  endpoints: number;
  /** Differences in every case. */
  differences: number;
}

/** Each row changes one thing from the second. */
const SIZES: readonly Size[] = [
  { cases: 2500, endpoints: 20, differences: 0 },
  { cases: 5000, endpoints: 20, differences: 0 },
  { cases: 10_000, endpoints: 20, differences: 0 },
  { cases: 5000, endpoints: 20, differences: 1 },
  { cases: 5000, endpoints: 20, differences: 10 },
  { cases: 5000, endpoints: 200, differences: 0 },
  { cases: 5000, endpoints: 1000, differences: 0 },
];

/** `npm run bench:growth`: how the cost of a replay grows with cases, endpoints and differences; a fresh service for each size. */
await runBench('growth of a replay (ms a case, peak memory of the service)', async (running) => {
  const target = await startScript(running, 'order-target.ts');
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(await measure(size, target));
  return figures;
});

async function measure({ cases, endpoints, differences }: Size, target: string): Promise<Figure> {
  await using running = new AsyncDisposableStack();
  const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(cases) });
  const changed = CHANGEABLE.slice(0, differences);
  const orders: OrderCase[] = Array.from({ length: cases }, (_, id) => ({
    appId: 'shop',
    id,
    endpoint: id % endpoints,
    changed,
  }));
  await recordOrders(service.url, orders);
  await ask(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: 20 } });
  const { run, sentSeconds, settledSeconds } = await timedReplay(service.url, 'shop', target);
  if (run.totalCases !== cases || run.failedCases !== (differences > 0 ? cases : 0))
    throw new Error('the replay did not find what is there');
  return {
    name: `${cases} cases, ${endpoints} endpoints, ${differences} differences a case`,
    value: `${((sentSeconds / cases) * 1000).toFixed(3)} ms a case, settled ${(settledSeconds - sentSeconds).toFixed(2)} s later, ${peakResidentMiB(service.pid).toFixed(0)} MiB`,
  };
}
