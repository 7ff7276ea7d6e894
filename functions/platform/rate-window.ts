/** At most so many in any stretch of `windowMs`. */
export interface RateLimit {
  most: number;
  windowMs: number;
}

/**
 * Adds `now` to the times of the latest messages (oldest first) where every limit leaves room, keeping as many as the largest
 * limit looks at; else says in how many ms there may be room.
 */
export function takeFromWindow(
  times: readonly number[],
  limits: readonly RateLimit[],
  now: number,
): { taken: number[] } | { fullForMs: number } {
  const fullForMs = Math.max(...limits.map(({ most, windowMs }) => (times.at(-most) ?? -Infinity) + windowMs - now));
  if (fullForMs > 0) return { fullForMs };
  return { taken: [...times, now].slice(-Math.max(...limits.map(({ most }) => most))) };
}
