import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HAS_BROWSER, openBrowser } from '../test/support/browser.ts';
import { ADMIN_KEY } from '../test/support/running-service.ts';
import { type Figure, figure } from './support/figure.ts';
import { LARGE_BODIES } from './support/large-bodies.ts';
import { peakResidentMiB, processorMsOf } from './support/measure/process-use.ts';
import { quantile } from './support/measure/quantile.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { poll, trigger } from './support/timed-replay.ts';

type Browser = Awaited<ReturnType<typeof openBrowser>>;

const BYTES = 3 * 1024 * 1024;
const TIMES = 5;
const SHAPES = ['objects', 'numbers', 'members', 'deep', 'xml', 'html', 'text', 'value'] as const;
/** A thread of the service collects its garbage after 10 s without work. */
const REST_MS = 12_000;
const VIEWS: readonly [name: string, query: string][] = [
  ['page', ''],
  ['row 20,000 on, unfolded', '?fold=none&from=20000'],
  ['raw', '?view=raw'],
];

/** Runs in the page: the milliseconds from a click to the next frame. */
const TO_LAST_DIFFERENCE = `new Promise((resolve) => {
  const began = performance.now();
  document.querySelector('[data-step="-1"]').click();
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
})`;

/**
 * `npm run bench:request`: the page of a request whose recorded and replayed values have 3 MiB each: time to the first
 * byte, and size; in Chromium, the time until the page can be used, and until it has moved to another difference.
 * Beside it, what else shows how two responses differ: both pretty-printed, and `diff -u` of the files.
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
    const browser = HAS_BROWSER ? await openBrowser() : null;
    if (browser) running.defer(() => browser.close());
    for (const shape of SHAPES) {
      const item = items.find(({ operation }) => operation === `/${shape}`)?.planItemId.split(':')[1];
      for (const [name, query] of VIEWS) {
        const path = `/report/${planId}/cases/${item}${query}`;
        const first = await load(service.url + path);
        let processorMs = 0;
        const all: number[] = [];
        const others: number[] = [];
        // In turn, so that both run on the same machine.
        for (let time = 0; time < TIMES; time++) {
          const before = processorMsOf(service.pid);
          all.push((await load(service.url + path)).firstByteMs);
          processorMs += processorMsOf(service.pid) - before;
          if (query === '') others.push(diffMs(shape) ?? Number.NaN);
        }
        const p50 = quantile(all, 0.5);
        figures.push(
          figure(`${shape}: ${name}`, first.bytes, 'bytes'),
          figure('  first byte, the first time', first.firstByteMs, 'ms'),
          figure('  first byte, p50', p50, 'ms'),
          figure('  first byte, p95', quantile(all, 0.95), 'ms'),
          figure('  processor time of the service, mean', processorMs / TIMES, 'ms'),
        );
        if (query !== '') continue;
        if (browser) figures.push(...(await inChromium(browser, service.url + path)));
        const other = quantile(others, 0.5);
        if (Number.isNaN(other)) figures.push({ name: '  pretty-printed, diff -u', value: 'fails' });
        else figures.push(figure('  pretty-printed, diff -u, p50', other, 'ms'), figure('  ratio', p50 / other, ''));
      }
    }
    const rested = items.find(({ operation }) => operation === '/objects')?.planItemId.split(':')[1];
    await sleep(REST_MS);
    const before = processorMsOf(service.pid);
    const cold = await load(`${service.url}/report/${planId}/cases/${rested}`);
    figures.push(
      figure('objects: page after a rest, first byte', cold.firstByteMs, 'ms'),
      figure('  processor time of the service', processorMsOf(service.pid) - before, 'ms'),
    );
    return [...figures, figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB')];
  },
  { timeoutMs: 400_000 },
);

/** The page in a browser, its files not cached. */
async function inChromium(browser: Browser, url: string): Promise<Figure[]> {
  const usable: number[] = [];
  const moved: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      extraHTTPHeaders: { 'x-api-key': ADMIN_KEY },
    });
    const page = await context.newPage();
    await page.goto(url);
    // Scripts have run by then: keys, menus and buttons work.
    usable.push(await page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"));
    moved.push(await page.evaluate<number>(TO_LAST_DIFFERENCE));
    await context.close();
  }
  return [
    figure('  in Chromium: usable after, p50', quantile(usable, 0.5), 'ms'),
    figure('  to the last difference of the page by its button, p50', quantile(moved, 0.5), 'ms'),
  ];
}

/** Time to print two bodies with one value per line and to compare the files; null if they cannot be printed. */
function diffMs(shape: string): number | null {
  const { type = '', make } = LARGE_BODIES[shape] ?? {};
  const bodies = [1, 2].map((build) => make?.(BYTES, build).toString() ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'bench-request-'));
  try {
    const began = performance.now();
    const files = bodies.map((body, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, type === 'application/json' ? JSON.stringify(JSON.parse(body), null, 2) : body);
      return file;
    });
    const { error } = spawnSync('diff', ['-u', ...files], { maxBuffer: 256 * 1024 * 1024 });
    return error ? null : performance.now() - began;
  } catch (fault) {
    // Neither parser nor printer of the runtime takes half a million levels.
    if (fault instanceof RangeError) return null;
    throw fault;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
