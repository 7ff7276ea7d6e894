import * as v from 'valibot';
import { compareText } from '../../../platform/values/text-order.ts';
import type { ComparableTimes } from './comparable-times.ts';
import { LatencyRatio, p95Ratio } from './p95-ratio.ts';
import { numberBelow, seededNumbers } from './seeded-numbers.ts';

/** Maximum requests of an endpoint whose durations are looked at; of more, these are drawn at random. */
export const MAX_TIMED = 1000;
/** Random numbers that are made at once. */
const BLOCK = 1024;

const ms = v.number();

/** Quantiles of durations in ms by nearest rank, and of how many requests. */
export const Times = v.object({ p50: ms, p95: ms, p99: ms, n: v.pipe(v.number(), v.integer(), v.minValue(1)) });
export type Times = v.InferOutput<typeof Times>;

/** Durations of one endpoint's requests of one method; `ratio` is absent where too few requests have both durations. */
export const EndpointTimes = v.object({
  operation: v.string(),
  /** Absent where it is unknown (clusters.ts). */
  method: v.optional(v.string()),
  /** Absent where no recording has a duration. */
  recorded: v.optional(Times),
  replayed: Times,
  ratio: v.optional(LatencyRatio),
});
export type EndpointTimes = v.InferOutput<typeof EndpointTimes>;

/** Requests of an endpoint within a chunk. */
interface EndpointRequests {
  operation: string;
  method?: string | undefined;
  comparable?: readonly ComparableTimes[] | undefined;
}

interface Sampled extends Omit<EndpointRequests, 'comparable'> {
  sample: ComparableTimes[];
  replayed: number;
  recorded: number;
}

/**
 * Gathers the durations of a round, chunk by chunk: all of an endpoint up to MAX_TIMED, or as many at random. Equal
 * chunks in an equal order make an equal sample.
 */
export function timesSampler() {
  const endpoints = new Map<string, Sampled>();
  const numbers = seededNumbers();
  let block = numbers(0);
  let used = 0;

  function random(): number {
    if (used === block.length) {
      block = numbers(BLOCK);
      used = 0;
    }
    return block[used++] ?? 0;
  }

  /** Algorithm R: each request ends up in the sample with the same probability. */
  function addOne(endpoint: Sampled, one: ComparableTimes): void {
    endpoint.replayed += 1;
    if (one[0] !== null) endpoint.recorded += 1;
    const position =
      endpoint.sample.length < MAX_TIMED ? endpoint.sample.length : numberBelow(endpoint.replayed, random());
    if (position < MAX_TIMED) endpoint.sample[position] = one;
  }

  return {
    add(requests: Iterable<EndpointRequests>): void {
      for (const { operation, method, comparable = [] } of requests) {
        const key = JSON.stringify([operation, method]);
        const endpoint = endpoints.get(key) ?? { operation, method, sample: [], replayed: 0, recorded: 0 };
        endpoints.set(key, endpoint);
        for (const one of comparable) addOne(endpoint, one);
      }
    },

    /**
     * Every endpoint with a replayed duration; each takes some ms, so that a caller may handle other events in between.
     */
    *times(): Generator<EndpointTimes> {
      const inOrder = [...endpoints.values()].sort(
        (a, b) => compareText(a.operation, b.operation) || compareText(a.method ?? '', b.method ?? ''),
      );
      for (const endpoint of inOrder) if (endpoint.replayed > 0) yield timesOf(endpoint);
    },
  };
}

function timesOf({ operation, method, sample, recorded, replayed }: Sampled): EndpointTimes {
  const pairs = sample.flatMap((one) => (one[0] === null ? [] : [{ recorded: one[0], replayed: one[1] }]));
  const ratio = p95Ratio(pairs);
  return {
    operation,
    ...(method !== undefined && { method }),
    ...(pairs.length > 0 && { recorded: { ...quantiles(pairs.map((pair) => pair.recorded)), n: recorded } }),
    replayed: { ...quantiles(sample.map(([, duration]) => duration)), n: replayed },
    ...(ratio !== null && { ratio }),
  };
}

function quantiles(durations: readonly number[]): Omit<Times, 'n'> {
  const sorted = Float64Array.from(durations).sort();
  const at = (percent: number): number => sorted[Math.max(1, Math.ceil((sorted.length * percent) / 100)) - 1] ?? 0;
  return { p50: at(50), p95: at(95), p99: at(99) };
}
