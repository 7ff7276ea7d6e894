import type { Piscina } from 'piscina';
import { faultFacts } from '../../fault-facts.ts';
import type { Log } from '../../world.ts';
import { COLLECT } from '../heap-guard.ts';

/** The place of one thread. */
export interface Slot {
  /** Null while there is none. */
  pool: Promise<Piscina> | null;
  /** When it rests. */
  timer: NodeJS.Timeout | undefined;
  /** Jobs that it has had, and how many of them when garbage was last collected. */
  jobs: number;
  collected: number;
}

/** Heap at which V8 ends the thread, or the process (heap-guard.ts): beyond what one allocation of a job adds. */
const HARD_HEAP_MB = 1024;
/** Young objects of one thread: most die at once, and a small space would copy them all the same. */
const MAX_YOUNG_MB = 48;
const MIB = 1024 * 1024;
/** After this long without work one thread gives back what its jobs left and waits; others end. */
export const IDLE_MS = 10_000;
/** No thread waits if the process could take less than this. */
const MIN_AVAILABLE_BYTES = 256 * MIB;
/** How often a thread that waits is looked at again, in idle times. */
const IDLE_TIMES = 6;
/** Threads leave the processor to the one that serves requests. */
const NICE = 5;

export interface PoolThreadsOptions {
  /** The file whose default export is `threadOf` its jobs. */
  file: string;
  log: Log;
  threads: number;
  idleMs: number;
  /** Bytes that the process may still take. */
  availableBytes(): number;
  /** Aborts when the pool closes. */
  closing: AbortSignal;
}

/** The threads of a pool, each in its slot, so that the thread of a job is known. The one used last is used next. */
export function poolThreads({ file, log, threads, idleMs, availableBytes, closing }: PoolThreadsOptions) {
  const free: Slot[] = Array.from({ length: threads }, () => ({ pool: null, timer: undefined, jobs: 0, collected: 0 }));
  const all = [...free];
  /** The thread that waits while there is no work. */
  let waiting: Slot | null = null;

  async function open(): Promise<Piscina> {
    const piscina = await import('piscina');
    const pool = new piscina.Piscina({
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

  /** Starts the thread of a slot; one that cannot start leaves the slot empty, so that the next job starts another. */
  function start(slot: Slot): Promise<Piscina> {
    const pool = open();
    slot.pool = pool;
    pool.catch((fault: unknown) => {
      if (slot.pool === pool) slot.pool = null;
      log.error('a thread of the pool did not start', faultFacts(fault));
    });
    return pool;
  }

  function restLater(slot: Slot, after: number): void {
    if (!closing.aborted) slot.timer = setTimeout(() => rest(slot), after).unref();
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
      if (!closing.aborted) log.error('a thread of the pool failed', faultFacts(fault));
    }
    if (mayWait && slot.jobs === jobs) restLater(slot, IDLE_TIMES * idleMs);
  }

  return {
    /** Takes a free slot, one with a thread before one without. */
    take(): Slot {
      const at = free.findLastIndex(({ pool }) => pool !== null);
      const [slot] = free.splice(at, 1);
      if (slot === undefined) throw new Error('the queue admits more jobs than there are threads');
      clearTimeout(slot.timer);
      slot.jobs++;
      return slot;
    },

    /** The thread of a slot, which starts where there is none. */
    threadOf: (slot: Slot): Promise<Piscina> => slot.pool ?? start(slot),

    /** Ends the thread of a slot and starts another one. */
    async replace(slot: Slot): Promise<void> {
      const { pool } = slot;
      slot.pool = null;
      await (await pool)?.destroy();
      if (!closing.aborted) start(slot);
    },

    giveBack(slot: Slot): void {
      free.push(slot);
      restLater(slot, idleMs);
    },

    /** Starts the first thread, if there is none and memory permits. */
    prepare(): void {
      if (closing.aborted || all.some(({ pool }) => pool !== null)) return;
      const slot = free.at(-1);
      if (slot === undefined || availableBytes() < MIN_AVAILABLE_BYTES) return;
      start(slot);
      restLater(slot, idleMs);
    },

    async end(): Promise<void> {
      for (const { timer } of all) clearTimeout(timer);
      const started = await Promise.allSettled(all.map(({ pool }) => pool));
      await Promise.all(started.map((thread) => (thread.status === 'fulfilled' ? thread.value?.destroy() : undefined)));
    },
  };
}
