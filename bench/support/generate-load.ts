import autocannon from 'autocannon';

export interface LoadOptions {
  url: string;
  connections: number;
  seconds: number;
  /** Paths requested in turn. Default: that of the URL. */
  paths?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** The status of every answer. Default: any of 2xx. */
  status?: number;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * Sends requests as fast as they are answered, with autocannon. Any other status fails the bench. Latencies in ms.
 */
export async function generateLoad({
  url,
  connections,
  seconds,
  paths,
  headers = {},
  status,
}: LoadOptions): Promise<LoadResult> {
  let first = 0;
  let last = 0;
  let answered = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const requests = paths && { requests: paths.map((path) => ({ path })) };
  const instance = autocannon({ url, connections, duration: seconds, headers, ...requests }, (fault, result) =>
    fault ? reject(fault) : resolve(result),
  );
  instance.on('response', () => {
    last = performance.now();
    // excludes the time that autocannon takes to prepare its requests
    if (answered++ === 0) first = last;
  });
  const { non2xx, errors, latency, statusCodeStats } = await promise;
  const others = status === undefined ? non2xx : answered - (statusCodeStats?.[`${status}`]?.count ?? 0);
  if (others + errors > 0) throw new Error(`${others + errors} of ${answered} requests failed`);
  return { perSecond: ((answered - 1) / (last - first)) * 1000, p50: latency.p50, p99: latency.p99 };
}
