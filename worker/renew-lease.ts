import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { type Lease, Renewed } from './lease.ts';
import { Refused } from './refused.ts';
import type { ServiceClient } from './service-client.ts';

interface LeaseKeeping {
  everyMs: number;
  /** Where the command reports its progress. */
  progressFile: string;
  stopFor(why: 'cancelled' | 'lease_lost'): void;
  /** Aborts when the attempt is over. */
  signal: AbortSignal;
}

/**
 * Renews a lease until its attempt is over or the service reports it lost. Never rejects: an unreadable response leaves
 * the lease's state unknown until the next one.
 */
export async function renewLease(
  { lease_id, attempt: { attempt_id } }: Pick<Lease, 'lease_id' | 'attempt'>,
  { client, report }: { client: ServiceClient; report(message: string): void },
  { everyMs, progressFile, stopFor, signal }: LeaseKeeping,
): Promise<void> {
  while (!signal.aborted) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true });
    });
    if (signal.aborted) return;
    try {
      const progress = await progressIn(progressFile);
      const { cancel_requested } = v.parse(
        Renewed,
        await client.post(`/leases/${lease_id}/heartbeat`, { progress }, signal),
      );
      if (cancel_requested) stopFor('cancelled');
    } catch (fault) {
      if (signal.aborted) return;
      // Whatever the reason of the rejection, the lease is lost.
      if (fault instanceof Refused) return stopFor('lease_lost');
      report(`${attempt_id}: unexpected response to a heartbeat`);
    }
  }
}

/** A number from 0 to 1 that the command wrote, or null. */
async function progressIn(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const progress = Number.parseFloat(text);
  return progress >= 0 && progress <= 1 ? progress : null;
}
