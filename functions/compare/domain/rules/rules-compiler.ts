import { compareMemory } from '../json/compare-memory.ts';
import { type CompareRule, type CompiledRules, compileRules } from './rules.ts';

/** Rules of each endpoint, compiled when first asked for; their comparisons share one memory. */
export function rulesCompiler(rules: readonly CompareRule[]): (operation: string) => CompiledRules {
  const memory = compareMemory();
  const made = new Map<string, CompiledRules>();
  return (operation) => {
    const present = made.get(operation) ?? compileRules(rules, operation, memory);
    made.set(operation, present);
    return present;
  };
}
