import { type Figure, figure } from './support/figure.ts';
import { peakResidentMiB } from './support/measure/process-use.ts';
import { quantile } from './support/measure/quantile.ts';
import { furtherField, type OrderCase } from './support/orders.ts';
import { probe } from './support/probe.ts';
import type { Probed } from './support/prober.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { poll, trigger } from './support/timed-replay.ts';

const CASES = 10_000;
const FIELDS = 20;
const ENDPOINTS = 20;
const TIMEOUT_MS = 900_000;

/**
 * `npm run bench:cardinality`: a replay whose cases differ in fields of their own, rules that are added to it, and
 * pages and exports of it, while /healthz and the poll are asked every 10 ms.
 */
await runBench(
  `${CASES} cases, each differs in ${FIELDS} fields of its own`,
  async (running) => {
    const target = await startScript(running, 'order-target.ts');
    const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(CASES), SVC_LOG_LEVEL: 'WARN' });
    const { url } = service;
    await recordOrders(url, ordersOf());
    await ask(url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: 20 } });
    const planId = await trigger(url, 'shop', target);
    const polled = `${url}/openapi/v1/replay-runs/${planId}`;
    const replaying = await probe(running, [`${url}/healthz`, polled]);
    await settled(url, planId);
    const duringReplay = await replaying.stop();

    const viewing = await probe(running, [`${url}/healthz`, polled]);
    const opened: [string, number][] = [];
    const open = async (name: string, path: string) => {
      const start = performance.now();
      await (await fetch(`${url}${path}`)).arrayBuffer();
      opened.push([name, performance.now() - start]);
    };
    for (let n = 0; n < 3; n++) {
      const rule = { kind: 'ignore', path: furtherField(n) };
      await ask(url, 'POST', '/api/apps/shop/compare-rules', rule);
      await open('poll after a rule was added', `/openapi/v1/replay-runs/${planId}`);
    }
    await open('report', `/report/${planId}`);
    await open('requests', `/report/${planId}/cases`);
    await open('JUnit', `/report/${planId}/export/junit`);
    const duringViews = await viewing.stop();

    const text = JSON.stringify(await poll(url, planId));
    return [
      figure('an answer of the poll', Buffer.byteLength(text) / 1024, 'KiB'),
      ...timesOf('/healthz, replaying and settling', duringReplay[0]),
      ...timesOf('poll, replaying and settling', duringReplay[1]),
      ...timesOf('/healthz, rules and pages', duringViews[0]),
      ...timesOf('poll, rules and pages', duringViews[1]),
      ...opened.map(([name, ms]) => figure(name, ms, 'ms')),
      figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB'),
    ];
  },
  { timeoutMs: TIMEOUT_MS },
);

function ordersOf(): OrderCase[] {
  return Array.from({ length: CASES }, (_, id) => ({
    appId: 'shop',
    id,
    endpoint: id % ENDPOINTS,
    changed: Array.from({ length: FIELDS }, (_item, at) => furtherField(id * FIELDS + at)),
  }));
}

async function settled(url: string, planId: string): Promise<void> {
  const start = performance.now();
  while ((await poll(url, planId)).status !== 'COMPLETED') {
    if (performance.now() - start > TIMEOUT_MS) throw new Error('the replay did not complete');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function timesOf(name: string, { times }: Probed = { times: [], failures: 0 }): Figure[] {
  return [figure(`${name}: p99`, quantile(times, 0.99), 'ms'), figure('  max', Math.max(0, ...times), 'ms')];
}
