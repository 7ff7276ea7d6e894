import type { Coverage, FailureGroup, Findings, Scope, Uncompared } from './findings.ts';

/** The inputs of the ladder: the classified differences and how the replay went. */
export interface FindingsFacts {
  interrupted: boolean;
  scope: Scope;
  failures: readonly FailureGroup[];
  needsActionInterfaces: number;
  toReviewInterfaces: number;
  coverage: Coverage;
  /** Requests that are not compared with the running build. */
  uncompared: Pick<Uncompared, 'failed' | 'refused'>;
}

type Rule = readonly [state: Findings['state'], applies: (facts: FindingsFacts) => boolean];

/**
 * Spec 3.2, row by row, and the failures of a running build (interface 13). The first rule that applies decides;
 * otherwise the state is CLEAN.
 */
const LADDER: readonly Rule[] = [
  ['ENVIRONMENT_FAILURE', ({ uncompared, scope }) => uncompared.refused > 0 && scope.requests === 0],
  ['NO_CASES', ({ scope }) => scope.requests === 0],
  [
    'INTERRUPTED',
    ({ interrupted, scope, uncompared }) => interrupted || scope.requestsWithoutResult > uncompared.failed,
  ],
  ['ENVIRONMENT_FAILURE', ({ failures, scope }) => failures.some((kind) => isWidespread(kind, scope))],
  ['ENVIRONMENT_FAILURE', ({ uncompared, scope }) => uncompared.failed * 2 > scope.requests],
  ['NEEDS_ACTION', ({ needsActionInterfaces }) => needsActionInterfaces > 0],
  // A running build that fails is never a pass, however few requests it concerns.
  ['ENVIRONMENT_FAILURE', ({ uncompared }) => uncompared.failed > 0],
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
