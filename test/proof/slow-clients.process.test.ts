import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peakResidentMiB } from '../../bench/support/measure/process-use.ts';
import { quantile } from '../../bench/support/measure/quantile.ts';
import { freePort } from '../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { measured } from './measured.ts';
import { PROOF_SIZES } from './proof-sizes.ts';

const { heads, bodies, idle, probes } = PROOF_SIZES.slowClients;
/** Descriptors besides those of the slow clients. */
const OTHER_DESCRIPTORS = 500;
/** Connections that are opened at a time; the backlog of a listening socket has 511 places. */
const OPENED_TOGETHER = 100;
/** Interval of a drip, ms. */
const DRIP_MS = 500;

const descriptors =
  Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout) || Number.POSITIVE_INFINITY;
const isAllowed = descriptors >= Math.max(heads, bodies, idle) + OTHER_DESCRIPTORS;
if (!isAllowed) process.stdout.write(`slow clients are not tested: ulimit -n is ${descriptors}\n`);

let service: RunningService;
const { dataDir, remove } = temporaryDataDir();
beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'WARN' } });
});
afterAll(async () => {
  await service.stop();
  remove();
});

/** Opens sockets that send `first`, and `drip` again and again; the service may close them. */
async function openSlow(count: number, first: string, drip: string) {
  const { hostname, port } = new URL(service.url);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(OPENED_TOGETHER, count - sockets.length) }, () =>
      connect(Number(port), hostname).on('error', () => {}),
    );
    await Promise.all(some.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    for (const socket of some) if (first !== '') socket.write(first);
    sockets.push(...some);
  }
  const dripping = setInterval(() => {
    if (drip !== '') for (const socket of sockets) if (socket.writable) socket.write(drip);
  }, DRIP_MS);
  return {
    open: () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length,
    close() {
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Durations of healthy requests, ms; each must be answered. */
async function probed(): Promise<number[]> {
  const durations: number[] = [];
  for (let probe = 0; probe < probes; probe++) {
    const began = performance.now();
    const answer = await fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(30_000) });
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    durations.push(performance.now() - began);
  }
  return durations;
}

describe.skipIf(!isAllowed)('clients that never finish', () => {
  test.for<[string, number, string, string]>([
    ['headers that never end', heads, 'GET /api/replays HTTP/1.1\r\nhost: 127.0.0.1\r\n', 'x-slow: 1\r\n'],
    [
      'bodies that never end',
      bodies,
      'POST /openapi/v1/replay-triggers HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{',
      ' ',
    ],
    ['connections without a request', idle, '', ''],
  ])(
    'do not keep the service from answering others: %s',
    { timeout: 300_000 },
    async ([name, count, first, drip], context) => {
      const slow = await openSlow(count, first, drip);
      const held = slow.open();
      const durations = await probed();
      measured(context, `${name}: open at the beginning`, held);
      measured(context, `${name}: /healthz p99`, quantile(durations, 0.99), 'ms');
      measured(context, `${name}: /healthz maximum`, Math.max(...durations), 'ms');
      measured(context, `${name}: peak memory of the service`, peakResidentMiB(service.pid), 'MiB');
      const read = await call(service.url, 'GET', '/api/replays');
      expect([read.status, read.body.items]).toEqual([200, []]);
      slow.close();
      expect((await call(service.url, 'GET', '/healthz')).status).toBe(200);
    },
  );
});
