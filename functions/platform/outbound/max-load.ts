/** The most that settings or a plan may ask for: requests a second, connections, ms a request. */
export const MAX_LOAD: Readonly<Record<'maxQps' | 'concurrency' | 'timeoutMs', number>> = {
  maxQps: 20_000,
  concurrency: 1000,
  timeoutMs: 300_000,
};
