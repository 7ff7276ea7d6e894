import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { figure } from './support/figure.ts';
import { peakResidentMiB, processorMsOf } from './support/measure/process-use.ts';
import { ordersOf } from './support/orders.ts';
import { recordOrders } from './support/record-orders.ts';
import { runBench } from './support/run-bench.ts';
import { startScript } from './support/start-script.ts';
import { ask, startService } from './support/start-service.ts';
import { timedReplay } from './support/timed-replay.ts';

const SMALL = 10_000;
const LARGE = Number(process.env.BENCH_CASES ?? 100_000);
const ENDPOINTS = 20;
const CONNECTIONS = 20;
/** Cases that are made at a time. */
const PART = 10_000;
const TIMEOUT_MS = 15 * 60_000;

/**
 * `npm run bench:large-run`: a run of 100,000 cases beside one of 10,000: time from the trigger to the end, memory,
 * bytes of a result of an unchanged case, and bytes that reach the disk for a case. The data lie in the directory for
 * temporary files: let TMPDIR name one on a disk.
 */
await runBench(
  `runs of ${SMALL} and ${LARGE} cases of 2 KB`,
  async (running) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-large-run-'));
    running.defer(() => rm(dataDir, { recursive: true, force: true }));
    const target = await startScript(running, 'order-target.ts');
    const { url, pid } = await startService(running, { SVC_DATA_DIR: dataDir, SVC_CASE_COUNT_LIMIT: String(LARGE) });

    /** Records and replays cases of one application. */
    async function measured(appId: string, cases: number) {
      await ask(url, 'PUT', `/api/apps/${appId}/settings`, { replay: { maxQps: 10_000, concurrency: CONNECTIONS } });
      const before = writtenBytes(pid);
      for (let at = 0; at < cases; at += PART)
        await recordOrders(url, ordersOf(appId, cases, ENDPOINTS).slice(at, at + PART));
      const recorded = writtenBytes(pid);
      const [start, used] = [performance.now(), processorMsOf(pid)];
      const { planId, run } = await timedReplay(url, appId, target, {}, { pollMs: 250, timeoutMs: TIMEOUT_MS });
      if (run.totalCases !== cases || run.failedCases !== 0) throw new Error('the replay found what is not there');
      return {
        seconds: (performance.now() - start) / 1000,
        processorMs: (processorMsOf(pid) - used) / cases,
        ofRecording: (recorded - before) / cases,
        ofReplay: (writtenBytes(pid) - recorded) / cases,
        ofResult: keptBytes(dataDir, planId) / cases,
      };
    }

    await measured('warm', SMALL);
    const small = await measured('small', SMALL);
    const large = await measured('large', LARGE);
    return [
      figure(`${SMALL} cases, from the trigger to the end`, small.seconds, 's'),
      figure(`${LARGE} cases`, large.seconds, 's'),
      figure('for a case, ratio', large.seconds / LARGE / (small.seconds / SMALL), ''),
      figure('processor time of the service for a case', large.processorMs, 'ms'),
      figure('for a case, ratio', large.processorMs / small.processorMs, ''),
      figure('peak memory of the service', peakResidentMiB(pid), 'MiB'),
      figure('a result of an unchanged case', large.ofResult, 'B'),
      figure('written to the disk for a case recorded', large.ofRecording, 'B'),
      figure('written to the disk for a case replayed', large.ofReplay, 'B'),
    ];
  },
  { timeoutMs: TIMEOUT_MS },
);

/** Bytes that a process has caused to be written to a disk; Linux counts none for files in memory (proc(5)). */
function writtenBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** Bytes of the rows of a run's results: keys, attributes and data. */
function keptBytes(dataDir: string, planId: string): number {
  using database = new DatabaseSync(join(dataDir, 'service.sqlite'), { readOnly: true });
  const row = database
    .prepare(
      `SELECT sum(length(pk) + length(sk) + length(attributes) + length(data)) AS bytes FROM items
       WHERE pk LIKE 'T#default#RESULTS#' || ? || '#%'`,
    )
    .get(planId);
  return Number(row?.bytes);
}
