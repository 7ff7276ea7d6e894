import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { freePort } from '../test/support/free-port.ts';
import { call, startProcess, temporaryDataDir } from '../test/support/running-service.ts';
import { figure } from './support/figure.ts';
import { median, quantile } from './support/measure/quantile.ts';
import { MOCK_CALLS, mockCall, mockResponse } from './support/mocks/mock-calls.ts';
import { storeCases } from './support/mocks/stored-cases.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask } from './support/start-service.ts';

const CONNECTIONS = 32;
/** Stored recordings of the two services; `BENCH_RECORDINGS` is the larger number. */
const FEW = 1000;
const MANY = Number(process.env.BENCH_RECORDINGS ?? 1_000_000);
/** Calls that each connection asks for in a round. */
const PER_ROUND = 400;
const ROUNDS = 3;
const BATCH = 20;
/** Prime to the number of calls, so that its multiples visit each of them once. */
const STEP = 997;

/** USER_HZ of Linux. */
const MS_PER_TICK = 10;

const [load = ''] = readFileSync('/proc/loadavg', 'utf8').split(' ');

/**
 * `npm run bench:mocks`: downstream calls of 32 replays under way, each asked over a connection of its own and answered
 * once, durably; beside exact matching in memory in plain Node.
 */
await runBench(
  `matching: ${CONNECTIONS} connections, ${ROUNDS} rounds of ${CONNECTIONS * PER_ROUND} calls`,
  async (running) => {
    // The replays of the first wait for those of the second, no longer than their timeout.
    const many = await openReplays(running, MANY);
    const few = await openReplays(running, FEW);
    const plain = await startScript(running, 'mocks/exact-mock-server.ts');
    const exact = { url: plain, key: '', pid: null, replayIds: few.replayIds };
    const rounds = { few: [] as Round[], many: [] as Round[], exact: [] as Round[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const taken = {
        few: await asked(few, round),
        many: await asked(many, round),
        exact: await asked(exact, round),
      };
      // The first compiles.
      if (round > 0) for (const name of ['few', 'many', 'exact'] as const) rounds[name].push(taken[name]);
    }
    const batches = await askedInBatches(few);
    const perSecond = (name: keyof typeof rounds) => median(rounds[name].map((round) => round.perSecond));
    const p99 = (name: keyof typeof rounds) => median(rounds[name].map((round) => round.p99));
    return [
      figure(`matches, ${FEW} stored recordings`, perSecond('few'), 'a second (goal 5,000)'),
      figure('p99', p99('few'), 'ms (goal 10)'),
      figure(`matches, ${MANY} stored recordings`, perSecond('many'), 'a second (goal 5,000)'),
      figure('p99', p99('many'), 'ms (goal 10)'),
      figure('ratio of the two', perSecond('few') / perSecond('many'), '(goal 1.3)'),
      figure('processor time of the service', 1000 * median(rounds.few.map((round) => round.cpuMs)), 'µs a match'),
      figure(`in batches of ${BATCH}`, batches, 'a second'),
      figure('exact matching in memory, plain Node', perSecond('exact'), 'a second'),
      figure('p99', p99('exact'), 'ms'),
      figure('ratio to it', perSecond('few') / perSecond('exact'), ''),
      figure('load of the machine before', Number(load), ''),
    ];
  },
  { timeoutMs: 1_200_000 },
);

interface Asked {
  url: string;
  key: string;
  /** Null: not measured. */
  pid: number | null;
  /** One a connection. */
  replayIds: readonly string[];
}

interface Round {
  perSecond: number;
  p99: number;
  /** Processor time of the service for one match. */
  cpuMs: number;
}

/** Each connection asks for calls of its own replay, in an order of its own. */
async function asked({ url, key, pid, replayIds }: Asked, round: number): Promise<Round> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const latencies: number[] = [];
  const cpuBefore = pid === null ? 0 : cpuMs(pid);
  const start = performance.now();
  await Promise.all(
    replayIds.map(async (replayId, connection) => {
      for (let at = 0; at < PER_ROUND; at++) {
        const n = numberOf(round * PER_ROUND + at, connection);
        const body = JSON.stringify({ replayId, call: mockCall(n) });
        const sent = performance.now();
        const answer = await pool.request({ method: 'POST', path: '/api/recorder/mocks/match', headers, body });
        const text = await answer.body.text();
        latencies.push(performance.now() - sent);
        if (!text.includes(`"reservation\\":${n},`)) throw new Error('a call was not answered by its recording');
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const cpu = pid === null ? 0 : cpuMs(pid) - cpuBefore;
  await pool.close();
  return { perSecond: latencies.length / seconds, p99: quantile(latencies, 0.99), cpuMs: cpu / latencies.length };
}

/** The calls that are left, a batch a request; how many a second. */
async function askedInBatches({ url, key, replayIds }: Asked): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const first = (ROUNDS + 1) * PER_ROUND;
  const start = performance.now();
  await Promise.all(
    replayIds.map(async (replayId, connection) => {
      for (let at = first; at < MOCK_CALLS; at += BATCH) {
        const items = Array.from({ length: BATCH }, (_, one) => ({
          replayId,
          call: mockCall(numberOf(at + one, connection)),
        }));
        const body = JSON.stringify({ items });
        const answer = await pool.request({ method: 'POST', path: '/api/recorder/mocks/match-batch', headers, body });
        const text = await answer.body.text();
        if (text.split('"strategy":"exact"').length !== BATCH + 1) throw new Error('a call was not answered');
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return (CONNECTIONS * (MOCK_CALLS - first)) / seconds;
}

/** Which call a connection asks for at a place of its order, each once. */
function numberOf(at: number, connection: number): number {
  return (at * STEP + connection * 61) % MOCK_CALLS;
}

/** A service with stored recordings and 32 replays under way, whose target does not answer. */
async function openReplays(running: AsyncDisposableStack, recordings: number): Promise<Asked> {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  await storeCases(dataDir, recordings);
  const env = { SVC_TRIGGERS_PER_SECOND: '1000', SVC_STORED_MIB_PER_DAY: '100000', SVC_LOG_LEVEL: 'WARN' };
  const service = await startProcess({ dataDir, port: await freePort(), env });
  running.defer(() => service.kill());
  const target = await heldTarget(running);

  const appId = 'checkout';
  const recordedAt = new Date();
  for (let at = 0; at < CONNECTIONS; at++) {
    const calls = Array.from({ length: MOCK_CALLS }, (_, n) => ({ ...mockCall(n), response: mockResponse(n) }));
    const one = { caseId: `case-${at}`, appId, recordedAt, request: { method: 'GET', path: `/${at}` }, calls };
    await ask(service.url, 'POST', '/api/recorder/cases', [one]);
  }
  const replay = { concurrency: CONNECTIONS, maxQps: 10_000, timeoutMs: 300_000 };
  await ask(service.url, 'PUT', `/api/apps/${appId}/settings`, { replay });
  const { body } = await call(service.url, 'POST', '/api/api-keys', { name: 'agent', scopes: ['agent'] });
  await ask(service.url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url });
  while (target.held.size < CONNECTIONS) await sleep(20);
  await quiet(service.pid);
  return { url: service.url, key: body.body.key, pid: service.pid, replayIds: [...target.held.keys()] };
}

/** A target that answers when the bench ends. */
async function heldTarget(running: AsyncDisposableStack) {
  const held = new Map<string, ServerResponse>();
  const server = createServer((request, response) => held.set(String(request.headers['x-replay-id']), response));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  running.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, held };
}

/** Waits until a process does nothing: at its start, a service checks its file. */
async function quiet(pid: number): Promise<void> {
  for (let before = -1, now = cpuMs(pid); now - before > 30; now = cpuMs(pid)) {
    before = now;
    await sleep(500);
  }
}

/** Processor time of a process so far. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
}
