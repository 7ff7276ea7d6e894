import type { ReplayRound } from './plan.ts';
import type { ChunkProgress } from './results/chunk.ts';

/** Requests with an outcome / requests in the plan; 0 before the selection, 1 once sending ends (interface 2.3). */
export function progressOf(
  round: Pick<ReplayRound, 'selection' | 'finishedAt'>,
  workers: readonly ChunkProgress[],
): number {
  if (round.finishedAt !== null) return 1;
  if (round.selection === null || round.selection.requests === 0) return 0;
  const done = workers.reduce((total, worker) => total + worker.done, 0);
  return Math.min(1, done / round.selection.requests);
}
