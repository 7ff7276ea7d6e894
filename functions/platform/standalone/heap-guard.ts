import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';

/** How often the heap of a thread is measured, ms. */
const EVERY_MS = 25;

/**
 * Measures the heap of a thread while it runs a job; `exceeded` aborts when it holds more than `maxBytes`. V8 ends a
 * thread at its hard limit only if the limit is reached little by little: a single large allocation beyond it, such as
 * a growing Map, ends the whole process. So the hard limit lies far above the one that is kept here.
 */
export function heapGuard(threadOf: () => Worker | undefined, maxBytes: number) {
  const exceeded = new AbortController();
  let timer = setTimeout(measure, EVERY_MS);
  let isOver = false;

  async function measure(): Promise<void> {
    const used = await usedHeap(threadOf());
    if (isOver) return;
    if (used > maxBytes) exceeded.abort(new Error('the job takes too much memory'));
    else timer = setTimeout(measure, EVERY_MS);
  }

  return {
    exceeded: exceeded.signal,
    stop(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Bytes; 0 of a thread that does not run yet or any more. */
async function usedHeap(thread: Worker | undefined): Promise<number> {
  try {
    return (await thread?.getHeapStatistics())?.used_heap_size ?? 0;
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ERR_WORKER_NOT_RUNNING') return 0;
    throw fault;
  }
}

/** The name by which the pool has a thread collect its garbage. */
export const COLLECT = 'pool.collect';

/** Gives back as much memory of this thread as possible; compiled code stays. */
export function collectGarbage(): void {
  // V8 has no other way to ask for it from inside.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
