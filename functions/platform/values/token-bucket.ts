/** Request rate of a tenant: 50 per second, bursts of 100 (evaluation 4). */
export const REQUEST_RATE = { perSecond: 50, burst: 100 } as const;

/** A bucket of `burst` tokens that refills at `perSecond`; the caller provides the clock (epoch ms). */
export function tokenBucket({ perSecond, burst }: { perSecond: number; burst: number }, now: () => number) {
  let tokens: number = burst;
  let at = now();

  return {
    /** Takes a token and returns 0, or the whole seconds until one is available. */
    take(): number {
      const asked = now();
      // A clock that goes back neither adds nor removes tokens.
      tokens = Math.min(burst, tokens + (Math.max(0, asked - at) * perSecond) / 1000);
      at = asked;
      if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
      tokens -= 1;
      return 0;
    },
  };
}
