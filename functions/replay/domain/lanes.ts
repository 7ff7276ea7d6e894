import type { Chunk, PlannedCase } from './results/chunk.ts';

/** What determines the lane of a request. */
export interface InSession {
  session: string | null;
}

/** Minimum and maximum size of full chunks, and how many of them a run has in between. */
const MIN_CHUNK = 50;
const MAX_CHUNK = 500;
const CHUNKS_PER_RUN = 500;
/**
 * Requests of a full chunk for each that its worker sends concurrently: at the end of a chunk, connections are idle.
 */
const REQUESTS_PER_CONNECTION = 10;

/**
 * The cases of a full chunk. Large runs have larger ones, so that what is written and started for each chunk stays far
 * below what is for each case; workers with many connections do as well, as long as each worker has a chunk.
 */
export function chunkSize(
  requests: number,
  { concurrency, workers }: { concurrency: number; workers: number },
): number {
  const ofRun = Math.ceil(requests / CHUNKS_PER_RUN);
  const ofWorker = Math.floor((concurrency / workers) * REQUESTS_PER_CONNECTION);
  return Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, ofRun, Math.min(ofWorker, Math.ceil(requests / workers))));
}

/**
 * Splits requests into lists that may run concurrently, each sequentially: the requests of one session share a lane,
 * any other has its own.
 */
export function lanes<T extends InSession>(cases: readonly T[]): T[][] {
  return [...Map.groupBy(cases, (one) => one.session ?? one).values()];
}

/** The requests of a chunk in the order of recording, each after the ones that prepare it. */
export function sendingOrder({ cases, preparation = [] }: Pick<Chunk, 'cases' | 'preparation'>): PlannedCase[] {
  const before = Map.groupBy(preparation, (one) => one.before);
  return cases.flatMap((one) => [...(before.get(one.item) ?? []), one]);
}

/** The lanes of a chunk as they are sent: each session in its order, with the requests that prepare it. */
export const sendingLanes = (chunk: Pick<Chunk, 'cases' | 'preparation'>): PlannedCase[][] =>
  lanes(sendingOrder(chunk));

/** Cuts an ordered selection into chunks of about `size` in order; a session of any length is never split. */
export function cutIntoChunks<T extends InSession>(cases: readonly T[], size: number): T[][] {
  const positions = new Map(cases.map((one, at) => [one, at]));
  const chunks: T[][] = [];
  let open: T[] = [];
  for (const lane of lanes(cases)) {
    if (open.length > 0 && open.length + lane.length > size) {
      chunks.push(open);
      open = [];
    }
    for (const one of lane) open.push(one);
  }
  if (open.length > 0) chunks.push(open);
  const position = (one: T) => positions.get(one) ?? 0;
  return chunks.map((chunk) => chunk.toSorted((a, b) => position(a) - position(b)));
}
