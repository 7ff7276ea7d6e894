import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from './support/figure.ts';
import { peakResidentMiB } from './support/measure/process-use.ts';
import { median, quantile } from './support/measure/quantile.ts';
import type { OrderCase } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { sendAll } from './support/send-all.ts';
import { startScript } from './support/start-script.ts';
import { startService } from './support/start-service.ts';
import { poll } from './support/timed-replay.ts';

const TRIGGERS = 1000;
const CONNECTIONS = 16;
const TIMES = 3;

/**
 * `npm run bench:triggers`: triggers of distinct applications, whose replays run in the meantime, beside one INSERT per
 * request.
 */
await runBench(`${TRIGGERS} triggers over ${CONNECTIONS} connections`, async (running) => {
  const target = await startScript(running, 'order-target.ts');
  const service = await startService(running);
  const jobs = await startScript(running, 'job-server.ts', [join(service.dataDir, 'jobs.sqlite')]);
  const orders = Array.from({ length: TRIGGERS }, (_, id): OrderCase => ({ appId: `app${id}`, id, endpoint: 1 }));
  await recordOrders(service.url, orders);

  const bodies = orders.map(({ appId }) => JSON.stringify({ appId, targetEnv: target }));
  const triggered: number[] = [];
  const completed: number[] = [];
  const inserted: number[] = [];
  const latencies: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now();
    const sent = await sendAll({
      url: service.url,
      path: '/openapi/v1/replay-triggers',
      connections: CONNECTIONS,
      bodies,
    });
    for (const planId of sent.answers.map(planIdOf))
      while ((await poll(service.url, planId)).status !== 'COMPLETED') await sleep(20);
    completed.push((TRIGGERS / (performance.now() - start)) * 1000);
    triggered.push(TRIGGERS / sent.seconds);
    latencies.push(...sent.latencies);
    inserted.push(TRIGGERS / (await sendAll({ url: jobs, path: '/jobs', connections: CONNECTIONS, bodies })).seconds);
  }
  return [
    figure('triggered', median(triggered), 'triggers/s (goal 300)'),
    ...[0.5, 0.95, 0.99].map((share) => figure(`  p${share * 100}`, quantile(latencies, share), 'ms')),
    figure('until every replay had its result', median(completed), 'replays/s'),
    figure('one durable INSERT a request', median(inserted), 'requests/s'),
    figure('ratio', median(triggered) / median(inserted), ''),
    figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB'),
  ];
});

function planIdOf(answer: string): string {
  const { planId, errorCode } = JSON.parse(answer);
  if (planId === null) throw new Error(`a trigger answered ${errorCode}`);
  return planId;
}
