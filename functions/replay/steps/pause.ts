import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many ms, or until the signal aborts, whichever comes first. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((fault: unknown) => {
    // A sleep that was cut short is no fault.
    if (!signal.aborted) throw fault;
  });
}
