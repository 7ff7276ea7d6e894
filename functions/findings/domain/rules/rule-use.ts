import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import { classifiedClusters } from '../classified-clusters.ts';
import type { CurrentRules } from '../classify.ts';

/** What one rule ignored in a run. */
export interface RuleUse {
  requests: number;
  /** Distinct (endpoint, subject) pairs. */
  fields: number;
}

/** Returns what each of the current rules ignores in a run; if several cover a difference, it counts for the first. */
export function ruleUse(
  clusters: readonly Cluster[],
  rulesOf: (operation: string) => CurrentRules,
): ReadonlyMap<string, RuleUse> {
  const used = new Map<string, { requests: number; fields: Set<string> }>();
  for (const { cluster, excluded } of classifiedClusters({ clusters, rulesOf })) {
    const here = new Set<string>();
    for (const { ruleId, subject } of excluded) {
      const use = used.get(ruleId) ?? { requests: 0, fields: new Set() };
      used.set(ruleId, use);
      use.fields.add(JSON.stringify([cluster.operation, subject]));
      if (!here.has(ruleId)) use.requests += cluster.requests;
      here.add(ruleId);
    }
  }
  return new Map([...used].map(([ruleId, { requests, fields }]) => [ruleId, { requests, fields: fields.size }]));
}
