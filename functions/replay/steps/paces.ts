import { type Pace, startingPace } from '../domain/pace.ts';

/** Plans whose pace is remembered; the one that has rested longest is forgotten first. */
const MOST_PLANS = 100;

const resting = new Map<string, Pace[]>();

/** The pace with which a worker of this process last sent for this round, so that chunks do not each ramp up anew; else a starting one. */
export function borrowPace(round: string, maxQps: number, now: number): Pace {
  const pace = resting.get(round)?.pop();
  return pace ? { ...pace, nextAt: Math.max(pace.nextAt, now) } : startingPace(maxQps, now);
}

/** Leaves a pace for the next chunk of its round. */
export function returnPace(round: string, pace: Pace): void {
  const paces = resting.get(round) ?? [];
  resting.delete(round);
  resting.set(round, [...paces, pace]);
  const [oldest] = resting.keys();
  if (resting.size > MOST_PLANS && oldest !== undefined) resting.delete(oldest);
}
