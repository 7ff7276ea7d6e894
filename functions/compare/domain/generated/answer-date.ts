import type { Header } from '../../../platform/outbound/outbound.ts';
import { fieldTime, type Moments } from './current-time.ts';

interface Answer {
  headers: readonly Header[];
}

/** When a response was made, by its own clock (epoch ms); null if it does not name it. */
export function dateOf({ headers }: Answer): number | null {
  const text = headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  return text === undefined ? null : (fieldTime({ type: 'string', text })?.time ?? null);
}

/** When two responses were made, by their own clocks; null if either does not name it. */
export function datesOf(recorded: Answer, replayed: Answer): Moments | null {
  const [recordedAt, replayedAt] = [dateOf(recorded), dateOf(replayed)];
  return recordedAt === null || replayedAt === null ? null : { recordedAt, replayedAt };
}
