import { job } from '../../../platform/values/job.ts';
import type { FailedCases } from '../../../replay/domain/results/failed-cases.ts';
import { failedCases } from '../failed-cases.ts';
import { outcomeDigest } from './marked-outcomes.ts';
import { type TodaysJobInput, todaysInput } from './todays-input.ts';

export interface FailingOutcomes {
  /** With positions in `outcomes` in place of requests. */
  failed: FailedCases;
  /** Digests. */
  outcomes: string[];
}

/** Lists what fails of a round under today's rules; null if its clusters have expired. */
export const failingOutcomesJob = job('findings.failing-outcomes', (today: TodaysJobInput): FailingOutcomes | null => {
  const read = todaysInput(today);
  if (read === null) return null;
  const outcomes: string[] = [];
  const failed = failedCases(read.input, (cluster) => [{ item: outcomes.push(outcomeDigest(cluster)) - 1, chunk: 0 }]);
  return { failed, outcomes };
});
