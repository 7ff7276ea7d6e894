import type { FrameworkAttempt } from '../runs/attempt.ts';

/** Lifetime of a lease without renewal (evaluation 3.11). */
export const LEASE_MS = 60_000;
/** Minimum interval between the progress events of an attempt (evaluation 4). */
const PROGRESS_EVENT_MS = 30_000;

/** `lease_<ULID of the run>_<ordinal>_<epoch>`: each lease of an attempt has its own id. @internal */
export const leaseIdOf = (attemptId: string, epoch: number): string =>
  `lease_${attemptId.slice('fatt_'.length)}_${epoch}`;

/** The attempt and the epoch of a lease. Null for an invalid id. */
export function leaseOf(leaseId: string): { attempt_id: string; epoch: number } | null {
  const [, of, epoch] = /^lease_([0-7][0-9A-HJKMNP-TV-Z]{25}_\d{3})_([1-9]\d{0,8})$/.exec(leaseId) ?? [];
  return of === undefined ? null : { attempt_id: `fatt_${of}`, epoch: Number(epoch) };
}

/** Whether an attempt can be leased: it never was, or its lease has expired. `now` is epoch ms. */
export const isLeasable = ({ status, host, lease }: FrameworkAttempt, now: number): boolean =>
  host.kind === 'federated' &&
  (status === 'queued' || (status === 'running' && lease !== null && lease.expires_at <= now));

/**
 * An attempt after a host has leased it. A queued attempt starts; a lost one increments its epoch (evaluation 3.11,
 * 5.11).
 */
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

/** Whether a host currently holds an attempt. */
export const holds = (host_id: string, { status, lease }: FrameworkAttempt, now: number): boolean =>
  status === 'running' && lease !== null && lease.host_id === host_id && lease.expires_at > now;

/** Whether a progress event may be written: at most one in 30 s, counted from the start. */
export const isProgressDue = ({ progress_event_at, started_at }: FrameworkAttempt, now: number): boolean =>
  now - (progress_event_at ?? started_at ?? now) >= PROGRESS_EVENT_MS;
