import type { Cluster } from '../../replay/domain/results/clusters.ts';
import { excludedBy, type RulesToday } from './classify.ts';

/** What one rule took out of a run. */
export interface RuleUse {
  requests: number;
  /** Distinct (endpoint, subject) pairs. */
  fields: number;
}

/** What each of today's rules takes out of a run; where several cover a difference, the first takes it. */
export function ruleUse(
  clusters: readonly Cluster[],
  rulesOf: (operation: string) => RulesToday,
): ReadonlyMap<string, RuleUse> {
  const used = new Map<string, { requests: number; fields: Set<string> }>();
  for (const cluster of clusters) {
    const rules = rulesOf(cluster.operation);
    const here = new Set<string>();
    for (const difference of cluster.differences) {
      const ruleId = excludedBy(difference, rules);
      if (ruleId === null) continue;
      const use = used.get(ruleId) ?? { requests: 0, fields: new Set() };
      used.set(ruleId, use);
      use.fields.add(JSON.stringify([cluster.operation, difference.subject]));
      if (!here.has(ruleId)) use.requests += cluster.requests;
      here.add(ruleId);
    }
  }
  return new Map([...used].map(([ruleId, { requests, fields }]) => [ruleId, { requests, fields: fields.size }]));
}
