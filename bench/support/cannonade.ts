import autocannon from 'autocannon';

export interface Cannonade {
  url: string;
  connections: number;
  /** Paths asked in turn; one when the url says it all. */
  paths?: readonly string[];
  /** So many requests, or requests for so many seconds. */
  until: { amount: number } | { seconds: number };
}

export interface CannonadeResult {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Asks as fast as it is answered, with autocannon; anything but 2xx is a fault of the bench. Latencies in ms. */
export async function cannonade({ url, connections, paths, until }: Cannonade): Promise<CannonadeResult> {
  const start = performance.now();
  let last = start;
  let answered = 0;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options: autocannon.Options = {
    url,
    connections,
    ...('amount' in until ? { amount: until.amount } : { duration: until.seconds }),
    ...(paths && { requests: paths.map((path) => ({ path })) }),
  };
  const instance = autocannon(options, (fault, result) => (fault ? reject(fault) : resolve(result)));
  instance.on('response', () => {
    answered++;
    last = performance.now();
  });
  const { non2xx, errors, latency } = await promise;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of ${answered} requests failed`);
  return { perSecond: (answered / (last - start)) * 1000, p50: latency.p50, p99: latency.p99 };
}
