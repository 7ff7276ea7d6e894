import { sumOf } from '../../../platform/values/sum-of.ts';
import type { RunHint } from '../../../replay/domain/hint.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import { countedLocations } from './counted-locations.ts';

/**
 * The hint that counts the requests of sessions without a login, which are not judged as changes; none without such.
 */
export function cutHint(clusters: readonly Pick<Cluster, 'operation' | 'method' | 'requests' | 'cut'>[]): RunHint[] {
  const cut = clusters.filter((cluster) => cluster.cut);
  if (cut.length === 0) return [];
  return [
    {
      code: 'SESSION_CUT',
      ...countedLocations(cut),
      requests: sumOf(cut, ({ requests }) => requests),
      setting: 'login',
    },
  ];
}
