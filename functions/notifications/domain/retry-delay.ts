/**
 * Backoff between attempts in ms (facts: delivery 2.2): the first is immediate, five more follow, then the delivery
 * fails.
 */
const DELAYS_MS = [0, 5_000, 30_000, 120_000, 600_000, 1_800_000] as const;
const JITTER = 0.2;

/** Backoff in ms after this many attempts, ±20 % by `entropy` (32 random hex digits). Null after the last one. */
export function retryDelayMs(attempts: number, entropy: string): number | null {
  const delay = DELAYS_MS[attempts];
  if (delay === undefined) return null;
  const share = Number.parseInt(entropy.slice(0, 8), 16) / 0xffff_ffff;
  return Math.round(delay * (1 - JITTER + 2 * JITTER * share));
}
