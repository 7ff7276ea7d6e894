import { setTimeout as sleep } from 'node:timers/promises';

/** Waits this many ms, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((fault: unknown) => {
    // An aborted sleep is not a fault.
    if (!signal.aborted) throw fault;
  });
}
