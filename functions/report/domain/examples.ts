import type { Kind } from '../../compare/domain/kinds.ts';
import { classifiedClusters } from '../../findings/domain/classified-clusters.ts';
import type { FindingsInput } from '../../findings/domain/findings.ts';

/** Finds the position in the plan of a request that currently shows a difference. Null if none is known. */
export type ExampleOf = (operation: string, kind: Kind, subject: string) => number | null;

/** One request for each difference of each endpoint; one of a cluster that is not marked as a whole comes first. */
export function examplesOf(input: FindingsInput): ExampleOf {
  const found = new Map<string, { item: number; isOpen: boolean }>();
  for (const { cluster, differences, unmarked } of classifiedClusters(input)) {
    const item = Number(cluster.samples[0]?.split(':')[1] ?? Number.NaN);
    if (Number.isNaN(item)) continue;
    const isOpen = unmarked > 0;
    for (const { kind, subject } of differences) {
      const key = keyOf(cluster.operation, kind, subject);
      if (!found.has(key) || (isOpen && found.get(key)?.isOpen === false)) found.set(key, { item, isOpen });
    }
  }
  return (operation, kind, subject) => found.get(keyOf(operation, kind, subject))?.item ?? null;
}

const keyOf = (operation: string, kind: Kind, subject: string) => JSON.stringify([operation, kind, subject]);
