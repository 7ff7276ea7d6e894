import { type Pace, startingPace } from '../domain/pace.ts';

/** Maximum plans whose pace is cached; the least recently used one is evicted first. */
const MOST_PLANS = 100;

const resting = new Map<string, Pace[]>();

/**
 * Returns the latest pace of this process for this round, so that not every chunk ramps up again; else a starting one.
 */
export function borrowPace(round: string, maxQps: number, now: number): Pace {
  const pace = resting.get(round)?.pop();
  return pace ? { ...pace, nextAt: Math.max(pace.nextAt, now) } : startingPace(maxQps, now);
}

/** Stores a pace for the next chunk of its round. */
export function returnPace(round: string, pace: Pace): void {
  const paces = resting.get(round) ?? [];
  resting.delete(round);
  resting.set(round, [...paces, pace]);
  const [oldest] = resting.keys();
  if (resting.size > MOST_PLANS && oldest !== undefined) resting.delete(oldest);
}
