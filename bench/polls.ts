import { type Figure, figure } from './support/figure.ts';
import { generateLoad, type LoadResult } from './support/generate-load.ts';
import { peakResidentMiB } from './support/measure/process-use.ts';
import { median } from './support/measure/quantile.ts';
import { CHANGEABLE, type OrderCase } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { poll, timedReplay, trigger } from './support/timed-replay.ts';

const CASES = 1000;
const CONNECTIONS = 32;
const SECONDS = 3;
const TIMES = 3;

/**
 * `npm run bench:polls`: polls of a finished replay, by callers without and with its answer, and of a running one,
 * beside a bare server that returns a constant of the same size.
 */
await runBench(
  `polls over ${CONNECTIONS} connections, ${CASES} cases, 30 clusters with differences, 20 ignore rules`,
  async (running) => {
    const target = await startScript(running, 'order-target.ts');
    const service = await startService(running);
    for (const appId of ['finished', 'running']) await recordOrders(service.url, ordersOf(appId));
    for (const rule of ignoreRules()) await ask(service.url, 'POST', '/api/apps/finished/compare-rules', rule);
    await ask(service.url, 'PUT', '/api/apps/finished/settings', { replay: { maxQps: 10_000, concurrency: 20 } });
    const { planId, run } = await timedReplay(service.url, 'finished', target);
    if (run.findings?.state !== 'NEEDS_ACTION') throw new Error('the replay found nothing');
    await ask(service.url, 'PUT', '/api/apps/running/settings', { replay: { maxQps: 10 } });
    const runningId = await trigger(service.url, 'running', target);

    const bytes = Buffer.byteLength(JSON.stringify(await poll(service.url, planId)));
    const bare = await startScript(running, 'constant-server.ts', [String(bytes)]);
    const runs = `${service.url}/openapi/v1/replay-runs`;
    const etag = (await fetch(`${runs}/${planId}`)).headers.get('etag') ?? '';
    const measured = {
      finished: { url: `${runs}/${planId}` },
      unchanged: { url: `${runs}/${planId}`, headers: { 'if-none-match': etag }, status: 304 },
      running: { url: `${runs}/${runningId}` },
      bare: { url: `${bare}/runs/${planId}` },
    };
    const results = { finished: [], unchanged: [], running: [], bare: [] } satisfies Record<
      string,
      LoadResult[]
    > as Record<keyof typeof measured, LoadResult[]>;
    for (let time = 0; time <= TIMES; time++) {
      for (const name of ['finished', 'unchanged', 'running', 'bare'] as const) {
        const result = await generateLoad({ ...measured[name], connections: CONNECTIONS, seconds: SECONDS });
        if (time > 0) results[name].push(result); // the first pass is the warm-up
      }
    }
    if ((await poll(service.url, runningId)).status !== 'RUNNING')
      throw new Error('the running replay has ended too early');
    await ask(service.url, 'POST', `/api/replays/${runningId}/stop`);

    const rate = (name: keyof typeof measured) => median(results[name].map(({ perSecond }) => perSecond));
    const lines = (name: keyof typeof measured, label: string): Figure[] => [
      figure(label, rate(name), 'polls/s'),
      figure('  p50', median(results[name].map(({ p50 }) => p50)), 'ms'),
      figure('  p99', median(results[name].map(({ p99 }) => p99)), 'ms'),
    ];
    return [
      figure('an answer of the finished replay', bytes, 'bytes'),
      ...lines('finished', 'finished (goal 1,500, p99 100 ms)'),
      ...lines('unchanged', 'finished, by callers that have the answer (304)'),
      ...lines('running', 'running (goal 1,500, p99 100 ms)'),
      ...lines('bare', 'bare hono server, a constant'),
      figure('ratio, finished (goal 0.25)', rate('finished') / rate('bare'), ''),
      figure('ratio, 304 (goal 0.5)', rate('unchanged') / rate('bare'), ''),
      figure('ratio, running', rate('running') / rate('bare'), ''),
      figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB'),
    ];
  },
);

/** 20 endpoints. On ten of them the 50 cases form an unchanged part and three sets of differences: 30 clusters. */
function ordersOf(appId: string): OrderCase[] {
  return Array.from({ length: CASES }, (_, id) => {
    const endpoint = id % 20;
    const variant = Math.floor(id / 20) % 4;
    return { appId, id, endpoint, changed: endpoint < 10 ? CHANGEABLE.slice(0, variant) : [] };
  });
}

/** Two rules that ignore differences and 18 that match nothing, as old rules do. */
function ignoreRules() {
  return Array.from({ length: 20 }, (_, at) => ({
    kind: 'ignore',
    path: at < 2 ? `$.${CHANGEABLE[at]}` : `$..updated${at}`,
    operation: at < 2 ? `/shop${at}/orders/{id}` : null,
  }));
}
