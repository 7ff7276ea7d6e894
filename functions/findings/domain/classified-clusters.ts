import { type Cluster, outcomeKey } from '../../replay/domain/results/clusters.ts';
import { isOperationError, OPERATION_ERRORS } from '../../replay/domain/results/operation-errors.ts';
import { type Classification, classify } from './classify.ts';
import type { FindingsInput } from './findings.ts';

/** A cluster under the current rules and marks. */
export interface ClassifiedCluster extends Classification {
  cluster: Cluster;
  /** Its requests that people marked as expected. */
  marked: number;
  /** Its other requests. */
  unmarked: number;
}

/** The clusters of a round, from which the current counts are made. */
export type CurrentClusters = Pick<FindingsInput, 'clusters' | 'rulesOf'> & Partial<Pick<FindingsInput, 'marked'>>;

/** Every cluster under the current rules and marks, in the given order; nothing differs where there is no result. */
export function* classifiedClusters({
  clusters,
  rulesOf,
  marked: marks,
}: CurrentClusters): Generator<ClassifiedCluster> {
  for (const cluster of clusters) {
    const { requests, hasResult, operation } = cluster;
    const found = hasResult ? classify(cluster, rulesOf(operation)) : NOTHING;
    const marked = marks?.size ? Math.min(requests, marks.get(outcomeKey(cluster)) ?? 0) : 0;
    yield { ...found, cluster, marked, unmarked: requests - marked };
  }
}

/**
 * The failure that a cluster currently counts with; null if it has none, if it is marked or expected, or if a rule
 * ignores its errors.
 */
export const failureOf = ({
  cluster: { failure },
  differences,
  expected,
  unmarked,
}: ClassifiedCluster): string | null =>
  unmarked === 0 ||
  (differences.length === 0 && expected.length > 0) ||
  (failure === OPERATION_ERRORS && !differences.some(isOperationError))
    ? null
    : failure;

const NOTHING: Classification = { differences: [], excluded: [], expected: [] };
