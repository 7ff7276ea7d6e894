import * as v from 'valibot';
import { PRECISION_MS } from './p95-ratio.ts';

/** Durations of one request in ms, to PRECISION_MS: as recorded, null where the recording has none, and as replayed. */
export const ComparableTimes = v.tuple([v.nullable(v.number()), v.number()]);
export type ComparableTimes = v.InferOutput<typeof ComparableTimes>;

interface Timed {
  recordedStatus: number | null;
  replayedStatus: number | null;
  recordedMs: number | null;
  replayedMs: number;
}

/**
 * The durations of a request that can be compared: its response is of the recorded class, such as 2xx, since a build
 * that refuses a request at once is not faster. Null otherwise.
 */
export function comparableTimes({
  recordedStatus,
  replayedStatus,
  recordedMs,
  replayedMs,
}: Timed): ComparableTimes | null {
  if (recordedStatus === null || replayedStatus === null || classOf(recordedStatus) !== classOf(replayedStatus))
    return null;
  return [recordedMs === null ? null : precise(recordedMs), precise(replayedMs)];
}

const classOf = (status: number): number => Math.floor(status / 100);
const precise = (duration: number): number => Math.round(duration / PRECISION_MS) / (1 / PRECISION_MS);
