import type { FrameworkAttempt } from '../../runs/domain/attempt.ts';

/** A lease that is not renewed is over after so long (evaluation 3.11). */
export const LEASE_MS = 60_000;
/** Progress events of one attempt are this far apart at least (evaluation 4). */
export const PROGRESS_EVENT_MS = 30_000;

/** `lease_<ULID of the run>_<ordinal>_<epoch>`: each taking of an attempt has its own. */
export const leaseIdOf = (attemptId: string, epoch: number): string =>
  `lease_${attemptId.slice('fatt_'.length)}_${epoch}`;

/** The attempt and the epoch of a lease; null for what is none. */
export function leaseOf(leaseId: string): { attempt_id: string; epoch: number } | null {
  const [, of, epoch] = /^lease_([0-7][0-9A-HJKMNP-TV-Z]{25}_\d{3})_([1-9]\d{0,8})$/.exec(leaseId) ?? [];
  return of === undefined ? null : { attempt_id: `fatt_${of}`, epoch: Number(epoch) };
}

/** Whether nobody works at an attempt now: it never was leased, or its lease is over (`now` in epoch ms). */
export const isLeasable = ({ status, host, lease }: FrameworkAttempt, now: number): boolean =>
  host.kind === 'federated' &&
  (status === 'queued' || (status === 'running' && lease !== null && lease.expires_at <= now));

/** An attempt as it is once a host has taken it: queued ones begin, of one that was lost the epoch goes up (evaluation 3.11, 5.11). */
export function leased(attempt: FrameworkAttempt, host_id: string, now: number): FrameworkAttempt {
  const epoch = (attempt.lease?.epoch ?? 0) + 1;
  return {
    ...attempt,
    status: 'running',
    host: { kind: 'federated', host_id },
    lease: { lease_id: leaseIdOf(attempt.attempt_id, epoch), epoch, host_id, expires_at: now + LEASE_MS },
    progress: 0,
    started_at: attempt.started_at ?? now,
  };
}

/** Whether a host holds an attempt now. */
export const holds = (host_id: string, { status, lease }: FrameworkAttempt, now: number): boolean =>
  status === 'running' && lease !== null && lease.host_id === host_id && lease.expires_at > now;

/** Whether a progress event may be written: one in 30 s at most, counted from the beginning. */
export const isProgressDue = ({ progress_event_at, started_at }: FrameworkAttempt, now: number): boolean =>
  now - (progress_event_at ?? started_at ?? now) >= PROGRESS_EVENT_MS;
