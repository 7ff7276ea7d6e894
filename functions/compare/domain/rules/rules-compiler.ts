import { compareMemory } from '../json/compare-memory.ts';
import { type CompiledRules, compileRules, type RuleInForce } from './rules.ts';

/** Rules of each endpoint, compiled when first asked for; their comparisons share one memory. */
export function rulesCompiler(rules: readonly RuleInForce[]): (operation: string) => CompiledRules {
  const memory = compareMemory();
  const made = new Map<string, CompiledRules>();
  return (operation) => {
    const present = made.get(operation) ?? compileRules(rules, operation, memory);
    made.set(operation, present);
    return present;
  };
}
