import * as v from 'valibot';
import { MAX_PACE, MIN_PACE, NO_PACE } from '../../../applications/domain/pacing/pace-setting.ts';
import type { PlannedCase } from '../results/chunk.ts';

/** Longer gaps between two requests are shortened to this, ms as sent: nothing is loaded in the meantime. @internal */
export const MAX_GAP_MS = 60_000;

/** How many times as fast as recorded the requests of a run are sent; their gaps are divided by it (interface 13). */
export const RecordedPace = v.pipe(
  v.number(),
  v.minValue(MIN_PACE),
  v.maxValue(MAX_PACE),
  v.description(
    'The run keeps the recorded order and the gaps of the recording, divided by this factor. Absent: as fast as its load allows.',
  ),
);
export type RecordedPace = v.InferOutput<typeof RecordedPace>;

/** The pace that a run asks for: none, or a recorded one. */
export const AskedPace = v.pipe(
  v.union([v.literal(NO_PACE), RecordedPace]),
  v.description(
    `Keeps the recorded order and the gaps of the recording, divided by this factor: 1 as recorded, 2 twice as fast. From ${MIN_PACE} to ${MAX_PACE}, or \`0\`: as fast as the load allows. replay.maxQps and replay.concurrency limit it. A recorded pace is refused with order sessions. Default: setting replay.pace.`,
  ),
);
export type AskedPace = v.InferOutput<typeof AskedPace>;

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
