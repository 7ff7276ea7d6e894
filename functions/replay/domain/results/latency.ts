import * as v from 'valibot';
import { sumOf } from '../../../platform/values/sum-of.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import { ComparableTimes } from '../latency/comparable-times.ts';

/** The number of durations in each bucket, by ascending bucket; empty buckets are omitted. */
const Durations = v.array(v.tuple([v.number(), v.number()]));
type Durations = v.InferOutput<typeof Durations>;

/** Durations of one endpoint's requests of one method with a response, as recorded and as replayed. */
export const EndpointLatency = v.object({
  operation: v.string(),
  recorded: Durations,
  replayed: Durations,
  /** Absent where it is unknown (clusters.ts). */
  method: v.optional(v.string()),
  /**
   * Those of its single requests that can be compared; absent in rounds, and in chunks from before they were stored.
   */
  comparable: v.optional(v.array(ComparableTimes)),
});
export type EndpointLatency = v.InferOutput<typeof EndpointLatency>;

/** The durations of one request; in ms, null if there was no response or no recorded duration. */
export interface TimedRequest {
  operation: string;
  method?: string | undefined;
  recordedMs: number | null;
  replayedMs: number | null;
}

/**
 * Whole ms below this have one bucket each; above, every doubling has SPLITS of them, so that a bucket is at most 6.25
 * % wide.
 */
const EXACT_BELOW = 32;
const SPLITS = 16;
const EXACT_BITS = 5;

/** The bucket of a duration in ms. @internal */
export function bucketOf(ms: number): number {
  const whole = Math.max(0, Math.floor(ms));
  if (whole < EXACT_BELOW) return whole;
  const octave = Math.floor(Math.log2(whole));
  const split = Math.floor(whole / 2 ** (octave - 4)) - SPLITS;
  return EXACT_BELOW + (octave - EXACT_BITS) * SPLITS + split;
}

/** The shortest duration of a bucket in ms. */
export function bucketStart(bucket: number): number {
  if (bucket < EXACT_BELOW) return bucket;
  const octave = Math.floor((bucket - EXACT_BELOW) / SPLITS) + EXACT_BITS;
  return (SPLITS + ((bucket - EXACT_BELOW) % SPLITS)) * 2 ** (octave - 4);
}

/** Durations of requests, by endpoint and method. */
export function latencyOf(requests: Iterable<TimedRequest>): EndpointLatency[] {
  const single = function* (): Generator<EndpointLatency> {
    for (const { operation, method, recordedMs, replayedMs } of requests) {
      yield { operation, method, recorded: one(recordedMs), replayed: one(replayedMs) };
    }
  };
  return mergeLatency(single());
}

const one = (ms: number | null): Durations => (ms === null ? [] : [[bucketOf(ms), 1]]);

/** Adds durations of several chunks; the result does not depend on how requests were split into chunks. */
export function mergeLatency(parts: Iterable<EndpointLatency>): EndpointLatency[] {
  const merged = new Map<string, Merged>();
  for (const { operation, method, recorded, replayed } of parts) {
    const key = JSON.stringify([operation, method]);
    const present = merged.get(key) ?? { operation, method, recorded: new Map(), replayed: new Map() };
    merged.set(key, present);
    for (const [bucket, count] of recorded) add(present.recorded, bucket, count);
    for (const [bucket, count] of replayed) add(present.replayed, bucket, count);
  }
  return [...merged.values()]
    .map(({ operation, method, recorded, replayed }) => ({
      operation,
      recorded: sorted(recorded),
      replayed: sorted(replayed),
      ...(method !== undefined && { method }),
    }))
    .sort((a, b) => compareText(a.operation, b.operation) || compareText(a.method ?? '', b.method ?? ''));
}

interface Merged extends Pick<EndpointLatency, 'operation' | 'method'> {
  recorded: Map<number, number>;
  replayed: Map<number, number>;
}

/** Merges all endpoints. */
export function wholeLatency(endpoints: readonly EndpointLatency[]): EndpointLatency {
  const [all] = mergeLatency(endpoints.map(({ recorded, replayed }) => ({ operation: '', recorded, replayed })));
  return all ?? { operation: '', recorded: [], replayed: [] };
}

/**
 * The smallest duration in ms that at least this share (0..1) of them does not exceed, to the precision of its bucket;
 * null if there are none.
 */
export function quantileOf(durations: Durations, share: number): number | null {
  const total = sumOf(durations, ([, count]) => count);
  let left = Math.max(1, Math.ceil(total * share));
  for (const [bucket, count] of durations) {
    left -= count;
    if (left <= 0) return bucketStart(bucket);
  }
  return null;
}

const add = (counts: Map<number, number>, bucket: number, count: number) =>
  counts.set(bucket, (counts.get(bucket) ?? 0) + count);

const sorted = (counts: Map<number, number>): Durations => [...counts].sort(([a], [b]) => a - b);
