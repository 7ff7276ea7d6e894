import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { observedRequests } from '../../functions/platform/http/around/observed-requests.ts';
import { serviceMetrics } from '../../functions/platform/standalone/metrics/service-metrics.ts';
import type { Log } from '../../functions/platform/world.ts';
import { figure } from '../support/figure.ts';
import { median } from '../support/measure/quantile.ts';
import { runBench } from '../support/run-bench.ts';

const REQUESTS = 20_000;
const ROUNDS = 9;
const ROUTES = 200;

/**
 * `npm run bench:metrics`: processor time that metrics add to a request and to a log line, without sockets: the same
 * application with and without them, in turn.
 */
await runBench(`${REQUESTS} requests to ${ROUTES} routes, and as many log lines`, async () => {
  const metrics = serviceMetrics();
  const apps = { without: routesOf(), counted: routesOf(metrics) };
  const nothing: Log['info'] = () => {};
  const bare: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const logs = { without: bare, counted: metrics.counted(bare) };
  const used = { without: [] as number[], counted: [] as number[], lines: [] as number[], counts: [] as number[] };
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const mode of round % 2 === 0 ? (['without', 'counted'] as const) : (['counted', 'without'] as const)) {
      const requests = await microseconds(() => ask(apps[mode]));
      const lines = await microseconds(async () => write(logs[mode]));
      if (round === 0) continue;
      used[mode].push(requests);
      used[mode === 'without' ? 'lines' : 'counts'].push(lines);
    }
  const text = await metrics.text();
  return [
    figure('a request without metrics', median(used.without), 'µs'),
    figure('  with them', median(used.counted), 'µs'),
    figure('a line about a case, more than without metrics', median(used.counts) - median(used.lines), 'µs'),
    figure('one answer of /metrics', Buffer.byteLength(text) / 1024, 'KiB'),
    figure('  compressed', gzipSync(text).byteLength / 1024, 'KiB'),
  ];
});

function routesOf(metrics?: ReturnType<typeof serviceMetrics>): Hono {
  const app = new Hono();
  app.use(async (_, next) => next());
  if (metrics) app.use(observedRequests(metrics.observe, () => performance.now()));
  for (let route = 0; route < ROUTES; route++) app.get(`/api/r${route}/:id`, (context) => context.text('ok'));
  return app;
}

async function ask(app: Hono): Promise<void> {
  for (let at = 0; at < REQUESTS; at++) await app.request(`/api/r${at % ROUTES}/${at}`);
}

function write(log: Log): void {
  for (let at = 0; at < REQUESTS; at++)
    log.debug('case replayed', { outcome: 'answered', duration_ms: at % 500, plan_id: 'p' });
}

/** Processor time of the process for one of them. */
async function microseconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}
