import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { faultFacts } from '../fault-facts.ts';
import { accept, refuse } from '../result.ts';
import { MIN_POOLED_BYTES } from '../values/job.ts';
import { workInPlace } from '../work-in-place.ts';
import type { Log, Work } from '../world.ts';
import { COLLECT, heapGuard } from './heap-guard.ts';
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
  /** Default: IDLE_MS. */
  idleMs?: number;
  /** Bytes that the process may still take. Default: what the system and its limits say. */
  availableBytes?: () => number;
}

/** The Work port over a pool of threads. */
export interface WorkPool extends Work {
  /** Ends jobs that run or wait: they reject. */
  close(): Promise<void>;
}

/** The place of one thread. */
interface Slot {
  /** Null while there is none. */
  pool: Promise<Piscina> | null;
  /** When it rests. */
  timer: NodeJS.Timeout | undefined;
  /** Jobs that it has had, and how many of them when garbage was last collected. */
  jobs: number;
  collected: number;
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
/** After this long without work one thread gives back what its jobs left and waits; others end. */
const IDLE_MS = 10_000;
/** No thread waits if the process could take less than this. */
const MIN_AVAILABLE_BYTES = 256 * MIB;
/** How often a thread that waits is looked at again, in idle times. */
const IDLE_TIMES = 6;
/**
 * A thread ends after a job of this size, and another one starts: V8 and malloc give its memory back only then. Two
 * answers of 3 MiB of which every byte is escaped are not such a job, as their page is opened again and again.
 */
const MIN_FINAL_BYTES = 13 * MIB;
/** Threads leave the processor to the one that serves requests. */
const NICE = 5;

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
  /** Each of one thread, so that the thread of a job is known. The one that was used last is used next. */
  const free: Slot[] = Array.from({ length: threads }, () => ({ pool: null, timer: undefined, jobs: 0, collected: 0 }));
  const all = [...free];
  /** The thread that waits while there is no work. */
  let waiting: Slot | null = null;

  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: file,
      minThreads: 1,
      maxThreads: 1,
      niceIncrement: NICE,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: HARD_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
    pool.on('error', (fault: unknown) => log.error('a thread of the pool failed', faultFacts(fault)));
    return pool;
  }

  /** A free slot, one with a thread before one without. */
  function takeFree(): Slot {
    const at = free.findLastIndex(({ pool }) => pool !== null);
    const [slot] = free.splice(at, 1);
    if (slot === undefined) throw new Error('the queue admits more jobs than there are threads');
    clearTimeout(slot.timer);
    slot.jobs++;
    return slot;
  }

  function restLater(slot: Slot, after: number): void {
    if (!closing.signal.aborted) slot.timer = setTimeout(() => rest(slot), after).unref();
  }

  /** What becomes of a thread that has had no work for a while: one waits with its compiled code, others end. */
  async function rest(slot: Slot): Promise<void> {
    const { pool, jobs } = slot;
    if (pool === null) return;
    const mayWait = (waiting === null || waiting === slot) && availableBytes() >= MIN_AVAILABLE_BYTES;
    try {
      if (mayWait) {
        waiting = slot;
        if (slot.collected !== jobs) await (await pool).run({ name: COLLECT, input: null });
        slot.collected = jobs;
      } else {
        if (waiting === slot) waiting = null;
        slot.pool = null;
        await (await pool).destroy();
      }
    } catch (fault) {
      if (!closing.signal.aborted) log.error('a thread of the pool failed', faultFacts(fault));
    }
    if (mayWait && slot.jobs === jobs) restLater(slot, IDLE_TIMES * idleMs);
  }

  return {
    async run(job, input, options) {
      const { bytes, urgent: isUrgent = false } = options;
      if (bytes < MIN_POOLED_BYTES) return workInPlace.run(job, input, options);
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      const ended = await queue.turn({ bytes, isUrgent, signal });
      const thread = takeFree();
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
            if (!closing.signal.aborted) thread.pool = open();
          }
        }
      } finally {
        free.push(thread);
        restLater(thread, idleMs);
        ended();
      }
    },

    hasThreads: true,

    prepare() {
      if (closing.signal.aborted || all.some(({ pool }) => pool !== null)) return;
      const slot = free.at(-1);
      if (slot === undefined || availableBytes() < MIN_AVAILABLE_BYTES) return;
      slot.pool = open();
      restLater(slot, idleMs);
    },

    async close() {
      closing.abort(new Error('the pool is closed'));
      for (const { timer } of all) clearTimeout(timer);
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
