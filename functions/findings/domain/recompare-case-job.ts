import * as v from 'valibot';
import { compileRules, type RuleInForce } from '../../compare/domain/rules/rules.ts';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored, type StoredJson, storedJson } from '../../platform/values/stored-json.ts';
import { clusterDifferences } from '../../replay/domain/results/case-outcome.ts';
import type { CaseOutcome, ClusterDifference } from '../../replay/domain/results/clusters.ts';
import { ResultPayload } from '../../replay/domain/results/result-payload.ts';
import { recomparedCase } from './recompared-case.ts';

export interface RecompareInput {
  /** A ResultPayload; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  outcome: CaseOutcome;
  rules: readonly RuleInForce[];
  /** Whether the payload is needed again, with its new differences. */
  keeps: boolean;
}

export interface RecomparedResult {
  outcome: CaseOutcome;
  /** The changed ResultPayload; null if nothing changed, or it is not needed. */
  payload: StoredJson | null;
  /** Where the running build answers unlike the recording; absent where there is none. */
  dataMoved?: ClusterDifference[] | undefined;
}

/** Compares a stored result again; null if its bytes have expired. */
export const recompareCaseJob = job(
  'findings.recompare',
  ({ stored, outcome: before, rules, keeps }: RecompareInput): RecomparedResult | null => {
    if (stored === undefined) return null;
    const payload = v.parse(ResultPayload, jsonOfStored(stored));
    const rulesOf = compileRules(rules, before.operation);
    const { outcome, differences, calls, moved } = recomparedCase({ ...payload, outcome: before }, rulesOf);
    const baseline = payload.baseline && { ...payload.baseline, differences: moved };
    const isSame =
      JSON.stringify([outcome, differences, moved ?? []]) ===
      JSON.stringify([before, payload.differences, payload.baseline?.differences ?? []]);
    const changed = { ...payload, differences, ...(calls && { calls }), ...(baseline && { baseline }) };
    return {
      outcome,
      payload: keeps && !isSame ? storedJson(changed) : null,
      ...(moved && { dataMoved: clusterDifferences(moved) }),
    };
  },
);
