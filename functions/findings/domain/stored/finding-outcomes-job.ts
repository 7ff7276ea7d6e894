import type { Kind } from '../../../compare/domain/kinds.ts';
import { job } from '../../../platform/values/job.ts';
import { classifiedClusters } from '../classified-clusters.ts';
import { type CurrentJobInput, currentInput } from './current-input.ts';
import { outcomeDigest } from './marked-outcomes.ts';

/** The requests of a finding: those that show a difference, at some endpoints or at all (null). */
export interface MarkedFinding {
  kind: Kind;
  subject: string;
  operations: readonly string[] | null;
}

/**
 * Digests of the outcomes that show a finding under the current rules; null if the clusters of the round have expired.
 */
export const findingOutcomesJob = job(
  'findings.outcomes-of-finding',
  ({ finding: { kind, subject, operations }, ...current }: CurrentJobInput & { finding: MarkedFinding }) => {
    const read = currentInput(current);
    if (read === null) return null;
    const wanted = operations && new Set(operations);
    const outcomes: string[] = [];
    for (const { cluster, differences } of classifiedClusters(read.input)) {
      const isOfFinding = differences.some((one) => one.kind === kind && one.subject === subject);
      if (isOfFinding && (wanted?.has(cluster.operation) ?? true)) outcomes.push(outcomeDigest(cluster));
    }
    return { outcomes };
  },
);
