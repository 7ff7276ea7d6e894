import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type OfferedRules, offeredPolicy } from '../../../../functions/evaluation/domain/choices/offered-policy.ts';
import { offeredRulesOf } from '../../../../functions/evaluation/domain/choices/offered-rules-of.ts';
import { GatePolicy } from '../../../../functions/evaluation/domain/gates/gate-policy.ts';

const policyOf = (rules: OfferedRules) => v.parse(GatePolicy, offeredPolicy(rules));

describe('the rules that the console offers (evaluation 3.9)', () => {
  test.for<OfferedRules>([
    { ruleSet: 'release', passRate: 0.99, maxWorse: 0.01 },
    { ruleSet: 'release', passRate: 1, maxWorse: 0 },
    { ruleSet: 'fast', passRate: 0.999, maxWorse: 0.005 },
  ])('are read from their policy again: %j', (rules) => {
    expect(offeredRulesOf(policyOf(rules))).toEqual(rules);
  });

  test('are read from a policy without limits', () => {
    expect(offeredRulesOf(policyOf({ ruleSet: 'clean', passRate: 1, maxWorse: 0 }))?.ruleSet).toBe('clean');
  });

  test('are not those of a policy with another rule', () => {
    const { rules, ...policy } = policyOf({ ruleSet: 'release', passRate: 0.99, maxWorse: 0.01 });
    expect(offeredRulesOf({ ...policy, rules: rules.slice(1) })).toBeNull();
    expect(offeredRulesOf({ ...policy, rules, name: 'Other' })).toBeNull();
  });
});
