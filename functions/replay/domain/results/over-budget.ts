import type { Difference } from '../../../compare/domain/difference.ts';
import type { ComparedCase } from './case-outcome.ts';
import type { CaseOutcome } from './clusters.ts';

/**
 * The outcome of a case whose comparison used up its budget of time or memory: what it would have found is unknown, so
 * it must not pass.
 */
export function overBudget({ operation, method }: Pick<CaseOutcome, 'operation' | 'method'>): ComparedCase {
  return {
    outcome: {
      operation,
      hasResult: true,
      failure: null,
      differences: [{ kind: 'UNCLASSIFIED', subject: 'response', rule: null }],
      truncated: true,
      ...(method !== undefined && { method }),
    },
    differences: [NOT_COMPARED],
  };
}

const NOT_COMPARED: Difference = {
  kind: 'UNCLASSIFIED',
  subject: 'response',
  path: 'response',
  recorded: null,
  replayed: null,
  rule: null,
  note: 'comparing the responses exceeds the time or memory limit of a case',
};
