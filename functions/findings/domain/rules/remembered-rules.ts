import { compileRules, type RuleInForce, ruleNames } from '../../../compare/domain/rules/rules.ts';
import type { CurrentRules } from '../classify.ts';
import type { SuggestedFields } from '../suggested-fields.ts';

/** Returns the current rules by endpoint, with what noise reduction suggests for the round. */
export type RulesByOperation = (
  rules: readonly RuleInForce[],
  suggested?: SuggestedFields,
) => (operation: string) => CurrentRules;

/**
 * Creates a compiler with a cache: rules that have not changed are the same array (rules.ts), and are compiled on first
 * use, once for all endpoints that no rule names.
 */
export function rememberedRules(): RulesByOperation {
  const compiled = new WeakMap<readonly RuleInForce[], (operation: string) => CurrentRules>();

  return (rules, suggested) => {
    const rulesOf = compiled.get(rules) ?? compiledByOperation(rules);
    compiled.set(rules, rulesOf);
    if (suggested === undefined || suggested.size === 0) return rulesOf;
    return (operation) => {
      const found = suggested.get(operation);
      if (found === undefined) return rulesOf(operation);
      const isSuggested: CurrentRules['isSuggested'] = (subject, kind) =>
        found.fields.has(subject) || (kind === 'ARRAY_ORDER' && found.orders.has(subject));
      return { ...rulesOf(operation), isSuggested };
    };
  };
}

function compiledByOperation(rules: readonly RuleInForce[]): (operation: string) => CurrentRules {
  const ids = new Set(rules.map(({ ruleId }) => ruleId));
  const named = new Set(rules.map(({ operation }) => operation));
  const made = new Map<string | null, CurrentRules>();
  return (operation) => {
    const key = ruleNames(operation).some((name) => named.has(name)) ? operation : null;
    const present = made.get(key);
    if (present) return present;
    const { ruleFor } = compileRules(rules, operation);
    const currentRules: CurrentRules = { ruleFor, has: (ruleId) => ids.has(ruleId), isSuggested: () => false };
    made.set(key, currentRules);
    return currentRules;
  };
}
