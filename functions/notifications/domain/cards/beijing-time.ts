/** Beijing time is UTC+8 all year. */
const OFFSET_MS = 8 * 3_600_000;

/** A time (epoch ms) as cards show it, `2026-11-20 16:30` in Beijing time (spec 6.3). */
export const beijingTime = (ms: number): string =>
  new Date(ms + OFFSET_MS).toISOString().slice(0, -':00.000Z'.length).replace('T', ' ');
