import { figure } from '../support/figure.ts';
import { processorMsOf } from '../support/measure/process-use.ts';
import { median } from '../support/measure/quantile.ts';
import type { OrderCase } from '../support/orders.ts';
import { recordOrders } from '../support/record-orders.ts';
import { runBench } from '../support/run-bench.ts';
import { ask, startService } from '../support/start-service.ts';

const LINES_PER_POST = 500;
const POSTS = 10;
const CASES = LINES_PER_POST * POSTS;
const ROUNDS = 7;
/** The setting `personalData` of each application. */
const MODES = ['count', 'off'] as const;

/**
 * `npm run bench:personal-data`: cases of 2 KB, posted to an application whose recordings are searched for personal
 * data, and in turn to one whose recordings are not.
 */
await runBench(
  `search for personal data in ${CASES} cases of 2 KB in posts of ${LINES_PER_POST} lines`,
  async (running) => {
    const service = await startService(running);
    for (const personalData of MODES)
      await ask(service.url, 'PUT', `/api/apps/${personalData}/settings`, { personalData });
    const used = { count: [] as number[], off: [] as number[] };
    // The first round warms the service up, and looks at the first recordings of each endpoint.
    for (let round = 0; round <= ROUNDS; round++)
      for (const mode of round % 2 === 0 ? MODES : MODES.toReversed()) {
        const before = processorMsOf(service.pid);
        for (let post = 0; post < POSTS; post++) await recordOrders(service.url, ordersOf(mode, round, post));
        if (round > 0) used[mode].push(((processorMsOf(service.pid) - before) * 1000) / CASES);
      }
    return [
      figure('processor time of the service for a case, searched', median(used.count), 'µs'),
      figure('  not searched', median(used.off), 'µs'),
      figure('  searched beside not searched', median(used.count) / median(used.off), '(goal 1.05)'),
    ];
  },
);

function ordersOf(appId: string, round: number, post: number): OrderCase[] {
  const first = (round * POSTS + post) * LINES_PER_POST;
  return Array.from({ length: LINES_PER_POST }, (_, at) => ({ appId, id: first + at, endpoint: at % 20 }));
}
