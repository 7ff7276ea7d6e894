import { sumOf } from '../../../platform/values/sum-of.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import { areMostRefused } from './hints-of.ts';

const REFUSALS: ReadonlySet<string | null> = new Set(['401', '403']);

type Counted = Pick<Cluster, 'operation' | 'method' | 'failure' | 'requests'>;

/** Refused requests whose cause is looked for. */
export interface Refusing<One> {
  clusters: One[];
  /** Whether the round failed mostly by them; else they are those of single endpoints. */
  areMost: boolean;
}

/**
 * The refusals that are worth a cause: all of them where the round failed mostly by refusals, else those of endpoints
 * that refused more than half of their requests.
 */
export function refusingClusters<One extends Counted>(clusters: readonly One[], failedCases: number): Refusing<One> {
  const isRefused = ({ failure }: Counted) => REFUSALS.has(failure);
  const requestsOf = (some: readonly Counted[]) => sumOf(some, ({ requests }) => requests);
  const refusing = clusters.filter(isRefused);
  if (areMostRefused(requestsOf(refusing), failedCases)) return { clusters: refusing, areMost: true };
  const endpoints = Map.groupBy(clusters, ({ operation, method }) => JSON.stringify([operation, method]));
  return {
    clusters: [...endpoints.values()].flatMap((ofEndpoint) => {
      const refused = ofEndpoint.filter(isRefused);
      return areMostRefused(requestsOf(refused), requestsOf(ofEndpoint)) ? refused : [];
    }),
    areMost: false,
  };
}
