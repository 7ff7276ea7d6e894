import * as v from 'valibot';
import { executeLease } from './execute-lease.ts';
import type { HostIdentity } from './host-identity.ts';
import { Lease } from './lease.ts';
import { Refused } from './refused.ts';
import { serviceClient } from './service-client.ts';

/** Long-poll time of one request for an attempt. */
const WAIT_SECONDS = 20;

export interface WorkerOptions {
  url: string;
  audience: string;
  host: HostIdentity;
  runners: readonly string[];
  command: readonly string[];
  /** Ends after one attempt. */
  isOnce: boolean;
  stopping: AbortSignal;
  report(message: string): void;
}

/** Runs one attempt after the other until it is stopped. Throws Refused if the service does not know this host. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { runners, isOnce, stopping, report, host } = options;
  const client = serviceClient(options);
  report(`waiting as ${host.host_id}`);
  while (!stopping.aborted) {
    const given = await client
      .post('/leases', { runner_versions: runners, wait_seconds: WAIT_SECONDS }, stopping)
      .catch((fault: unknown) => {
        if (stopping.aborted) return null;
        throw fault;
      });
    if (given === null) continue;
    const lease = v.parse(Lease, given);
    const { attempt_id } = lease.attempt;
    report(`took ${attempt_id}, epoch ${lease.lease_epoch}`);
    // A failed attempt does not affect the next one; its lease expires.
    const end = await executeLease(lease, { ...options, client }).catch((fault: unknown) =>
      fault instanceof Refused ? fault.message : 'given up',
    );
    report(`${attempt_id}: ${end}`);
    if (isOnce) return;
  }
}
