/** An analysis without a heartbeat for this long counts as interrupted (interface 2.5). */
const STALE_MS = 300_000;

/** Whether the last heartbeat of a RUNNING analysis is so old that every reader shows it as PARTIAL / STALE. */
export const isStale = (heartbeatAt: number, now: number): boolean => now - heartbeatAt >= STALE_MS;

/**
 * How long a notification may wait for a RUNNING analysis before the next check, in whole seconds. 0: do not wait (spec
 * 6.2.3).
 */
export function waitSeconds({ deadline, heartbeatAt }: { deadline: number; heartbeatAt: number }, now: number): number {
  if (now >= deadline || isStale(heartbeatAt, now)) return 0;
  return Math.ceil((Math.min(deadline, heartbeatAt + STALE_MS) - now) / 1000);
}
