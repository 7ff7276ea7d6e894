import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Figure, figure } from './support/figure.ts';
import { median } from './support/measure/quantile.ts';
import { runBench } from './support/run-bench.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

const SESSIONS = 20;
const REQUESTS = 20;
const CASES = SESSIONS * REQUESTS;
const CONNECTIONS = 20;
const TIMES = 3;
const APP = 'shop';
/** How long the target takes to answer, ms. */
const LATENCIES = [0, 20] as const;
const ORDERS = ['sessions', 'recorded'] as const;

/**
 * `npm run bench:order`: what the recorded order of a run costs in time, beside the same run with sessions side by
 * side. Requests were recorded one after the other, a fifth of them writes, so that none may overlap in the recorded
 * order.
 */
await runBench(`${CASES} requests of ${SESSIONS} sessions that did not overlap, in two orders`, async (running) => {
  let latencyMs = 0;
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answerOf(request.url ?? ''));
    }, latencyMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has an address of this form.
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = await startService(running, { SVC_LOG_LEVEL: 'WARN' });
  await ask(service.url, 'POST', '/api/recorder/cases', cases());
  await ask(service.url, 'PUT', `/api/apps/${APP}/settings`, {
    replay: { maxQps: 10_000, concurrency: CONNECTIONS },
  });

  const figures: Figure[] = [];
  for (const latency of LATENCIES) {
    latencyMs = latency;
    const seconds: Record<(typeof ORDERS)[number], number[]> = { sessions: [], recorded: [] };
    for (let time = 0; time < TIMES; time++)
      for (const order of ORDERS) {
        const { run, sentSeconds } = await timedReplay(service.url, APP, target, { order });
        if (run.totalCases !== CASES || run.failedCases !== 0) throw new Error('the replay found what is not there');
        seconds[order].push(sentSeconds);
      }
    const [sessions, recorded] = [median(seconds.sessions), median(seconds.recorded)];
    const of = `target of ${latency} ms`;
    figures.push(
      figure(`${of}: sessions side by side`, sessions, 's'),
      figure(`${of}: recorded order`, recorded, 's'),
      figure(`${of}: recorded order, a request`, (recorded / CASES) * 1000, 'ms'),
      figure(`${of}: ratio`, recorded / sessions, ''),
    );
  }
  return figures;
});

function answerOf(url: string): string {
  return JSON.stringify({ path: url });
}

/** Requests in turns of all sessions, one every 10 ms. */
function cases() {
  const begin = Date.now() - 600_000;
  return Array.from({ length: CASES }, (_, at) => {
    const path = `/orders/${at % SESSIONS}/lines`;
    const isWrite = at % 5 === 0;
    return {
      appId: APP,
      session: `s${at % SESSIONS}`,
      recordedAt: new Date(begin + at * 10).toISOString(),
      durationMs: 5,
      request: { method: isWrite ? 'POST' : 'GET', path, headers: [['accept', 'application/json']], body: null },
      response: {
        status: 200,
        headers: [['content-type', 'application/json']],
        body: answerOf(path),
        bodyEncoding: 'utf8',
      },
    };
  });
}
