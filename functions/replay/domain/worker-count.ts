import type { RunOrder } from './order/run-order.ts';
import type { Load } from './plan.ts';

/** Minimum connections per worker, so that small plans are not split over many. */
const CONNECTIONS_PER_WORKER = 5;
/** Workers that a run has whatever its pace is. */
const PACELESS_WORKERS = 10;
/** Minimum requests per second of further workers: a worker raises its pace by its own successes. */
const QPS_PER_WORKER = 50;

/** How many workers send the chunks of a run side by side: at least one. */
export function workerCount({
  order,
  chunks,
  load: { concurrency, maxQps },
  maxWorkers,
}: {
  order: RunOrder['used'];
  chunks: number;
  load: Load;
  maxWorkers: number;
}): number {
  // One order for all requests: their chunks are sent one after the other.
  if (order !== 'sessions') return 1;
  const ofPace = Math.max(PACELESS_WORKERS, Math.floor(maxQps / QPS_PER_WORKER));
  return Math.max(1, Math.min(maxWorkers, chunks, Math.floor(concurrency / CONNECTIONS_PER_WORKER), ofPace));
}
