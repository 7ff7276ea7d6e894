import * as v from 'valibot';
import { canonicalJson } from '../canonical-json.ts';
import { GatePolicy } from '../gates/gate-policy.ts';
import { type OfferedRules, offeredPolicy } from './offered-policy.ts';

/** The choices that make a policy. Null for one that the console does not offer. */
export function offeredRulesOf(policy: GatePolicy): OfferedRules | null {
  const limitOf = (id: string) => {
    const rule = policy.rules.find((one) => one.id === id);
    return rule !== undefined && 'threshold' in rule ? rule.threshold : 1;
  };
  const limits = { passRate: limitOf('pass-rate'), maxWorse: Math.abs(limitOf('no-worse')) };
  const wanted = canonicalJson(policy);
  return (
    (['clean', 'release', 'fast'] as const)
      .map((ruleSet): OfferedRules => ({ ruleSet, ...limits }))
      .find((rules) => canonicalJson(v.parse(GatePolicy, offeredPolicy(rules))) === wanted) ?? null
  );
}
