import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from './support/figure.ts';
import type { OrderCase } from './support/orders.ts';
import { peakResidentMiB } from './support/process-memory.ts';
import { quantile } from './support/quantile.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { sendAll } from './support/send-all.ts';
import { startScript } from './support/start-script.ts';
import { startService } from './support/start-service.ts';
import { poll } from './support/timed-replay.ts';

const TRIGGERS = 2000;
const CONNECTIONS = 16;

/** `npm run bench:triggers`: triggers of distinct applications, whose replays run meanwhile, beside one INSERT a request. */
await runBench(`${TRIGGERS} triggers over ${CONNECTIONS} connections`, async (running) => {
  const target = await startScript(running, 'order-target.ts');
  const service = await startService(running);
  const jobs = await startScript(running, 'job-server.ts', [join(service.dataDir, 'jobs.sqlite')]);
  const orders = Array.from({ length: TRIGGERS }, (_, id): OrderCase => ({ appId: `app${id}`, id, endpoint: 1 }));
  await recordOrders(service.url, orders);

  const bodies = orders.map(({ appId }) => JSON.stringify({ appId, targetEnv: target }));
  const triggered = await sendAll({
    url: service.url,
    path: '/openapi/v1/replay-triggers',
    connections: CONNECTIONS,
    bodies,
  });
  const start = performance.now();
  const planIds = triggered.answers.map((answer): string => {
    const { planId, errorCode } = JSON.parse(answer);
    if (planId === null) throw new Error(`a trigger answered ${errorCode}`);
    return planId;
  });
  for (const planId of planIds) while ((await poll(service.url, planId)).status !== 'COMPLETED') await sleep(20);
  const drained = triggered.seconds + (performance.now() - start) / 1000;
  const inserted = await sendAll({ url: jobs, path: '/jobs', connections: CONNECTIONS, bodies });

  return [
    figure('triggered', TRIGGERS / triggered.seconds, 'triggers/s (goal 300)'),
    ...[0.5, 0.95, 0.99].map((share) => figure(`  p${share * 100}`, quantile(triggered.latencies, share), 'ms')),
    figure('until every replay had its result', TRIGGERS / drained, 'replays/s'),
    figure('one durable INSERT a request', TRIGGERS / inserted.seconds, 'requests/s'),
    figure('  p99', quantile(inserted.latencies, 0.99), 'ms'),
    figure('ratio', inserted.seconds / triggered.seconds, ''),
    figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB'),
  ];
});
