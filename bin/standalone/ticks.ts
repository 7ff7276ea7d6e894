/** Periodic work that is under way. */
export interface Ticks {
  /** Waits for a running tick; none follows. */
  stop(): Promise<void>;
}

/**
 * Runs `tick` every `everyMs`, one at a time, `first` being the one that runs already. `tick` handles its own faults.
 */
export function startTicks(
  tick: () => Promise<unknown>,
  everyMs: number,
  first: Promise<unknown> = Promise.resolve(),
): Ticks {
  let ticking = first;
  const timer = setInterval(() => {
    ticking = ticking.then(tick);
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await ticking;
    },
  };
}
