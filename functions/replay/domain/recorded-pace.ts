import * as v from 'valibot';
import type { PlannedCase } from './results/chunk.ts';

/** Minimum and maximum factor of a recorded pace. */
const MIN_FACTOR = 0.1;
const MAX_FACTOR = 100;

/** Longer gaps between two requests are shortened to this, ms as sent: nothing is loaded in the meantime. @internal */
export const MAX_GAP_MS = 60_000;

/** How many times as fast as recorded the requests of a run are sent; their gaps are divided by it (interface 13). */
export const RecordedPace = v.pipe(
  v.number(),
  v.minValue(MIN_FACTOR),
  v.maxValue(MAX_FACTOR),
  v.description(
    `Keeps the recorded order and the gaps of the recording, divided by this factor: 1 as recorded, 2 twice as fast. From ${MIN_FACTOR} to ${MAX_FACTOR}. replay.maxQps and replay.concurrency limit it. Not with order sessions.`,
  ),
);
export type RecordedPace = v.InferOutput<typeof RecordedPace>;

/** The pace as text, for pages and the CLI. */
export const recordedPaceText = (factor: number): string => (factor === 1 ? 'as recorded' : `recorded × ${factor}`);

/** What decides when the requests of a chunk are due. */
export interface PacedChunk {
  /** All requests of the chunk in the order of sending. */
  requests: readonly PlannedCase[];
  /** Positions of those that have an outcome: they are not waited for. */
  done: ReadonlySet<number>;
  /** The request before the chunk; undefined at the start of a run. */
  previous: PlannedCase | undefined;
  factor: RecordedPace;
  /** Monotonic ms at which the gap to the first open request begins. */
  begin: number;
}

/** When each request of a chunk is due, monotonic ms by its position: as long after the one before it as recorded. */
export function dueTimes({ requests, done, previous, factor, begin }: PacedChunk): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let due = begin;
  let before = previous && recordedBegin(previous);
  for (const one of requests) {
    const at = recordedBegin(one);
    const gap = before === undefined ? 0 : Math.max(0, at - before) / factor;
    if (!done.has(one.item)) {
      due += Math.min(MAX_GAP_MS, gap);
      times.set(one.item, due);
    }
    before = Math.max(before ?? at, at);
  }
  return times;
}

const recordedBegin = ({ span, recordedAt }: PlannedCase): number => span?.[0] ?? recordedAt;
