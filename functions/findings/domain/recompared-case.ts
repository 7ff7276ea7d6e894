import type { Difference } from '../../compare/domain/difference.ts';
import type { Kind } from '../../compare/domain/kinds.ts';
import type { CompiledRules } from '../../compare/domain/rules/rules.ts';
import type { RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { answerOf, type ComparedCase, compareCase } from '../../replay/domain/results/case-outcome.ts';
import type { CaseOutcome, ClusterDifference } from '../../replay/domain/results/clusters.ts';

/** A request as it is stored: both sides and what differed when they were last compared. */
export interface StoredCase {
  outcome: CaseOutcome;
  recorded: RecordedResponse | null;
  /** Null where no answer came. */
  replayed: RecordedResponse | null;
  differences: Difference[];
}

/** Compares two stored answers under other rules; what needed more than is stored stays as it was found. */
export function recomparedCase(stored: StoredCase, rules: CompiledRules): ComparedCase {
  const { outcome, recorded, replayed, differences } = stored;
  if (recorded === null || replayed === null || differences.some(isOfCutAnswer)) return { outcome, differences };
  const compared = compareCase(
    outcome.operation,
    recorded,
    { kind: 'response', ...answerOf(replayed), headers: [...replayed.headers], truncated: false, durationMs: 0 },
    rules,
  );
  const kept = <T extends ClusterDifference>(found: readonly T[]) => found.filter(({ kind }) => OF_CALLS.has(kind));
  return {
    outcome: {
      ...compared.outcome,
      differences: [...compared.outcome.differences, ...kept(outcome.differences)],
    },
    differences: [...compared.differences, ...kept(differences)],
  };
}

/** Of an answer longer than what is kept of one, only the beginning is stored. */
const isOfCutAnswer = ({ kind, subject }: Difference) => kind === 'UNCLASSIFIED' && subject === 'response';

/** Found by looking at downstream calls, which no rule of the response changes. */
const OF_CALLS: ReadonlySet<Kind> = new Set<Kind>(['FEWER_CALLS', 'MORE_CALLS', 'CALL_PARAMETERS', 'NO_DETAILS']);
