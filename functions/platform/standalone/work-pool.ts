import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { faultFacts } from '../fault-facts.ts';
import { accept, refuse } from '../result.ts';
import { MIN_POOLED_BYTES } from '../values/job.ts';
import { workInPlace } from '../work-in-place.ts';
import type { Log, Work } from '../world.ts';
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
/** Heap of one thread; its byte arrays come on top and are bounded by the sizes of bodies. */
const MAX_HEAP_MB = 320;
/** Young objects of one thread: most die at once, and a small space would copy them all the same. */
const MAX_YOUNG_MB = 48;
/** Bytes of all running jobs: an answer of 16 MB with its recording runs alone, whatever the number of cores. */
const MAX_RUNNING_BYTES = 32 * 1024 * 1024;
/** A thread without work ends after this long, and its memory is free again. */
const IDLE_MS = 10_000;
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
  let opened: Promise<Piscina> | null = null;

  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: file,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
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
      try {
        const { message, buffers } = ownBuffers(await input());
        opened ??= open();
        const overTime = AbortSignal.timeout(maxJobMs);
        try {
          const pool = await opened;
          return accept(
            await pool.run(
              { name: job.name, input: message },
              { transferList: buffers, signal: AbortSignal.any([signal, overTime]) },
            ),
          );
        } catch (fault) {
          signal.throwIfAborted();
          const code = overTime.aborted ? 'OVER_TIME' : isOutOfMemory(fault) ? 'OVER_MEMORY' : null;
          if (code === null) throw fault;
          log.warn('a job used up its budget', { job: job.name, bytes, code });
          return refuse(code, code === 'OVER_TIME' ? 'it took too long' : 'it took too much memory');
        }
      } finally {
        ended();
      }
    },

    async close() {
      closing.abort(new Error('the pool is closed'));
      await (await opened)?.destroy();
    },
  };
}

/** A thread that reached its limit of memory, or a text, array or stack that would have been too large for it. */
const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof RangeError ||
  (fault instanceof Error &&
    'code' in fault &&
    (fault.code === 'ERR_WORKER_OUT_OF_MEMORY' || fault.code === 'ERR_STRING_TOO_LONG'));
