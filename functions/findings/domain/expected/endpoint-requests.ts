import type { ExpectedChange } from '../../../compare/domain/expected/expected-change.ts';
import { sumOf } from '../../../platform/values/sum-of.ts';
import type { FindingsInput } from '../findings.ts';

/** Requests with a result that a round has of the endpoint of an expected change. */
export const endpointRequests = (
  { clusters }: Pick<FindingsInput, 'clusters'>,
  { operation, methods }: Pick<ExpectedChange, 'operation' | 'methods'>,
): number =>
  sumOf(
    clusters.filter(
      (cluster) =>
        cluster.hasResult &&
        cluster.operation === operation &&
        (methods === undefined || cluster.method === undefined || methods.includes(cluster.method)),
    ),
    ({ requests }) => requests,
  );
