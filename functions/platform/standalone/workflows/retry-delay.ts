import { matchesError, type StateError } from './state-error.ts';
import type { Guard } from './states.ts';

/**
 * Returns the delay before the next try of a state in ms; undefined if no retrier applies. `failures` counts per
 * retrier.
 */
export function retryDelay(
  retry: Guard['retry'],
  error: StateError,
  failures: number[],
  random: () => number,
): number | undefined {
  const index = retry.findIndex(({ ErrorEquals }) => matchesError(ErrorEquals, error.name));
  const retrier = retry[index];
  const before = failures[index] ?? 0;
  if (retrier === undefined || before >= retrier.MaxAttempts) return undefined;
  failures[index] = before + 1;
  const grown = retrier.IntervalSeconds * retrier.BackoffRate ** before;
  const seconds = Math.min(grown, retrier.MaxDelaySeconds ?? grown);
  return seconds * 1000 * (retrier.JitterStrategy === 'FULL' ? random() : 1);
}
