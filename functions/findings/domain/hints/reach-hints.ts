import { causeText } from '../../../platform/values/connection-cause.ts';
import { sumOf } from '../../../platform/values/sum-of.ts';
import type { RunHint } from '../../../replay/domain/hint.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import { countedLocations } from './counted-locations.ts';

/** The hints that connections to the target failed for a cause of their own, such as its certificate. */
export function reachHints(
  clusters: readonly Pick<Cluster, 'failure' | 'hasResult' | 'operation' | 'method' | 'requests'>[],
): RunHint[] {
  const failed = clusters.filter(
    ({ hasResult, failure }) => hasResult && failure !== null && causeText(failure) !== null,
  );
  return [...Map.groupBy(failed, ({ failure }) => failure ?? '')].map(([cause, some]) => ({
    code: 'NOT_REACHED',
    ...countedLocations(some),
    requests: sumOf(some, ({ requests }) => requests),
    setting: 'targets',
    cause,
  }));
}
