import { classifiedClusters } from '../../findings/domain/classified-clusters.ts';
import type { FindingsInput } from '../../findings/domain/findings.ts';

/** What rules keep out of the findings of a run. */
export interface IgnoredCounts {
  /** Fields, each endpoint apart. */
  fields: number;
  rules: number;
  /** Requests with at least one such field. */
  requests: number;
}

/** Counts what rules in force take out of a round. */
export function ignoredCounts(input: Pick<FindingsInput, 'clusters' | 'rulesOf'>): IgnoredCounts {
  const fields = new Set<string>();
  const rules = new Set<string>();
  let requests = 0;
  for (const { cluster, excluded } of classifiedClusters(input)) {
    if (excluded.length > 0) requests += cluster.requests;
    for (const { subject, ruleId } of excluded) {
      fields.add(JSON.stringify([cluster.operation, subject]));
      rules.add(ruleId);
    }
  }
  return { fields: fields.size, rules: rules.size, requests };
}
