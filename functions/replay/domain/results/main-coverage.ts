import type { MainCoverage } from '../../../applications/domain/main-coverage.ts';
import { countEndpoints, type RecordedEndpoint } from '../../../recordings/domain/recorded-endpoint.ts';
import { operationsByName } from '../create-plan.ts';
import type { Cluster } from './clusters.ts';

interface MainFacts {
  /** Names of the main endpoints. */
  mains: readonly string[];
  recorded: readonly RecordedEndpoint[];
  /** Of the last run that settled; `never` where none has, and null where its outcomes are not known. */
  clusters: readonly Pick<Cluster, 'operation' | 'hasResult'>[] | 'never' | null;
}

/** Which main endpoints the last run replayed, by the rule that decides the state of a run (spec 3.2). */
export function mainCoverage({ mains, recorded, clusters }: MainFacts): MainCoverage {
  const recordedAs = operationsByName(recorded.map(({ operation }) => operation));
  const named = new Set(mains.flatMap(recordedAs));
  return {
    mains: countEndpoints(recorded.filter(({ operation }) => named.has(operation))),
    endpoints: countEndpoints(recorded),
    missing: clusters === null || clusters === 'never' ? clusters : notReplayed(mains, clusters),
  };
}

function notReplayed(mains: readonly string[], clusters: readonly Pick<Cluster, 'operation' | 'hasResult'>[]) {
  const replayed = clusters.flatMap(({ operation, hasResult }) => (hasResult ? [operation] : []));
  const namedIn = operationsByName([...new Set(replayed)]);
  return mains.filter((name) => namedIn(name).length === 0);
}
