import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from './refused.ts';

const LONGEST_PAUSE_MS = 10_000;

/** Asks until there is an answer, ever less often while the service is away or busy. Throws what is not passing, or what aborts the signal. */
export async function askAgain<Answer>(once: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let pause = 250; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await once();
    } catch (fault) {
      signal.throwIfAborted();
      if (!isPassing(fault)) throw fault;
      await sleep(pause, undefined, { signal });
    }
  }
}

/** Nobody answers, or not now; or somebody between answers a page of its own as if all were well. */
const isPassing = (fault: unknown): boolean =>
  fault instanceof Refused
    ? fault.status === 429 || fault.status >= 500
    : fault instanceof TypeError ||
      fault instanceof SyntaxError ||
      (fault instanceof Error && fault.name === 'TimeoutError');
