import type { SealingProgress } from './found-personal-data.ts';

/**
 * How long a running pass takes for the rest, in whole seconds, by what it has done until now; null before that is
 * known, and while it fails.
 */
export function sealingLeft({ cases, startedAt, at, faults }: SealingProgress, stored: number): number | null {
  if (cases === 0 || faults > 0) return null;
  return Math.ceil((((at - startedAt) / cases) * Math.max(0, stored - cases)) / 1000);
}
