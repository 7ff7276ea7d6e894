/**
 * Waits this many ms, or until the signal aborts. An aborted wait makes no exception, which would cost more than the
 * rest.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  return promise;
}
