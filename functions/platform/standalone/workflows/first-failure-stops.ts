import type { Json } from '../../world.ts';
import { ExecutionStopped } from './state-error.ts';

/** Runs work concurrently. The first failure aborts the rest and waits for it, so a Catch finds nothing running. */
export async function firstFailureStops(
  work: readonly ((signal: AbortSignal) => Promise<Json>)[],
  concurrency: number,
  outer: AbortSignal,
) {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  const results: Json[] = [];
  const waiting = work.entries();
  const errors: unknown[] = [];
  const worker = async () => {
    for (const [index, one] of waiting) {
      if (signal.aborted) return;
      try {
        results[index] = await one(signal);
      } catch (error) {
        errors.push(error);
        failure.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, work.length) }, worker));
  if (outer.aborted) throw new ExecutionStopped();
  if (errors.length > 0) throw errors[0];
  return results;
}
