import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_KEY } from '../test/support/running-service.ts';
import { type Figure, figure } from './support/figure.ts';
import { LARGE_BODIES } from './support/large-bodies.ts';
import { peakResidentMiB } from './support/process-memory.ts';
import { quantile } from './support/quantile.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { poll, trigger } from './support/timed-replay.ts';

const BYTES = 3 * 1024 * 1024;
const TIMES = 5;
const SHAPES = ['objects', 'members', 'html', 'text', 'value'] as const;
const VIEWS: readonly [name: string, query: string][] = [
  ['page', ''],
  ['row 20,000 on, unfolded', '?fold=none&from=20000'],
  ['raw', '?view=raw'],
];

/**
 * `npm run bench:request`: the page of a request whose recorded and replayed values have 3 MiB each: time to the first
 * byte, and size.
 */
await runBench(
  `page of a request with 3 MiB recorded and 3 MiB replayed, ${TIMES} times each (goal 300 ms, 300,000 bytes)`,
  async (running) => {
    const target = await startScript(running, 'large-target.ts', [String(BYTES)]);
    const service = await startService(running, { SVC_LOG_LEVEL: 'WARN' });
    for (const shape of SHAPES) await ask(service.url, 'POST', '/api/recorder/cases', recorded(shape));
    const planId = await trigger(service.url, 'large', target);
    while ((await poll(service.url, planId)).status !== 'COMPLETED') await sleep(200);
    const { items } = await ask<{ items: { planItemId: string; operation: string }[] }>(
      service.url,
      'GET',
      `/api/replays/${planId}/cases?limit=100`,
    );
    const figures: Figure[] = [];
    for (const shape of SHAPES) {
      const item = items.find(({ operation }) => operation === `/${shape}`)?.planItemId.split(':')[1];
      for (const [name, query] of VIEWS) {
        const path = `/report/${planId}/cases/${item}${query}`;
        const first = await load(service.url + path);
        const all: number[] = [];
        for (let time = 0; time < TIMES; time++) all.push((await load(service.url + path)).firstByteMs);
        figures.push(
          figure(`${shape}: ${name}`, first.bytes, 'bytes'),
          figure('  first byte, the first time', first.firstByteMs, 'ms'),
          figure('  first byte, p50', quantile(all, 0.5), 'ms'),
          figure('  first byte, p95', quantile(all, 0.95), 'ms'),
        );
      }
    }
    return [...figures, figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB')];
  },
  { timeoutMs: 400_000 },
);

/** One page request over an existing connection. */
async function load(url: string): Promise<{ firstByteMs: number; bytes: number }> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { 'x-api-key': ADMIN_KEY } });
  const firstByteMs = performance.now() - began;
  if (answer.status !== 200) throw new Error(`a page answered ${answer.status}`);
  return { firstByteMs, bytes: (await answer.arrayBuffer()).byteLength };
}

function recorded(shape: string) {
  const { type = '', make } = LARGE_BODIES[shape] ?? {};
  return {
    appId: 'large',
    operation: `/${shape}`,
    recordedAt: new Date(Date.now() - 60_000).toISOString(),
    request: { method: 'GET', path: `/${shape}`, headers: [], body: null },
    response: {
      status: 200,
      headers: [['content-type', type]],
      body: make?.(BYTES, 1).toString(),
      bodyEncoding: 'utf8',
    },
  };
}
