import { type Pace, startingPace } from '../../domain/pace.ts';

/** Maximum plans whose pace is cached; the least recently used one is evicted first. */
const MAX_PLANS = 100;

const idle = new Map<string, Pace[]>();

/**
 * Returns the latest pace of this process for this round, so that not every chunk ramps up again; else one that
 * starts after `delay` (pace.ts).
 */
export function acquirePace(round: string, maxQps: number, now: number, delay: number): Pace {
  const pace = idle.get(round)?.pop();
  return pace ? { ...pace, nextAt: Math.max(pace.nextAt, now) } : startingPace(maxQps, now, delay);
}

/** Stores a pace for the next chunk of its round. */
export function releasePace(round: string, pace: Pace): void {
  const paces = idle.get(round) ?? [];
  idle.delete(round);
  idle.set(round, [...paces, pace]);
  const [oldest] = idle.keys();
  if (idle.size > MAX_PLANS && oldest !== undefined) idle.delete(oldest);
}
