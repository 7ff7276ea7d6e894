import type { Figure } from './support/figure.ts';
import { generateLoad } from './support/generate-load.ts';
import { peakResidentMiB } from './support/measure/process-use.ts';
import { CHANGEABLE, ordersOf } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

interface Size {
  cases: number;
  endpoints: number;
  /** Differences per case. */
  differences: number;
}

const POLL_SECONDS = 1;

/** Each row changes one value of the second. */
const SIZES: readonly Size[] = [
  { cases: 2500, endpoints: 20, differences: 0 },
  { cases: 5000, endpoints: 20, differences: 0 },
  { cases: 10_000, endpoints: 20, differences: 0 },
  { cases: 5000, endpoints: 20, differences: 10 },
  { cases: 5000, endpoints: 1000, differences: 0 },
];

/**
 * `npm run bench:growth`: how the cost of a replay grows with cases, endpoints and differences. Uses a fresh service
 * per size, and the faster of two replays after a warm-up.
 */
await runBench('growth: cost of a replay, peak memory of its service, polls of its result', async (running) => {
  const target = await startScript(running, 'order-target.ts');
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(await measure(size, target));
  return figures;
});

async function measure({ cases, endpoints, differences }: Size, target: string): Promise<Figure> {
  await using running = new AsyncDisposableStack();
  const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(cases) });
  const changed = CHANGEABLE.slice(0, differences);
  await recordOrders(service.url, ordersOf('shop', cases, endpoints, changed));
  await ask(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: 20 } });
  await timedReplay(service.url, 'shop', target); // warm-up
  const runs = [
    await timedReplay(service.url, 'shop', target),
    await timedReplay(service.url, 'shop', target),
  ] as const;
  const [{ planId, run }] = runs;
  const sentSeconds = Math.min(...runs.map((one) => one.sentSeconds));
  if (run.totalCases !== cases || run.failedCases !== (differences > 0 ? cases : 0))
    throw new Error('the replay did not find what is there');
  const memory = peakResidentMiB(service.pid);
  const url = `${service.url}/openapi/v1/replay-runs/${planId}`;
  const polls = await generateLoad({ url, connections: 32, seconds: POLL_SECONDS });
  return {
    name: `${cases} cases, ${endpoints} endpoints, ${differences} differences a case`,
    value: `${((sentSeconds / cases) * 1000).toFixed(3)} ms a case, ${memory.toFixed(0)} MiB, ${polls.perSecond.toFixed(0)} polls/s`,
  };
}
