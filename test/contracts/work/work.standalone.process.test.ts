import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { threadId } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WorkPool, type WorkPoolOptions, workPool } from '../../../functions/platform/standalone/work-pool.ts';
import { MIN_POOLED_BYTES } from '../../../functions/platform/values/job.ts';
import { canLimitProcesses } from '../../proof/nemesis/process-faults.ts';
import { silentLog } from '../silent-log.ts';
import { workContract } from './work.contract.ts';
import { endlessJob, endlessTextJob, greedyJob, growingJob, heapJob, litterJob, whereJob } from './work-jobs.ts';

const LARGE = { bytes: MIN_POOLED_BYTES };
const file = join(import.meta.dirname, 'work-thread.ts');
const open = (options: Partial<Omit<WorkPoolOptions, 'file' | 'log'>> = {}) =>
  workPool({ file, log: silentLog, threads: 1, ...options });

const some = () => ({ bytes: new Uint8Array(3).fill(1), names: [] });

/** An endless job, and a promise that resolves when it runs. */
function endless(pool: WorkPool, signal?: AbortSignal) {
  const flag = new Int32Array(new SharedArrayBuffer(8));
  const done = pool.run(endlessJob, () => ({ flag }), { ...LARGE, ...(signal && { signal }) });
  const { value } = Atomics.waitAsync(flag, 0, 0);
  return { done, running: Promise.resolve(value).then(() => undefined) };
}

describe('the Work port over a pool of threads', () => {
  let pool: WorkPool;
  beforeAll(() => {
    pool = open();
  });
  afterAll(() => pool.close());

  workContract(() => pool);

  test('runs jobs of less than 64 KB in the thread of the caller, and others in the pool', async () => {
    const small = await pool.run(whereJob, some, { bytes: MIN_POOLED_BYTES - 1 });
    const large = await pool.run(whereJob, some, LARGE);
    expect(small.ok && small.value.threadId).toBe(threadId);
    expect(large.ok && large.value.threadId).not.toBe(threadId);
  });

  test('moves bytes, and copies a part of a buffer', async () => {
    const whole = new Uint8Array(3).fill(1);
    const part = new Uint8Array(9).fill(1).subarray(3, 6);
    const moved = await pool.run(whereJob, () => ({ bytes: whole, names: [] }), LARGE);
    const copied = await pool.run(whereJob, () => ({ bytes: part, names: [] }), LARGE);
    expect([moved.ok && moved.value.sum, whole.byteLength]).toEqual([3, 0]);
    expect([copied.ok && copied.value.sum, part.byteLength]).toEqual([3, 3]);
  });

  test('runs urgent jobs first, but does not starve others', async () => {
    const order: string[] = [];
    const named = (name: string, urgent: boolean) =>
      pool.run(
        whereJob,
        () => {
          order.push(name);
          return some();
        },
        { ...LARGE, urgent },
      );
    const pages = ['page 1', 'page 2', 'page 3'];
    await Promise.all([named('first', false), named('replay', false), ...pages.map((name) => named(name, true))]);
    expect(order).toEqual(['first', 'page 1', 'page 2', 'replay', 'page 3']);
  });
});

describe('the budget of a job', () => {
  test('ends a job that takes too long, and lets the next one run', async () => {
    const pool = open({ maxJobMs: 500 });
    try {
      expect(await endless(pool).done).toMatchObject({ ok: false, code: 'OVER_TIME' });
    } finally {
      await pool.close();
    }
  });

  test.for([
    ['gradually', greedyJob],
    ['at once', growingJob],
  ] as const)('fails only the job if its thread runs out of memory %s', async ([, memoryJob]) => {
    const pool = open({ maxHeapMb: 64 });
    try {
      const greedy = pool.run(memoryJob, () => ({}), LARGE);
      const next = pool.run(whereJob, some, LARGE);
      expect(await greedy).toMatchObject({ ok: false, code: 'OVER_MEMORY' });
      expect(await next).toMatchObject({ ok: true, value: { sum: 3 } });
    } finally {
      await pool.close();
    }
  });

  test('fails only the job if it makes a text above the maximum of the engine', async () => {
    const pool = open();
    try {
      expect(await pool.run(endlessTextJob, () => ({}), LARGE)).toMatchObject({ ok: false, code: 'OVER_MEMORY' });
    } finally {
      await pool.close();
    }
  });
});

describe('a thread without work', () => {
  /** A pool whose threads soon rest, and how to wait until one does. */
  function resting(availableMb: number) {
    const looked = Promise.withResolvers<void>();
    const availableBytes = () => {
      looked.resolve();
      return availableMb * 1024 * 1024;
    };
    return { pool: open({ idleMs: 20, availableBytes }), rested: looked.promise };
  }

  test('frees the memory of its jobs, and takes the next one', async () => {
    const { pool, rested } = resting(1024);
    try {
      await pool.run(litterJob, () => ({ mb: 60 }), LARGE);
      const before = await pool.run(heapJob, () => ({}), LARGE);
      await rested;
      const after = await pool.run(heapJob, () => ({}), LARGE);
      expect(before.ok && before.value.usedMb).toBeGreaterThan(40);
      expect(after.ok && after.value.usedMb).toBeLessThan(30);
      expect(after.ok && after.value.threadId).toBe(before.ok && before.value.threadId);
    } finally {
      await pool.close();
    }
  });

  test('ends if memory is short', async () => {
    const { pool, rested } = resting(255);
    try {
      const before = await pool.run(heapJob, () => ({}), LARGE);
      await rested;
      const after = await pool.run(heapJob, () => ({}), LARGE);
      expect(after.ok && after.value.threadId).not.toBe(before.ok && before.value.threadId);
    } finally {
      await pool.close();
    }
  });

  test('is started once before the first job, by a request that leads to one', async () => {
    const started: unknown[] = [];
    const first = Promise.withResolvers<void>();
    const channel = new BroadcastChannel('test.work-thread');
    channel.onmessage = ({ data }) => {
      started.push(data);
      first.resolve();
    };
    const pool = open();
    try {
      pool.prepare();
      await first.promise;
      pool.prepare();
      const found = await pool.run(heapJob, () => ({}), LARGE);
      expect(started).toEqual([found.ok && found.value.threadId]);
    } finally {
      channel.close();
      await pool.close();
    }
  });
});

describe('the pool when jobs are aborted', () => {
  test('ends the job of a caller that aborts, and runs the next one', async () => {
    const pool = open();
    try {
      const caller = new AbortController();
      const { done, running } = endless(pool, caller.signal);
      const next = pool.run(whereJob, some, LARGE);
      await running;
      caller.abort(new Error('given up'));
      await expect(done).rejects.toThrow('given up');
      expect(await next).toMatchObject({ ok: true });
    } finally {
      await pool.close();
    }
  });

  test('removes the waiting job of a caller that aborts', async () => {
    const pool = open();
    try {
      const [first, second] = [new AbortController(), new AbortController()];
      const running = endless(pool, first.signal);
      const waiting = endless(pool, second.signal);
      await running.running;
      second.abort(new Error('given up'));
      await expect(waiting.done).rejects.toThrow('given up');
      first.abort(new Error('over'));
      await expect(running.done).rejects.toThrow('over');
      expect(await pool.run(whereJob, some, LARGE)).toMatchObject({ ok: true });
    } finally {
      await pool.close();
    }
  });

  test('ends running and waiting jobs when it closes', async () => {
    const pool = open();
    const { done, running } = endless(pool);
    const waiting = pool.run(whereJob, some, LARGE);
    await running;
    const ends = Promise.allSettled([done, waiting]);
    await pool.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run(whereJob, some, LARGE)).rejects.toThrow('closed');
  });
});

test.skipIf(!canLimitProcesses)('a later job starts a thread that could not start before', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'starved-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('failed');
  execFileSync('prlimit', ['--pid', String(child.pid), '--nofile=4096:']);
  expect((await lines.next()).value).toBe('ran');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
