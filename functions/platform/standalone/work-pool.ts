import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { accept, type Result, refuse } from '../result.ts';
import { type Job, MIN_POOLED_BYTES } from '../values/job.ts';
import { workInPlace } from '../work-in-place.ts';
import type { Log, Work } from '../world.ts';
import { heapGuard } from './heap-guard.ts';
import { ownBuffers } from './own-buffers.ts';
import { IDLE_MS, poolThreads } from './work/pool-threads.ts';
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
  /** Default: IDLE_MS. */
  idleMs?: number;
  /** Bytes that the process may still take. Default: what the system and its limits say. */
  availableBytes?: () => number;
}

/** The Work port over a pool of threads. */
export interface WorkPool extends Work {
  /** How many large jobs wait for a thread. */
  waiting(): number;
  /** Ends jobs that run or wait: they reject. */
  close(): Promise<void>;
}

/** Time of one job, without what it waited for its turn. */
const MAX_JOB_MS = 30_000;
/** Heap of one job; its byte arrays come on top and are bounded by the sizes of bodies. */
const MAX_HEAP_MB = 448;
/** Bytes of all running jobs: an answer of 16 MB with its recording runs alone, whatever the number of cores. */
const MAX_RUNNING_BYTES = 32 * 1024 * 1024;
const MIB = 1024 * 1024;
/**
 * A thread ends after a job of this size, and another one starts: V8 and malloc give its memory back only then. Two
 * answers of 3 MiB of which every byte is escaped are not such a job, as their page is opened again and again.
 */
const MIN_FINAL_BYTES = 13 * MIB;
/** Opens the pool; its threads start with the first job that needs one, the first one also by `prepare`. */
export function workPool({
  file,
  log,
  threads = Math.max(1, availableParallelism() - 1),
  maxJobMs = MAX_JOB_MS,
  maxHeapMb = MAX_HEAP_MB,
  idleMs = IDLE_MS,
  availableBytes = () => process.availableMemory(),
}: WorkPoolOptions): WorkPool {
  const queue = workQueue({ threads, maxRunningBytes: MAX_RUNNING_BYTES });
  const closing = new AbortController();
  const slots = poolThreads({ file, log, threads, idleMs, availableBytes, closing: closing.signal });

  return {
    async run(job, input, options) {
      const { bytes, urgent: isUrgent = false } = options;
      if (bytes < MIN_POOLED_BYTES) return workInPlace.run(job, input, options);
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      const ended = await queue.turn({ bytes, isUrgent, signal });
      const slot = slots.take();
      try {
        const given = await input();
        const pool = await slots.threadOf(slot);
        try {
          return await runOn(pool, job, given, { bytes, signal, maxJobMs, maxHeapMb, log });
        } finally {
          if (bytes >= MIN_FINAL_BYTES) await slots.replace(slot);
        }
      } finally {
        slots.giveBack(slot);
        ended();
      }
    },

    hasThreads: true,
    waiting: queue.waiting,
    prepare: slots.prepare,

    close() {
      closing.abort(new Error('the pool is closed'));
      return slots.end();
    },
  };
}

interface RunLimits extends Required<Pick<WorkPoolOptions, 'maxJobMs' | 'maxHeapMb' | 'log'>> {
  bytes: number;
  signal: AbortSignal;
}

/** Runs a job on a thread; refuses one that takes too long or too much memory. */
async function runOn<Input, Output>(
  pool: Piscina,
  job: Job<Input, Output>,
  input: Input,
  { bytes, signal, maxJobMs, maxHeapMb, log }: RunLimits,
): Promise<Result<Output, 'OVER_TIME' | 'OVER_MEMORY'>> {
  const { message, buffers } = ownBuffers(input);
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
  }
}

/** A thread that reached its limit of memory, or a text, array or stack that would have been too large for it. */
const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof RangeError ||
  (fault instanceof Error &&
    'code' in fault &&
    (fault.code === 'ERR_WORKER_OUT_OF_MEMORY' || fault.code === 'ERR_STRING_TOO_LONG'));
