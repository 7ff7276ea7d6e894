import { childrenOf, nameOf, type Tape, typeOf } from '../../../platform/json/tape.ts';
import type { CompareMemory } from '../json/compare-memory.ts';
import type { JsonContext } from '../json-context.ts';
import type { RuleState } from '../rules/rule-states.ts';
import { type Alignment, alignValues } from './align-elements.ts';
import type { Elements } from './elements.ts';
import { identityHash, memberFinder } from './identity.ts';

const MAX_CANDIDATES = 12;

/**
 * Aligns objects that all changed (for example by a timestamp in each of them) by the one member that matches most
 * values: at least half of them, and with enough distinct values. Null if there is none.
 */
export function alignByMember(
  context: JsonContext,
  a: Elements,
  b: Elements,
  state: RuleState,
): (Alignment & { note: string; keys: string[][] }) | null {
  const [first] = a.nodes;
  if (first === undefined || typeOf(context.a, first) !== 'object') return null;
  const { memory } = context.rules;
  const own = a.stateOf(0);
  let best: { name: string; common: number; ofA: number[]; ofB: number[] } | null = null;
  for (const member of childrenOf(context.a, first).slice(0, MAX_CANDIDATES)) {
    const name = nameOf(context.a, member);
    const rules = context.memberState(own, context.names.idOf(context.a, member), member, -1);
    if (rules.ignoredBy !== state.ignoredBy) continue;
    const ofA = valuesOf(context.a, a.nodes, name, memory);
    const ofB = ofA && valuesOf(context.b, b.nodes, name, memory);
    if (ofA === null || ofB === null || new Set(ofA).size * 2 < ofA.length) continue;
    const common = commonCount(ofA, ofB);
    if (common * 2 < Math.min(ofA.length, ofB.length)) continue;
    // Ties are broken by name, so that both directions decide alike.
    if (best === null || common > best.common || (common === best.common && name < best.name)) {
      best = { name, common, ofA, ofB };
    }
  }
  return best && { ...alignValues(best.ofA, best.ofB), note: `aligned by ${best.name}`, keys: [[best.name]] };
}

function valuesOf(tape: Tape, elements: Int32Array, name: string, memory: CompareMemory): number[] | null {
  const find = memberFinder(tape, name, memory);
  const values: number[] = [];
  for (const element of elements) {
    const value = identityHash(tape, find(element), memory);
    if (value < 0) return null;
    values.push(value);
  }
  return values;
}

/** Whether a value is on both sides. */
export function haveCommon(a: Float64Array, b: Float64Array): boolean {
  // Most lists have one at the same place, from the first or from the last element on.
  const [last, from] = [Math.min(a.length, b.length), a.length - b.length];
  for (let i = 0; i < last; i++) if (a[i] === b[i]) return true;
  for (let j = Math.max(0, -from); j < b.length; j++) if (a[j + from] === b[j]) return true;
  const left = new Set(a);
  return b.some((value) => left.has(value));
}

/** The number of values that are on both sides, counted with multiplicity. */
function commonCount(a: readonly number[], b: readonly number[]): number {
  const left = new Map<number, number>();
  for (const value of a) left.set(value, (left.get(value) ?? 0) + 1);
  let common = 0;
  for (const value of b) {
    const count = left.get(value) ?? 0;
    if (count === 0) continue;
    left.set(value, count - 1);
    common++;
  }
  return common;
}
