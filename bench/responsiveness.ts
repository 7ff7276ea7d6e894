import { gzipSync } from 'node:zlib';
import { type Figure, figure } from './support/figure.ts';
import { guest } from './support/guest.ts';
import { LARGE_BODIES } from './support/large-bodies.ts';
import { peakResidentMiB } from './support/measure/process-use.ts';
import { quantile } from './support/measure/quantile.ts';
import { probe } from './support/probe.ts';
import type { Probed } from './support/prober.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { poll, timedReplay, trigger } from './support/timed-replay.ts';

const CASES = 6;
const RECORDED_BYTES = 5_000_000;
/** As base64 it fits the 6 MiB of one intake; the others are recorded compressed. */
const RECORDED_BINARY_BYTES = 4_400_000;
const ANSWERED_BYTES = 16_000_000;
const GUESTS = 10;
const TIMEOUT_MS = 900_000;
const SHAPES = Object.keys(LARGE_BODIES);

/**
 * `npm run bench:responsiveness`: replays cases of every costly shape at once while guests open pages of such cases,
 * and measures how long /healthz and the poll of the run take in the meantime.
 */
await runBench(
  `${CASES} cases of 5 MB recorded and 16 MB answered in each of ${SHAPES.length} shapes, ${GUESTS} guests`,
  async (running) => {
    const target = await startScript(running, 'large-target.ts', [String(ANSWERED_BYTES)]);
    const service = await startService(running, { SVC_LOG_LEVEL: 'WARN' });
    const { url } = service;
    for (const appId of ['large', 'pair']) {
      await ask(url, 'PUT', `/api/apps/${appId}/settings`, { replay: { maxQps: 1000, concurrency: 50 } });
    }
    for (const shape of SHAPES) {
      for (let n = 0; n < CASES; n++) await ask(url, 'POST', '/api/recorder/cases', recorded('large', shape, n));
    }
    await ask(url, 'POST', '/api/recorder/cases', recorded('pair', 'xml', 0));
    const pair = await timedReplay(url, 'pair', target);

    const planId = await trigger(url, 'large', target);
    const probing = await probe(running, [`${url}/healthz`, `${url}/openapi/v1/replay-runs/${planId}`]);
    const start = performance.now();
    let isOver = false;
    const guests = Array.from({ length: GUESTS }, async (_, index) => {
      const open = guest(url);
      const opened: { status: number; ms: number }[] = [];
      for (let n = index; !isOver; n++) {
        const path = `/report/${planId}/cases/${n % (CASES * SHAPES.length)}`;
        opened.push(
          await open(
            n % 5 === 4 ? `/console/cases/${caseId('large', SHAPES[n % SHAPES.length] ?? '', n % CASES)}` : path,
          ),
        );
      }
      return opened;
    });
    let run = await poll(url, planId);
    while (run.status !== 'COMPLETED') {
      if (performance.now() - start > TIMEOUT_MS) throw new Error('the replay did not complete');
      await new Promise((resolve) => setTimeout(resolve, 500));
      run = await poll(url, planId);
    }
    const seconds = (performance.now() - start) / 1000;
    isOver = true;
    const pages = (await Promise.all(guests)).flat();
    const [health, polls] = await probing.stop();
    const times = pages.map(({ ms }) => ms);
    return [
      figure('replay', seconds, 's'),
      figure('  cases, failed cases', run.totalCases ?? 0, `, ${run.failedCases}`),
      ...timesOf('/healthz', health),
      ...timesOf('poll of the run', polls),
      figure('pages of guests', pages.length, ''),
      figure('  other than 200', pages.filter(({ status }) => status !== 200).length, ''),
      figure('  p50', quantile(times, 0.5), 'ms'),
      figure('  max', Math.max(...times), 'ms'),
      figure('an XML pair: sent, compared, stored', pair.sentSeconds, 's'),
      figure('peak memory of the service', peakResidentMiB(service.pid), 'MiB'),
    ];
  },
  { timeoutMs: TIMEOUT_MS + 120_000 },
);

function timesOf(name: string, { times, failures }: Probed = { times: [], failures: 0 }): Figure[] {
  return [
    figure(name, times.length, 'requests'),
    figure('  failed or reset', failures, ''),
    figure('  p50', quantile(times, 0.5), 'ms'),
    figure('  p99', quantile(times, 0.99), 'ms'),
    figure('  max', Math.max(...times), 'ms'),
  ];
}

function caseId(appId: string, shape: string, n: number): string {
  return `${appId}-${shape}-${n}`;
}

function recorded(appId: string, shape: string, n: number) {
  const { type, make } = LARGE_BODIES[shape] ?? { type: '', make: () => Buffer.alloc(0) };
  const isBinary = shape === 'binary';
  const body = make(isBinary ? RECORDED_BINARY_BYTES : RECORDED_BYTES, 1);
  const headers = [['content-type', type], ...(isBinary ? [] : [['content-encoding', 'gzip']])];
  return {
    appId,
    caseId: caseId(appId, shape, n),
    request: { method: 'GET', path: `/${shape}/${n}` },
    response: {
      status: 200,
      headers,
      body: (isBinary ? body : gzipSync(body)).toString('base64'),
      bodyEncoding: 'base64',
    },
  };
}
