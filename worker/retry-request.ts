import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from './refused.ts';

const MAX_BACKOFF_MS = 10_000;

/**
 * Retries with backoff while the service is unavailable or busy, until it responds. Throws permanent faults, and the
 * signal's reason when it aborts.
 */
export async function retryRequest<Answer>(once: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let pause = 250; ; pause = Math.min(2 * pause, MAX_BACKOFF_MS)) {
    try {
      return await once();
    } catch (fault) {
      signal.throwIfAborted();
      if (!isPassing(fault)) throw fault;
      await sleep(pause, undefined, { signal });
    }
  }
}

/** No response, or a temporary error; or a proxy in between returns its own page with a success status. */
const isPassing = (fault: unknown): boolean =>
  fault instanceof Refused
    ? fault.status === 429 || fault.status >= 500
    : fault instanceof TypeError ||
      fault instanceof SyntaxError ||
      (fault instanceof Error && fault.name === 'TimeoutError');
