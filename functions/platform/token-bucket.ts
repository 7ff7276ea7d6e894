/** Requests of a tenant: 50 a second, 100 at once (evaluation 4). */
export const REQUEST_RATE = { perSecond: 50, burst: 100 } as const;

/** A bucket of `burst` tokens that fills at `perSecond`; the clock (epoch ms) is the caller's. */
export function tokenBucket({ perSecond, burst }: { perSecond: number; burst: number }, now: () => number) {
  let tokens: number = burst;
  let at = now();

  return {
    /** Takes a token and answers 0, or the whole seconds after which there is one. */
    take(): number {
      const asked = now();
      // A clock that goes back fills nothing and takes nothing away.
      tokens = Math.min(burst, tokens + (Math.max(0, asked - at) * perSecond) / 1000);
      at = asked;
      if (tokens < 1) return Math.ceil((1 - tokens) / perSecond);
      tokens -= 1;
      return 0;
    },
  };
}
