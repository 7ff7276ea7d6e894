import { AsyncLocalStorage } from 'node:async_hooks';
import type { Blobs, Log, Table } from '../../world.ts';
import { isStorageFault } from './storage-fault.ts';

const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
/** Failed calls after which the work is asked whether it is still wanted. */
const ASK_AFTER = 4;
/** One log line for so many failed calls of a call. */
const LOG_EVERY = 100;

/** Work that waits for its storage. */
export interface PatientWork {
  /** Aborts when the work must not wait any longer. */
  signal: AbortSignal;
  /** Whether the outcome is no longer wanted, so that a call that keeps failing fails for good. */
  isGivenUp?(): Promise<boolean>;
}

export type StoragePatience = ReturnType<typeof storagePatience>;

export interface StoragePatienceParts {
  log: Pick<Log, 'warn'>;
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

interface Stall {
  waiting: number;
  since: number;
  totalMs: number;
}

interface Context extends PatientWork {
  stalls: readonly Stall[];
}

/** The delay in ms before a call is repeated after so many failures. */
export const storageDelay = (failures: number): number => Math.min(MIN_DELAY_MS * 2 ** failures, MAX_DELAY_MS);

/**
 * Lets work of the host wait for a disk that is full or fails: inside `patiently`, calls of the wrapped table and blobs
 * are repeated after a storage fault until they succeed. Outside of it, for requests, they fail at once.
 */
export function storagePatience({ log, now, sleep }: StoragePatienceParts) {
  const contexts = new AsyncLocalStorage<Context | undefined>();

  async function withstand<T>(call: () => Promise<T>): Promise<T> {
    const context = contexts.getStore();
    if (context === undefined) return call();
    for (let failures = 0; ; failures++) {
      try {
        return await call();
      } catch (fault) {
        if (!isStorageFault(fault) || context.signal.aborted) throw fault;
        if (failures >= ASK_AFTER && (await asksGivenUp(context))) throw fault;
        if (failures % LOG_EVERY === 0) log.warn('storage is not available, retrying', { failures: failures + 1 });
        await stalled(context, now, () => sleep(storageDelay(failures), context.signal)).catch(() => {
          throw fault;
        });
        if (context.signal.aborted) throw fault;
      }
    }
  }

  /** Asks outside of the work, so that the question itself never waits. */
  const asksGivenUp = ({ isGivenUp: ask }: Context): Promise<boolean> =>
    contexts.run(undefined, async () => (await ask?.().catch(() => false)) ?? false);

  function patiently<T>(work: PatientWork, run: () => Promise<T>): Promise<T> {
    const outer = contexts.getStore();
    const isGivenUp = work.isGivenUp ?? outer?.isGivenUp;
    const stalls = [...(outer?.stalls ?? []), { waiting: 0, since: 0, totalMs: 0 }];
    return contexts.run({ signal: work.signal, ...(isGivenUp && { isGivenUp }), stalls }, run);
  }

  return {
    /** Runs work that outlives its caller, and so does not wait as its caller does. */
    detached: <T>(run: () => T): T => contexts.run(undefined, run),

    /** Runs work whose calls wait for storage. Nested work waits for its own signal only. */
    patiently,

    /** Repeats work patiently until it ends without a storage fault, also of what it shares with others. */
    async untilStored<T>(work: PatientWork, run: () => Promise<T>): Promise<T> {
      for (let failures = 0; ; failures++) {
        try {
          return await patiently(work, run);
        } catch (fault) {
          if (!isStorageFault(fault) || work.signal.aborted) throw fault;
          await sleep(storageDelay(failures), work.signal).catch(() => {
            throw fault;
          });
          if (work.signal.aborted) throw fault;
        }
      }
    },

    /** Time that the current work has waited for storage so far, in ms. */
    stalledMs(): number {
      const stall = contexts.getStore()?.stalls.at(-1);
      if (stall === undefined) return 0;
      return stall.totalMs + (stall.waiting > 0 ? now() - stall.since : 0);
    },

    /** The table, with calls that wait inside of `patiently`. */
    table: <T extends Table>(table: T): T => ({ ...table, ...patientTable(table, withstand) }),

    /** The blobs, likewise. */
    blobs: <T extends Blobs>(blobs: T): T => ({ ...blobs, ...patientBlobs(blobs, withstand) }),
  };
}

async function stalled(context: Context, now: () => number, wait: () => Promise<void>): Promise<void> {
  for (const stall of context.stalls) if (stall.waiting++ === 0) stall.since = now();
  try {
    await wait();
  } finally {
    for (const stall of context.stalls) if (--stall.waiting === 0) stall.totalMs += now() - stall.since;
  }
}

type Withstand = <T>(call: () => Promise<T>) => Promise<T>;

const patientTable = (table: Table, withstand: Withstand): Table => ({
  get: (key) => withstand(() => table.get(key)),
  put: (item, options) => withstand(() => table.put(item, options)),
  update: (key, set, options) => withstand(() => table.update(key, set, options)),
  remove: (key, options) => withstand(() => table.remove(key, options)),
  query: (query) => withstand(() => table.query(query)),
  transact: (writes) => withstand(() => table.transact(writes)),
  addInOrder: (items) => withstand(() => table.addInOrder(items)),
  batchGet: (keys, options) => withstand(() => table.batchGet(keys, options)),
  batchPut: (items) => withstand(() => table.batchPut(items)),
  batchRemove: (keys) => withstand(() => table.batchRemove(keys)),
});

/** Bytes of a stream are read once, so that writing them is not repeated. */
const patientBlobs = (blobs: Blobs, withstand: Withstand): Omit<Blobs, 'putStream' | 'signedPut' | 'signedGet'> => ({
  put: (key, bytes) => withstand(() => blobs.put(key, bytes)),
  get: (key) => withstand(() => blobs.get(key)),
  remove: (key) => withstand(() => blobs.remove(key)),
  stat: (key) => withstand(() => blobs.stat(key)),
  copy: (from, to) => withstand(() => blobs.copy(from, to)),
});
