/** An analysis that nobody has written of for so long has been interrupted (interface 2.5). */
export const STALE_MS = 300_000;

/** Whether a RUNNING analysis has gone so long without a heartbeat that every reader calls it PARTIAL / STALE. */
export const isStale = (heartbeatAt: number, now: number): boolean => now - heartbeatAt >= STALE_MS;

/** How long a notification may wait for a RUNNING analysis before it looks again, in whole seconds; 0: not at all (spec 6.2.3). */
export function waitSeconds({ deadline, heartbeatAt }: { deadline: number; heartbeatAt: number }, now: number): number {
  if (now >= deadline || isStale(heartbeatAt, now)) return 0;
  return Math.ceil((Math.min(deadline, heartbeatAt + STALE_MS) - now) / 1000);
}
