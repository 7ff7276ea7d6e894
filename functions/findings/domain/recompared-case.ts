import type { Difference } from '../../compare/domain/difference.ts';
import { isCallKind } from '../../compare/domain/kinds.ts';
import type { CompiledRules } from '../../compare/domain/rules/rules.ts';
import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { answerOf, type ComparedCase, compareCase } from '../../replay/domain/results/case-outcome.ts';
import type { CaseOutcome, ClusterDifference } from '../../replay/domain/results/clusters.ts';
import type { MappedValue } from '../../replay/domain/results/result-payload.ts';
import { storedMappings } from '../../replay/domain/values/stored-mappings.ts';

/** A stored request: both sides, and the differences of the latest comparison. */
export interface StoredCase {
  outcome: CaseOutcome;
  recorded: RecordedResponse | null;
  /** Null if there was no response. */
  replayed: RecordedResponse | null;
  differences: Difference[];
  request: RecordedRequest;
  /** Values that stand for each other (result-payload.ts). */
  mapped?: MappedValue[] | undefined;
}

/** Compares two stored responses under other rules; differences that need more data than is stored stay as they are. */
export function recomparedCase(stored: StoredCase, rules: CompiledRules): ComparedCase {
  const { outcome, recorded, replayed, differences, request, mapped } = stored;
  if (recorded === null || replayed === null || differences.some(isOfCutAnswer)) return { outcome, differences };
  const compared = compareCase(
    outcome.operation,
    recorded,
    { kind: 'response', ...answerOf(replayed), headers: [...replayed.headers], truncated: false, durationMs: 0 },
    rules,
    mapped ? storedMappings(mapped, request) : null,
  );
  const kept = <T extends ClusterDifference>(found: readonly T[]) => found.filter(({ kind }) => isCallKind(kind));
  return {
    outcome: {
      ...compared.outcome,
      differences: [...compared.outcome.differences, ...kept(outcome.differences)],
      ...(outcome.method !== undefined && { method: outcome.method }),
    },
    differences: [...compared.differences, ...kept(differences)],
  };
}

/** Only the beginning of an oversized response is stored. */
const isOfCutAnswer = ({ kind, subject }: Difference) => kind === 'UNCLASSIFIED' && subject === 'response';
