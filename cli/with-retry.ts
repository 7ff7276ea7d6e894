import { setTimeout as sleep } from 'node:timers/promises';
import { CliFailure } from './cli-failure.ts';

const MAX_BACKOFF_MS = 30_000;

export interface RetryOptions {
  /** Codes of a CliFailure that are worth a retry. */
  when: ReadonlySet<string>;
  /** Gives up after this long without a success. */
  forMs: number;
  signal: AbortSignal;
  onRetry(failure: CliFailure, pauseMs: number): void;
}

/** Retries the work after 1, 2, 4 … 30 seconds while it fails with a transient fault. */
export async function withRetry<T>(work: () => Promise<T>, { when, forMs, signal, onRetry }: RetryOptions): Promise<T> {
  const began = performance.now();
  for (let pause = 1_000; ; pause = Math.min(2 * pause, MAX_BACKOFF_MS)) {
    try {
      return await work();
    } catch (fault) {
      const isPassing = fault instanceof CliFailure && when.has(fault.code);
      if (!isPassing || signal.aborted || performance.now() - began + pause > forMs) throw fault;
      onRetry(fault, pause);
      await sleep(pause, undefined, { signal });
    }
  }
}
