import autocannon from 'autocannon';

export interface LoadOptions {
  url: string;
  connections: number;
  seconds: number;
  /** Paths requested in turn. Default: that of the URL. */
  paths?: readonly string[];
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * Sends requests as fast as they are answered, with autocannon. Any status but 2xx fails the bench. Latencies in ms.
 */
export async function generateLoad({ url, connections, seconds, paths }: LoadOptions): Promise<LoadResult> {
  let first = 0;
  let last = 0;
  let answered = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const requests = paths && { requests: paths.map((path) => ({ path })) };
  const instance = autocannon({ url, connections, duration: seconds, ...requests }, (fault, result) =>
    fault ? reject(fault) : resolve(result),
  );
  instance.on('response', () => {
    last = performance.now();
    // excludes the time that autocannon takes to prepare its requests
    if (answered++ === 0) first = last;
  });
  const { non2xx, errors, latency } = await promise;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of ${answered} requests failed`);
  return { perSecond: ((answered - 1) / (last - first)) * 1000, p50: latency.p50, p99: latency.p99 };
}
