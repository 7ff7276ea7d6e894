/** At most `most` messages in any period of `windowMs`. */
export interface RateLimit {
  max: number;
  windowMs: number;
}

/**
 * Adds `now` to the times of the latest messages (oldest first) if every limit permits, keeping as many as the largest
 * limit needs; else returns in how many ms a message may be permitted.
 */
export function takeFromWindow(
  times: readonly number[],
  limits: readonly RateLimit[],
  now: number,
): { taken: number[] } | { fullForMs: number } {
  // A clock that was set back must not close a window for longer than it is.
  const past = times.map((time) => Math.min(time, now));
  const fullForMs = Math.max(...limits.map(({ max, windowMs }) => (past.at(-max) ?? -Infinity) + windowMs - now));
  if (fullForMs > 0) return { fullForMs };
  return { taken: [...past, now].slice(-Math.max(...limits.map(({ max }) => max))) };
}
