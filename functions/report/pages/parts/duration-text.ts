import type { ReplayRound } from '../../../replay/domain/plan.ts';

/** Formats a duration in ms: `420 ms`, `7 s`, `2 min 14 s`, `1 h 05 min`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const [minutes, left] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return `${minutes} min ${padded(left)} s`;
  return `${Math.floor(minutes / 60)} h ${padded(minutes % 60)} min`;
}

const padded = (number: number): string => String(number).padStart(2, '0');

/** How long a run took in ms, from its first request to its last response; null if that is not known. */
export const runDuration = ({ startedAt, finishedAt }: Pick<ReplayRound, 'startedAt' | 'finishedAt'>): number | null =>
  startedAt === null || finishedAt === null ? null : Math.max(1, finishedAt - startedAt);
