import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { faultFacts } from '../fault-facts.ts';
import { accept, refuse } from '../result.ts';
import { MIN_POOLED_BYTES } from '../values/job.ts';
import { workInPlace } from '../work-in-place.ts';
import type { Log, Work } from '../world.ts';
import { heapGuard } from './heap-guard.ts';
import { ownBuffers } from './own-buffers.ts';
import { workQueue } from './work-queue.ts';

export interface WorkPoolOptions {
  /** The file whose default export is `threadOf` its jobs. */
  file: string;
  log: Log;
  /** Default: all cores but one, at least 1. */
  threads?: number;
  /** Default: MAX_JOB_MS. */
  maxJobMs?: number;
  /** Default: MAX_HEAP_MB. */
  maxHeapMb?: number;
}

/** The Work port over a pool of threads. */
export interface WorkPool extends Work {
  /** Ends jobs that run or wait: they reject. */
  close(): Promise<void>;
}

/** Time of one job, without what it waited for its turn. */
const MAX_JOB_MS = 30_000;
/** Heap of one job; its byte arrays come on top and are bounded by the sizes of bodies. */
const MAX_HEAP_MB = 448;
/** Heap at which V8 ends the thread, or the process (heap-guard.ts): beyond what one allocation of a job adds. */
const HARD_HEAP_MB = 1024;
/** Young objects of one thread: most die at once, and a small space would copy them all the same. */
const MAX_YOUNG_MB = 48;
/** Bytes of all running jobs: an answer of 16 MB with its recording runs alone, whatever the number of cores. */
const MAX_RUNNING_BYTES = 32 * 1024 * 1024;
const MIB = 1024 * 1024;
/** A thread without work ends after this long, and its memory is free again. */
const IDLE_MS = 10_000;
/** A thread ends after a job of this size, because V8 and malloc give its memory back only then. */
const MIN_FINAL_BYTES = 8 * MIB;
/** Threads leave the processor to the one that serves requests. */
const NICE = 5;

/** Opens the pool; its threads start with the first job that needs one. */
export function workPool({
  file,
  log,
  threads = Math.max(1, availableParallelism() - 1),
  maxJobMs = MAX_JOB_MS,
  maxHeapMb = MAX_HEAP_MB,
}: WorkPoolOptions): WorkPool {
  const queue = workQueue({ threads, maxRunningBytes: MAX_RUNNING_BYTES });
  const closing = new AbortController();
  /** Each of one thread, so that the thread of a job is known. The one that was used last is used next. */
  const free: { pool: Promise<Piscina> | null }[] = Array.from({ length: threads }, () => ({ pool: null }));
  const all = [...free];

  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: file,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: HARD_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
    pool.on('error', (fault: unknown) => log.error('a thread of the pool failed', faultFacts(fault)));
    return pool;
  }

  return {
    async run(job, input, options) {
      const { bytes, urgent: isUrgent = false } = options;
      if (bytes < MIN_POOLED_BYTES) return workInPlace.run(job, input, options);
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      const ended = await queue.turn({ bytes, isUrgent, signal });
      const thread = free.pop();
      if (thread === undefined) throw new Error('the queue admits more jobs than there are threads');
      try {
        const { message, buffers } = ownBuffers(await input());
        thread.pool ??= open();
        const pool = await thread.pool;
        const overTime = AbortSignal.timeout(maxJobMs);
        const guard = heapGuard(() => pool.threads[0], maxHeapMb * MIB);
        try {
          return accept(
            await pool.run(
              { name: job.name, input: message },
              { transferList: buffers, signal: AbortSignal.any([signal, overTime, guard.exceeded]) },
            ),
          );
        } catch (fault) {
          signal.throwIfAborted();
          const isOverMemory = guard.exceeded.aborted || isOutOfMemory(fault);
          const code = overTime.aborted ? 'OVER_TIME' : isOverMemory ? 'OVER_MEMORY' : null;
          if (code === null) throw fault;
          log.warn('a job exceeded its budget', { job: job.name, bytes, code });
          return refuse(code, code === 'OVER_TIME' ? 'it took too long' : 'it took too much memory');
        } finally {
          guard.stop();
          if (bytes >= MIN_FINAL_BYTES) {
            thread.pool = null;
            await pool.destroy();
          }
        }
      } finally {
        free.push(thread);
        ended();
      }
    },

    async close() {
      closing.abort(new Error('the pool is closed'));
      await Promise.all(all.map(async ({ pool }) => (await pool)?.destroy()));
    },
  };
}

/** A thread that reached its limit of memory, or a text, array or stack that would have been too large for it. */
const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof RangeError ||
  (fault instanceof Error &&
    'code' in fault &&
    (fault.code === 'ERR_WORKER_OUT_OF_MEMORY' || fault.code === 'ERR_STRING_TOO_LONG'));
