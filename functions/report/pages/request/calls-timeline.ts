import type { ShownCallRow } from './shown-request.ts';

/** A bar of the timeline, in ms from its begin. A call without a known duration is a moment. */
export interface TimeBar {
  from: number;
  ms: number;
}

export interface CallsTimeline {
  /** Length of the timeline, in ms: 1, 2 or 5 times a power of ten. */
  end: number;
  /** Of each row; null for a side without a call. */
  bars: { recorded: TimeBar | null; replayed: TimeBar | null }[];
}

/**
 * When the calls were made: made ones from the first of them on. Recorded calls have durations only, so they are drawn
 * one after the other.
 */
export function callsTimeline(rows: readonly ShownCallRow[]): CallsTimeline {
  const first = Math.min(...rows.flatMap(({ made }) => made?.at ?? []));
  let recordedUntil = 0;
  const bars = rows.map(({ recorded, made }) => {
    const before = recordedUntil;
    recordedUntil += recorded?.durationMs ?? 0;
    return {
      recorded: recorded && { from: before, ms: recorded.durationMs ?? 0 },
      replayed: made && { from: made.at - first, ms: made.durationMs ?? 0 },
    };
  });
  const ends = bars.flatMap(({ recorded, replayed }) =>
    [recorded, replayed].flatMap((bar) => (bar === null ? [] : bar.from + bar.ms)),
  );
  return { end: rounded(Math.max(1, ...ends)), bars };
}

function rounded(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(ms));
  return power * ([1, 2, 5].find((factor) => ms <= factor * power) ?? 10);
}
