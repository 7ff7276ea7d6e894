import { job } from '../../../platform/values/job.ts';
import type { FailedCases } from '../../../replay/domain/results/failed-cases.ts';
import { failedCases } from '../failed-cases.ts';
import { type CurrentJobInput, currentInput } from './current-input.ts';
import { outcomeDigest } from './marked-outcomes.ts';

export interface FailingOutcomes {
  /** With positions in `outcomes` in place of requests. */
  failed: FailedCases;
  /** Digests. */
  outcomes: string[];
}

/** Lists what fails of a round under the current rules; null if its clusters have expired. */
export const failingOutcomesJob = job(
  'findings.failing-outcomes',
  (current: CurrentJobInput): FailingOutcomes | null => {
    const read = currentInput(current);
    if (read === null) return null;
    const outcomes: string[] = [];
    const failed = failedCases(read.input, (cluster) => [
      { item: outcomes.push(outcomeDigest(cluster)) - 1, chunk: 0 },
    ]);
    return { failed, outcomes };
  },
);
