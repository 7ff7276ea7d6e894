import * as v from 'valibot';
import { numberBelow, seededNumbers } from './seeded-numbers.ts';

/** The durations of one request in ms. */
export interface TimedPair {
  recorded: number;
  replayed: number;
}

/** p95 of the replayed durations by p95 of the recorded ones, and the ends of its interval. */
export const LatencyRatio = v.object({ p95: v.number(), low: v.number(), high: v.number() });
export type LatencyRatio = v.InferOutput<typeof LatencyRatio>;

/** Minimum requests with both durations: fewer say nothing about a ratio. */
export const MIN_PAIRS = 20;

/** Durations are stored to this many ms; shorter ones count as this, so that a ratio is a number. */
export const PRECISION_MS = 0.1;

const RESAMPLES = 500;
/** The part of the resamples beyond each end of the interval: 95 of 100 are inside. */
const TAIL = 0.025;

/**
 * The ratio and its interval by a paired bootstrap: requests are drawn with replacement, each with both of its
 * durations, so that the size of an answer and all else that both share does not widen the interval. Equal pairs have
 * an equal interval. Null below MIN_PAIRS.
 */
export function p95Ratio(pairs: readonly TimedPair[]): LatencyRatio | null {
  const { length } = pairs;
  if (length < MIN_PAIRS) return null;
  const recorded = p95Of(pairs.map((pair) => pair.recorded));
  const replayed = p95Of(pairs.map((pair) => pair.replayed));
  const random = seededNumbers()(length * RESAMPLES);
  const drawn = new Uint16Array(length);
  const ratios = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    drawn.fill(0);
    for (let at = sample * length; at < (sample + 1) * length; at++) {
      const index = numberBelow(length, random[at] ?? 0);
      drawn[index] = (drawn[index] ?? 0) + 1;
    }
    ratios[sample] = replayed(drawn) / recorded(drawn);
  }
  ratios.sort();
  drawn.fill(1);
  return {
    p95: rounded(replayed(drawn) / recorded(drawn)),
    low: rounded(ratios[Math.floor(RESAMPLES * TAIL)]),
    high: rounded(ratios[Math.ceil(RESAMPLES * (1 - TAIL)) - 1]),
  };
}

/** Creates the function that returns p95 by nearest rank of durations that were drawn this often. */
function p95Of(given: readonly number[]): (drawn: Uint16Array) => number {
  const durations = Float64Array.from(given, (duration) => Math.max(PRECISION_MS, duration));
  const longestFirst = Uint16Array.from(given.keys()).sort((a, b) => (durations[b] ?? 0) - (durations[a] ?? 0));
  const rank = given.length - Math.ceil(given.length * 0.95) + 1;
  return (drawn) => {
    let left = rank;
    for (let at = 0; at < longestFirst.length; at++) {
      const index = longestFirst[at] ?? 0;
      left -= drawn[index] ?? 0;
      if (left <= 0) return durations[index] ?? 0;
    }
    throw new Error('fewer durations were drawn than there are');
  };
}

const rounded = (ratio = 0): number => Number(ratio.toPrecision(4));
