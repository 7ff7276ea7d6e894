/** How far a lookup extends around the time of a recording or a replay (spec 4.9, rule 5). */
const REACH_MS = 2 * 60_000;

/** A window of a lookup, [since, until) in epoch ms. */
export interface LookupWindow {
  since: number;
  until: number;
}

/**
 * Returns the lookups for a request: one of two minutes around each known time, never one that spans both (spec 4.9,
 * rule 5). Ascending; if the windows overlap, the later one starts where the earlier one ends, so that their
 * concatenated rows are in order without repeats. Times in epoch ms.
 */
export function windowsOf(recordedAt: number | null, replayedAt: number | null): LookupWindow[] {
  const times = [recordedAt, replayedAt].filter((time) => time !== null).sort((a, b) => a - b);
  const windows: LookupWindow[] = [];
  for (const time of times) {
    const since = Math.max(time - REACH_MS, windows.at(-1)?.until ?? Number.NEGATIVE_INFINITY);
    if (since < time + REACH_MS) windows.push({ since, until: time + REACH_MS });
  }
  return windows;
}
