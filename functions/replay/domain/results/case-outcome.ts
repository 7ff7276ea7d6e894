import { compareResponses } from '../../../compare/domain/compare-responses.ts';
import type { Comparison, Difference } from '../../../compare/domain/difference.ts';
import { covered } from '../../../compare/domain/expected/expected-changes.ts';
import type { CompiledRules } from '../../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import type { RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { type Comparing, compareMapped, type MappedComparison } from '../values/compare-mapped.ts';
import type { CaseOutcome, ClusterDifference } from './clusters.ts';
import { isOperationError, OPERATION_ERRORS, withOperationErrors } from './operation-errors.ts';

export interface ComparedCase {
  outcome: CaseOutcome;
  differences: Difference[];
}

/** The same with what was mapped. */
export type MappedCase = ComparedCase & Pick<MappedComparison, 'used' | 'mapped' | 'shared'>;

/**
 * Compares the outcome of a request with its recording, with regard to mapped values if `comparing` has any. A case
 * recorded without its response has nothing that a response could differ from (facts: formats, GoReplay); a missing
 * response is a difference all the same.
 */
export function compareCase(
  operation: string,
  recorded: RecordedResponse | null,
  replayed: OutboundOutcome,
  rules: CompiledRules,
  comparing: Comparing | null = null,
): MappedCase {
  const { differences: found, truncated, ...mapping } = compared(recorded, replayed, rules, comparing);
  const differences = withOperationErrors(found, replayed).map((one) => covered(one, rules.covering));
  return {
    ...mapping,
    outcome: {
      operation,
      hasResult: true,
      failure: failureOf(recorded, replayed) ?? (differences.some(isOperationError) ? OPERATION_ERRORS : null),
      differences: clusterDifferences(differences),
      truncated,
    },
    differences,
  };
}

function compared(
  recorded: RecordedResponse | null,
  replayed: OutboundOutcome,
  rules: CompiledRules,
  comparing: Comparing | null,
): MappedComparison {
  if (recorded === null) return { ...withoutRecording(replayed, rules), ...NOTHING_MAPPED };
  if (comparing !== null) return compareMapped(answerOf(recorded), replayed, rules, comparing);
  return { ...compareResponses(answerOf(recorded), replayed, rules), ...NOTHING_MAPPED };
}

const NOTHING_MAPPED = { used: [], mapped: 0, shared: [] };

function withoutRecording(replayed: OutboundOutcome, rules: CompiledRules): Comparison {
  if (replayed.kind === 'response') return { differences: [], truncated: false };
  const { differences, truncated } = compareResponses(
    { status: 0, headers: [], body: new Uint8Array() },
    replayed,
    rules,
  );
  return { differences: differences.map((difference) => ({ ...difference, recorded: null })), truncated };
}

/** Returns a stored response as bytes. */
export const answerOf = ({ status, headers, body, bodyEncoding }: RecordedResponse) => ({
  status,
  headers,
  body: Buffer.from(body ?? '', bodyEncoding),
});

/**
 * What ENVIRONMENT_FAILURE counts (interface 2.4): statuses >= 400 that differ from the recording, timeouts, connection
 * failures. Beside these, errors of an operation.
 */
function failureOf(recorded: RecordedResponse | null, outcome: OutboundOutcome): string | null {
  if (outcome.kind === 'timeout') return 'timeout';
  if (outcome.kind === 'connection-failure') return outcome.cause ?? outcome.failure;
  return outcome.status >= 400 && outcome.status !== recorded?.status ? String(outcome.status) : null;
}

/** Returns each kind and subject once: findings do not count repeats of a field within one request. */
export function clusterDifferences(differences: readonly ClusterDifference[]): ClusterDifference[] {
  const distinct = new Map(
    differences.map(({ kind, subject, rule }) => [JSON.stringify([kind, subject, rule]), { kind, subject, rule }]),
  );
  return [...distinct.values()];
}
