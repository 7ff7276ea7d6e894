import type { Coverage, FailureGroup, Findings, Scope } from './findings.ts';

/** The inputs of the ladder: the classified differences and how the replay went. */
export interface FindingsFacts {
  interrupted: boolean;
  scope: Scope;
  failures: readonly FailureGroup[];
  needsActionInterfaces: number;
  toReviewInterfaces: number;
  coverage: Coverage;
}

type Rule = readonly [state: Findings['state'], applies: (facts: FindingsFacts) => boolean];

/** Spec 3.2, row by row. The first rule that applies decides; otherwise the state is CLEAN. */
const LADDER: readonly Rule[] = [
  ['NO_CASES', ({ scope }) => scope.requests === 0],
  ['INTERRUPTED', ({ interrupted, scope }) => interrupted || scope.requestsWithoutResult > 0],
  ['ENVIRONMENT_FAILURE', ({ failures, scope }) => failures.some((kind) => isWidespread(kind, scope))],
  ['NEEDS_ACTION', ({ needsActionInterfaces }) => needsActionInterfaces > 0],
  ['REVIEW_ONLY', ({ toReviewInterfaces }) => toReviewInterfaces > 0],
  ['LOW_COVERAGE', ({ coverage, scope }) => !isCovered(coverage, scope)],
];

/** Returns the state of a finished replay (spec 3.2). */
export function findingsState(facts: FindingsFacts): Findings['state'] {
  return LADDER.find(([, applies]) => applies(facts))?.[0] ?? 'CLEAN';
}

/** One kind of failure on more than half of the endpoints, and on at least 3 of them. */
function isWidespread({ interfaces }: FailureGroup, { interfacesReplayed }: Scope): boolean {
  return interfaces >= 3 && interfaces * 2 > interfacesReplayed;
}

function isCovered(coverage: Coverage, scope: Scope): boolean {
  if (coverage.mainOperationsConfigured) return coverage.uncoveredMainOperations.length === 0;
  return scope.interfacesReplayed >= 10 && scope.requests >= 30;
}
