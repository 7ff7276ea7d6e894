/** How fast one worker sends, and when next. */
export interface Pace {
  /** This worker's share of the plan's maxQps. */
  maxQps: number;
  /** Index into RAMP. */
  step: number;
  /** Successes since the last error or step up. */
  successes: number;
  /** Whether an error occurred after the last step up. */
  afterError: boolean;
  /** Monotonic ms, with fractions, before which nothing is sent. */
  nextAt: number;
}

/** Shares of maxQps (facts: the ramp of the AREX scheduler). */
const RAMP = [0.3, 0.5, 0.7, 1] as const;

const SUCCESSES_TO_RISE = 20;
const SUCCESSES_TO_RISE_AFTER_ERROR = 100;

/** Timers fire late; up to this much lateness is compensated, so that a high rate is reached without bursts. */
const MAX_CATCH_UP_MS = 50;

/** The current requests per second. */
export const qps = ({ maxQps, step }: Pick<Pace, 'maxQps' | 'step'>): number => maxQps * (RAMP[step] ?? 1);

/** The initial pace; `delay`: the part of an interval after which its first request is sent. */
export function startingPace(maxQps: number, now: number, delay = 0): Pace {
  const first = { maxQps, step: 0 };
  return { ...first, successes: 0, afterError: false, nextAt: now + (delay * 1000) / qps(first) };
}

/**
 * The delay of a chunk that starts a pace, so that the workers of a run together keep its pace: they begin one after
 * the other within an interval, and a chunk that follows another one begins an interval after it.
 */
export const startDelay = (chunk: number, workers: number): number => Math.min(1, chunk / workers);

/** Returns when the next request may be sent (monotonic ms, not before `now`), and the pace after that turn. */
export function nextSlot(pace: Pace, now: number): { at: number; pace: Pace } {
  const slot = Math.max(pace.nextAt, now - MAX_CATCH_UP_MS);
  return { at: Math.max(slot, now), pace: { ...pace, nextAt: slot + 1000 / qps(pace) } };
}

/**
 * Returns the pace after an outcome: a step up after 20 successes in a row (100 after an error), a step down at every
 * error, whether a fast failure or a timeout.
 */
export function paceAfter(pace: Pace, outcome: 'success' | 'error'): Pace {
  if (outcome === 'error') return { ...pace, step: Math.max(pace.step - 1, 0), successes: 0, afterError: true };
  const successes = pace.successes + 1;
  const needed = pace.afterError ? SUCCESSES_TO_RISE_AFTER_ERROR : SUCCESSES_TO_RISE;
  if (successes < needed || pace.step === RAMP.length - 1) return { ...pace, successes };
  return { ...pace, step: pace.step + 1, successes: 0, afterError: false };
}
