import { setTimeout as sleep } from 'node:timers/promises';
import { HAS_BROWSER, openBrowser } from '../test/support/browser.ts';
import { ADMIN_KEY } from '../test/support/running-service.ts';
import { type Figure, figure } from './support/figure.ts';
import { peakResidentMiB } from './support/measure/process-use.ts';
import { quantile } from './support/measure/quantile.ts';
import { CHANGEABLE, furtherField, type OrderCase } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { poll, trigger } from './support/timed-replay.ts';

const CASES = 100_000;
const ENDPOINTS = 200;
const TIMES = 20;
const BROWSER_TIMES = 5;
/** With the nine of `CHANGEABLE`, 40 findings. */
const FURTHER_FINDINGS = 31;

/**
 * `npm run bench:report`: the report of a large replay and the page of one of its requests: time to the first byte, and
 * size; in Chromium, the time until the report can be used, and how tall its findings are.
 */
await runBench(
  `report of a replay of ${CASES} cases, ${ENDPOINTS} endpoints, 20 ignore rules`,
  async (running) => {
    const target = await startScript(running, 'order-target.ts');
    const service = await startService(running, { SVC_CASE_COUNT_LIMIT: String(CASES) });
    await recordOrders(service.url, orders());
    await ask(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 10_000, concurrency: 40 } });
    for (let rule = 0; rule < 20; rule++)
      await ask(service.url, 'POST', '/api/apps/shop/compare-rules', { kind: 'ignore', path: `$..updated${rule}` });
    const planId = await trigger(service.url, 'shop', target);
    while ((await poll(service.url, planId)).status !== 'COMPLETED') await sleep(500);
    const { items } = await ask<{ items: { planItemId: string }[] }>(
      service.url,
      'GET',
      `/api/replays/${planId}/cases?state=FAILED&limit=1`,
    );
    const item = items[0]?.planItemId.split(':')[1];
    const pages: [string, string][] = [
      ['report (goal 100 ms, 150,000 bytes)', `/report/${planId}`],
      ['report, filtered', `/report/${planId}?text=shop1`],
      ['endpoints', `/report/${planId}?tab=endpoints`],
      ['failing requests', `/report/${planId}/cases`],
      ['one request', `/report/${planId}/cases/${item}`],
    ];
    const figures: Figure[] = [];
    for (const [name, path] of pages) {
      const first = await load(service.url + path);
      const all: number[] = [];
      for (let time = 0; time < TIMES; time++) all.push((await load(service.url + path)).firstByteMs);
      figures.push(
        figure(name, first.bytes, 'bytes'),
        figure('  first byte, the first time', first.firstByteMs, 'ms'),
        figure('  first byte, p50', quantile(all, 0.5), 'ms'),
        figure('  first byte, p95', quantile(all, 0.95), 'ms'),
      );
    }
    if (HAS_BROWSER) figures.push(...(await inChromium(`${service.url}/report/${planId}`)));
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

/** The report in a browser, its files not cached. */
async function inChromium(url: string): Promise<Figure[]> {
  await using running = new AsyncDisposableStack();
  const browser = await openBrowser();
  running.defer(() => browser.close());
  const times: number[] = [];
  let height = 0;
  let findings = 0;
  for (let time = 0; time < BROWSER_TIMES; time++) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      extraHTTPHeaders: { 'x-api-key': ADMIN_KEY },
    });
    const page = await context.newPage();
    await page.goto(url);
    // Scripts have run by then: keys, filters and details work.
    times.push(await page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"));
    height = await page.evaluate("document.querySelector('#findings').getBoundingClientRect().bottom");
    findings = await page.locator('.finding').count();
    await context.close();
  }
  return [
    figure('report in Chromium: usable after (goal 1,000 ms), p50', quantile(times, 0.5), 'ms'),
    figure(`  end of ${findings} findings, from the top (goal 2,000 px)`, Math.round(height), 'px'),
  ];
}

/**
 * On half of the endpoints the cases form an unchanged part and nine sets of differences; on one more, each case
 * differs in one of further fields.
 */
function orders(): OrderCase[] {
  return Array.from({ length: CASES }, (_, id) => {
    const endpoint = id % ENDPOINTS;
    const variant = Math.floor(id / ENDPOINTS) % 10;
    const further = [furtherField(Math.floor(id / ENDPOINTS) % FURTHER_FINDINGS)];
    const nested = endpoint % 2 === 0 ? CHANGEABLE.slice(0, variant) : [];
    return { appId: 'shop', id, endpoint, changed: endpoint === 1 ? further : nested };
  });
}
