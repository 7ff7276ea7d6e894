import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { job } from '../../../functions/platform/values/job.ts';

/** Where it runs, and what became of the bytes that it took. */
export const whereJob = job('test.where', ({ bytes, names }: { bytes: Uint8Array; names: string[] }) => ({
  threadId,
  sum: bytes.reduce((sum, byte) => sum + byte, 0),
  names,
  bytes: new Uint8Array(bytes.byteLength).fill(7),
}));

/** Leaves about so many MB of garbage that has survived several collections. */
export const litterJob = job('test.litter', ({ mb }: { mb: number }): number => {
  const kept: number[][] = [];
  for (let at = 0; at < mb * 10; at++) kept.push(Array.from({ length: 12_500 }, (_, index) => index + 0.5));
  return kept.length;
});

/** MB of its thread's heap, and the thread. */
export const heapJob = job('test.heap', (_: object) => ({
  threadId,
  usedMb: getHeapStatistics().used_heap_size / 1e6,
}));

/** Fails as a job with a fault does. */
export const failingJob = job('test.failing', ({ word }: { word: string }): never => {
  throw new TypeError(`cannot read ${word}`);
});

/** Tells that it runs by the shared flag, and never ends. */
export const endlessJob = job('test.endless', ({ flag }: { flag: Int32Array }): never => {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  for (;;) Atomics.wait(flag, 1, 0, 50);
});

/** Fills the heap of its thread. */
export const greedyJob = job('test.greedy', (_: object): number => {
  const kept: object[] = [];
  for (;;) kept.push({ kept: kept.length, more: [kept.length] });
});

/** Fills a Map, which grows by ever larger allocations. */
export const growingJob = job('test.growing', (_: object): number => {
  const kept = new Map<number, number>();
  for (let n = 0; ; n++) kept.set(n, n);
});

/** Asks for a text that is longer than any may be. */
export const endlessTextJob = job('test.endless-text', (_: object): number => 'x'.repeat(2 ** 30).length);

export const TEST_JOBS = [whereJob, litterJob, heapJob, failingJob, endlessJob, greedyJob, growingJob, endlessTextJob];
